import type { Locator } from '@playwright/test'
import { errorCatalogue } from '#schema/errors'
import type { Item } from '#schema/made-to-order'
import type { Message } from '#schema/message'
import { axe } from './axe'
import { loseSignal, readyForNoSignal, regainSignal, STILL_WAITING } from './connection'
import { answeredWith, expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import { buyItem, moveOrder, newBuyer, orderOfBuyer, postItem, writeAbout } from './orders'
import type { Person } from './person'
import { daysAhead, farDay } from './rentals'
import { expectVisitor, pressLogout } from './sessions'
import { expectSent, writeMessage } from './threads'

/** Stories that do not depend on the size of the screen run on one, the smaller. */
const PHONE = { tag: '@phone' }
const ORDERS = '/manage-made-to-order?tab=orders'

interface Shop {
  maker: Person
  buyer: Person
  item: Item
}

async function openShop(kit: Kit): Promise<Shop> {
  const maker = await kit.newcomer()
  return { maker, item: await postItem(kit, maker), buyer: await newBuyer(kit) }
}

const orders = ({ maker, item }: Shop): Locator => maker.page.getByRole('article', { name: item.title })

/** Opens the dialog of an order, chooses a status and presses the button. */
async function setStatus({ maker: { page } }: Shop, order: Locator, status: string, note?: string): Promise<void> {
  await order.getByRole('button', { name: 'Change status' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Status').selectOption(status)
  if (note) await dialog.getByLabel(/^Tracking note/).fill(note)
  await dialog.getByRole('button', { name: 'Update status' }).click()
}

test('a maker works through orders without a signal: each change goes out once, the slip prints', async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
  const shop = await openShop(kit)
  const later = await buyItem(kit, shop.buyer, shop.item)
  const sooner = await buyItem(kit, shop.buyer, shop.item, 6)
  const { page } = shop.maker
  await page.goto(ORDERS)
  await expect(orders(shop)).toHaveCount(2)
  const needed = farDay(daysAhead(6).startDate)
  // The later order is needed first.
  expect(await orders(shop).evaluateAll((cards) => cards.map((card) => card.parentElement?.id))).toEqual([
    `order-${sooner.id}`,
    `order-${later.id}`,
  ])
  const [first, second] = [page.locator(`#order-${sooner.id}`), page.locator(`#order-${later.id}`)]
  await expect(first.getByText(`${shop.buyer.name} needs this by ${needed}.`)).toBeVisible()
  await expect(second.getByText(`Expected by ${farDay(daysAhead(10).startDate)}.`)).toBeVisible()
  await expect(first.getByText('Ana, Ben, Chiara')).toBeVisible()
  await expect(first.getByText('The doorman takes parcels.')).toBeVisible()
  await expect(first.getByText('1 Main Street')).toBeVisible()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await axe(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await axe(page, ['color-contrast'])).toEqual([])

  await readyForNoSignal(page)
  await loseSignal(kit, page)
  await setStatus(shop, first, 'processing')
  await setStatus(shop, first, 'shipped', 'Number 9405 5112')
  await setStatus(shop, second, 'processing')
  await expect(second.getByText('Waiting for a connection')).toBeVisible()
  await page.reload()
  await expect(first.getByText(`${shop.buyer.name} sees “Shipped” as soon as this has been sent.`)).toBeVisible()
  await expect(first.getByText('Waiting for a connection')).toBeVisible()
  await expect(first.getByText('Number 9405 5112')).toBeVisible()

  await first.getByRole('link', { name: 'Packing slip' }).click()
  await expect(page.getByRole('heading', { name: 'Packing slip' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Ship to' })).toContainText('Ana Ruiz')
  await expect(page.getByText('$')).toHaveCount(0)
  const pages = (await page.pdf({ format: 'Letter' })).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(pages?.length).toBe(1)
  await page.goBack()
  expect((await orderOfBuyer(kit, shop.buyer, sooner)).status).toBe('paid')

  const path = `/api/purchases/${sooner.id}/status`
  await kit.proxy.mode({ kind: 'forward-then-cut' }, { method: 'POST', path, times: 1 })
  await regainSignal(kit, page)
  await expect(first.getByText('On its way since')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
  // The first change may have left before the second replaced it; whatever left was taken once.
  const sent = kit.proxy.arrivals('POST', path)
  const keys = new Set(sent.map(({ idempotencyKey }) => idempotencyKey))
  expect(sent.length).toBeGreaterThan(keys.size)
  const settled = await orderOfBuyer(kit, shop.buyer, sooner)
  const moves = settled.history.map(({ status }) => status).slice(2)
  expect([settled.trackingNote, moves.length, moves.at(-1)]).toEqual(['Number 9405 5112', keys.size, 'shipped'])
  expect(new Set(moves).size).toBe(moves.length)
  expect((await orderOfBuyer(kit, shop.buyer, later)).status).toBe('processing')
  await page.getByRole('button', { name: 'Shipped 1' }).click()
  await expect(orders(shop)).toHaveCount(1)
})

test('an order that was moved elsewhere meanwhile shows both words, and its maker decides', PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING, answeredWith(409))
  const shop = await openShop(kit)
  const order = await buyItem(kit, shop.buyer, shop.item)
  const { page } = shop.maker
  await page.goto(ORDERS)
  const card = orders(shop)
  await expect(card.getByText('Paid', { exact: true })).toBeVisible()
  await readyForNoSignal(page)
  await loseSignal(kit, page)
  await setStatus(shop, card, 'shipped', 'Number 9405 5112')
  await expect(card.getByText('Waiting for a connection')).toBeVisible()
  await moveOrder(kit, shop.maker, order, 'processing')
  await regainSignal(kit, page)

  const conflict = card.getByRole('alert')
  await expect(conflict.getByText('Error Updating Status')).toBeVisible()
  await expect(conflict.getByText('You set “Shipped”, but meanwhile it became “Processing”.')).toBeVisible()
  await expect(conflict.getByText('Your tracking note: Number 9405 5112')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await conflict.getByRole('button', { name: 'Set “Shipped” all the same' }).click()
  await expect(conflict).toBeHidden()
  await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
  expect(await orderOfBuyer(kit, shop.buyer, order)).toMatchObject({
    status: 'shipped',
    trackingNote: 'Number 9405 5112',
  })

  await test.step('a note that was not sent before the order ended stays in sight until it is thrown away', async () => {
    await card.getByRole('button', { name: 'Change status' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Tracking note/).fill('Number 1111 2222')
    await dialog.getByText('Close', { exact: true }).click()
    await moveOrder(kit, shop.maker, order, 'cancelled')
    await expect(card.getByText(/^Cancelled\./)).toBeVisible()
    await expect(card.getByText('Number 1111 2222')).toBeVisible()
    await expect(card.getByRole('button', { name: 'Copy' })).toBeVisible()
    await card.getByRole('button', { name: 'Throw it away' }).click()
    await card.getByRole('button', { name: 'Throw it away' }).click()
    await expect(card.getByText('Number 1111 2222')).toBeHidden()
    await pressLogout(page)
    await expectVisitor(page)
  })
})

test('a maker hears that a status was set, also where the order leaves its place', PHONE, async ({ kit }) => {
  const shop = await openShop(kit)
  const order = await buyItem(kit, shop.buyer, shop.item)
  const { page } = shop.maker
  await page.goto(ORDERS)
  await setStatus(shop, orders(shop), 'shipped')
  const notice = page.getByRole('region', { name: 'Notifications' })
  await expect(notice.getByText('Marked as shipped')).toBeVisible()
  await expect(notice.getByText(`“${shop.item.title}” for ${shop.buyer.name}`)).toBeVisible()
  await expect.poll(async () => (await orderOfBuyer(kit, shop.buyer, order)).status).toBe('shipped')
})

test('a maker cancels at the buyer’s wish: it asks first, and the money goes back', PHONE, async ({ kit }) => {
  const shop = await openShop(kit)
  const order = await buyItem(kit, shop.buyer, shop.item)
  await kit.api(shop.buyer).post(`/api/purchases/${order.id}/ask-cancel`)
  const { page } = shop.maker
  await page.goto(ORDERS)
  const card = orders(shop)
  await expect(card.getByText('Asked to cancel', { exact: true })).toBeVisible()
  await expect(card.getByText(`${shop.buyer.name} asks to cancel. You decide.`)).toBeVisible()

  await setStatus(shop, card, 'paid')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`Error Updating Status. ${errorCatalogue.same_status.message}`)).toBeVisible()
  await expect(dialog.getByLabel('Status')).toBeFocused()
  await dialog.getByLabel('Status').selectOption('cancelled')
  await dialog.getByRole('button', { name: 'Update status' }).click()
  await expect(dialog.getByText(`${shop.buyer.name} gets all of $48.00 back.`)).toBeVisible()
  expect((await orderOfBuyer(kit, shop.buyer, order)).status).toBe('paid')
  await dialog.getByRole('button', { name: 'Yes, cancel' }).click()
  await expect(card.getByText(`Cancelled. $48.00 went back to ${shop.buyer.name}.`)).toBeVisible()
  await expect(card.getByRole('button', { name: 'Change status' })).toBeHidden()
  expect(await orderOfBuyer(kit, shop.buyer, order)).toMatchObject({
    status: 'cancelled',
    paymentState: 'refunded',
    refundedAmount: 4800,
  })
})

test(
  'buyer and maker talk about an order; what the maker writes without a signal is sent once',
  PHONE,
  async ({ kit }) => {
    kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
    const shop = await openShop(kit)
    const order = await buyItem(kit, shop.buyer, shop.item)
    await writeAbout(kit, shop.buyer, order, 'When does it leave?')
    const { page } = shop.maker
    await page.goto(ORDERS)
    await orders(shop).getByRole('button', { name: 'Messages 1 new message' }).click()
    const thread = page.getByRole('log', { name: `Messages with ${shop.buyer.name}` })
    await expect(thread.getByText('When does it leave?')).toBeVisible()
    await readyForNoSignal(page)
    await loseSignal(kit, page)
    await writeMessage(page, 'Tomorrow morning.')
    await page.getByRole('textbox', { name: /^Message to/ }).fill('And one more')
    await page.reload()
    await expect(thread.getByText('Waiting for a connection')).toBeVisible()
    await expect(page.getByRole('textbox', { name: /^Message to/ })).toHaveValue('And one more')
    await regainSignal(kit, page)
    await expectSent(page, ['When does it leave?', 'Tomorrow morning.'])
    const sent = await kit.api(shop.buyer).get<Message[]>(`/api/purchases/${order.id}/messages`)
    expect(sent.map(({ content }) => content)).toEqual(['When does it leave?', 'Tomorrow morning.'])
    await page.keyboard.press('Escape')
    await expect(orders(shop).getByRole('button', { name: 'Messages', exact: true })).toBeVisible()
  },
)
