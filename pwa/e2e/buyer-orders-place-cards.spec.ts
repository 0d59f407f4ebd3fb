import type { Locator, Page } from '@playwright/test'
import type { Item } from '#schema/made-to-order'
import type { Purchase } from '#schema/purchase'
import { axe } from './axe'
import { loseSignal, readyForNoSignal, regainSignal } from './connection'
import { loseSession } from './device-storage'
import { expectFits } from './fits'
import { answeredWith, expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import { turnTo } from './focus'
import { dismiss } from './notices'
import { buyItem, moveOrder, ordersOf, postItem } from './orders'
import { DEMO_PASSWORD, type Person } from './person'
import { CARDS, saveCard, typeCard } from './provider'
import { ADDRESS, daysAhead, farDay } from './rentals'
import { expectVisitor, pressLogout } from './sessions'
import { expectWorker } from './workers'

/** Stories that do not depend on the size of the screen run on one, the smaller. */
const OUTCOME_UNKNOWN = 'We do not know yet whether this went through. Pressing again cannot charge twice.'
const PHONE = { tag: '@phone' }
const LEAD_DAYS = 10
const WISHES = { Names: 'Ana, Ben, Chiara', Ink: 'Sage', Paper: 'Cotton' }

/** $48.00, made in ten days, with a text, a color and a choice. */
async function postCards(kit: Kit): Promise<{ maker: Person; item: Item }> {
  const maker = await kit.newcomer()
  const item = await postItem(kit, maker, {
    leadTimeInDays: LEAD_DAYS,
    customizationOptions: [
      { name: 'Names', type: 'text', options: [], required: true, maxLength: 20, hint: 'As they are to be spelled' },
      { name: 'Ink', type: 'color', required: true, options: ['Sage #9CAF88', 'Plum #7A2E4D'] },
      { name: 'Paper', type: 'select', options: ['Cotton', 'Linen'], required: false },
    ],
  })
  return { maker, item }
}

/** Somebody with an address and these cards, looking at an item. */
async function open(kit: Kit, ...cards: (keyof typeof CARDS)[]) {
  const { maker, item } = await postCards(kit)
  const buyer = await kit.newcomer()
  await kit.api(buyer).post('/api/user/address', ADDRESS)
  for (const card of cards) await saveCard(kit, buyer, CARDS[card])
  await buyer.page.goto(`/made-to-order/${item.id}`)
  await expect(form(buyer.page)).toBeVisible()
  return { maker, item, buyer, page: buyer.page }
}

const form = (page: Page): Locator => page.getByRole('form', { name: 'Order it' })
const buy = (page: Page): Locator => form(page).getByRole('button', { name: 'Buy for $48.00' })

async function fillIn(page: Page): Promise<void> {
  await form(page).getByLabel('Names').fill(WISHES.Names)
  await form(page).getByRole('group', { name: /^Ink/ }).getByRole('radio', { name: WISHES.Ink }).check()
  await form(page).getByLabel('Paper').selectOption(WISHES.Paper)
  await form(page).getByLabel('Recipient name').fill('Ana Ruiz')
  await form(page)
    .getByLabel(/^Note to/)
    .fill('The doorman takes parcels.')
}

async function expectFilledIn(page: Page): Promise<void> {
  await expect(form(page).getByLabel('Names')).toHaveValue(WISHES.Names)
  await expect(form(page).getByRole('radio', { name: WISHES.Ink })).toBeChecked()
  await expect(form(page).getByLabel('Paper')).toHaveValue(WISHES.Paper)
  await expect(form(page).getByLabel('Recipient name')).toHaveValue('Ana Ruiz')
  await expect(form(page).getByLabel('ZIP code')).toHaveValue(ADDRESS.zipCode)
  await expect(form(page).getByLabel(/^Note to/)).toHaveValue('The doorman takes parcels.')
}

/** The one order that has come of it, paid once. */
async function expectOneOrder(kit: Kit, buyer: Person): Promise<Purchase> {
  await expect.poll(async () => (await ordersOf(kit, buyer)).map(({ status }) => status)).toEqual(['paid'])
  const [order] = await ordersOf(kit, buyer)
  if (!order) throw new Error('There is no order')
  expect(order).toMatchObject({
    customizations: { ...WISHES, Ink: 'Sage #9CAF88' },
    deliveryAddress: { name: 'Ana Ruiz', ...ADDRESS },
    totalAmount: 4800,
  })
  return order
}

async function expectPlaced(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'My Purchases' })).toBeVisible()
  await expect(page.getByText('Order placed', { exact: true })).toBeVisible()
}

test('a choice whose option is gone stays in sight until its buyer removes it', PHONE, async ({ kit }) => {
  const { maker, item, buyer, page } = await open(kit, 'visa')
  await fillIn(page)
  const customizationOptions = item.customizationOptions.filter(({ name }) => name !== 'Paper')
  const images = [item.mainImage]
  await kit.api(maker).post(`/api/made-to-order/${item.id}`, { ...item, images, customizationOptions })
  await expect(form(page).getByText('The maker does not offer this any more.')).toBeVisible()
  await expect(form(page).getByLabel('Paper')).toHaveValue(WISHES.Paper)
  await expectFits(page, 'an option that is gone')
  expect.soft(await axe(page)).toEqual([])
  await buy(page).click()
  await expect(form(page).getByLabel('Paper')).toBeFocused()
  expect(await ordersOf(kit, buyer)).toEqual([])
  await form(page).getByRole('button', { name: 'Remove Paper' }).click()
  await buy(page).click()
  await expectPlaced(page)
  const [order] = await ordersOf(kit, buyer)
  expect(order?.customizations).toEqual({ Names: WISHES.Names, Ink: 'Sage #9CAF88' })
})

test('an order whose item has left stays in sight until its buyer throws it away', PHONE, async ({ kit }) => {
  kit.allowErrors(answeredWith(404))
  const { maker, item, page } = await open(kit)
  await readyForNoSignal(page)
  await fillIn(page)
  await kit.api(maker).post(`/api/made-to-order/${item.id}/archive`, { archived: true })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('This item is not taking orders at the moment.')).toBeVisible()
  await expect(page.getByText(/The doorman takes parcels/)).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Item Not Found' })).toBeVisible()
  await expect(page.getByText(/Names: Ana, Ben, Chiara/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible()
  await page.getByRole('button', { name: 'Throw it away' }).click()
  await page.getByRole('button', { name: 'Throw it away' }).click()
  await expect(page.getByText(/The doorman takes parcels/)).toBeHidden()
  await pressLogout(page)
  await expectVisitor(page)
})

test('a bank’s question stays while the maker pauses the item', PHONE, async ({ kit }) => {
  const { item, maker, buyer, page } = await open(kit, 'asks')
  await expectWorker(page)
  await fillIn(page)
  await buy(page).click()
  const bank = page.getByRole('alertdialog', { name: 'Your bank asks for one more step' })
  await expect(bank).toBeVisible()
  await kit.api(maker).post(`/api/made-to-order/${item.id}/pause`, { until: daysAhead(20).startDate })
  // This device knows of the pause.
  const tab = await page.context().newPage()
  await tab.goto(`/made-to-order/${item.id}`)
  await expect(tab.getByText('Takes orders again on').first()).toBeVisible()
  await tab.close()
  await bank.getByRole('button', { name: 'Complete' }).click()
  await expectPlaced(page)
  await expectOneOrder(kit, buyer)
})

test('two tabs with one order form share what is typed in it', PHONE, async ({ kit }) => {
  const { item, page } = await open(kit, 'visa')
  const tab = await page.context().newPage()
  await tab.goto(`/made-to-order/${item.id}`)
  await turnTo(tab, page)
  await form(tab).getByLabel('Recipient name').fill('Ana Ruiz')
  await form(tab)
    .getByLabel(/^Note to/)
    .fill('The doorman takes parcels.')
  await expect(form(page).getByLabel(/^Note to/)).toHaveValue('The doorman takes parcels.')
  await turnTo(page, tab)
  await form(page).getByLabel('Names').fill(WISHES.Names)
  await expect(form(tab).getByLabel('Names')).toHaveValue(WISHES.Names)
  await page.reload()
  await expect(form(page).getByLabel('Recipient name')).toHaveValue('Ana Ruiz')
  await expect(form(page).getByLabel('Names')).toHaveValue(WISHES.Names)
})

test('options, a day that is too early, the bank’s step failed and passed, and what is kept of it', async ({ kit }) => {
  const { item, maker, buyer, page } = await open(kit, 'asks')
  const expected = daysAhead(LEAD_DAYS).startDate
  await buy(page).click()
  await expect(form(page).getByLabel('Names')).toBeFocused()
  await expect(form(page).getByText('Recipient name is required')).toBeVisible()
  await form(page).getByLabel('Names').fill('Twenty-one characters')
  await expect(form(page).getByText('Please keep this under 20 characters')).toBeVisible()
  await expect(form(page).getByText('21 of 20 characters')).toBeVisible()
  await fillIn(page)
  const wanted = daysAhead(LEAD_DAYS - 2).startDate
  await form(page).getByLabel('Needed by').fill(wanted)
  const late = `Expected on ${farDay(expected)}, 2 days after ${farDay(wanted)}.`
  await expect(form(page).getByText(late)).toBeVisible()
  await buy(page).click()
  const asked = form(page).getByRole('checkbox', { name: `I have asked ${maker.name} whether it can be there by then` })
  await expect(asked).toBeFocused()
  await asked.check()
  expect.soft(await axe(page)).toEqual([])

  await buy(page).click()
  const bank = page.getByRole('alertdialog', { name: 'Your bank asks for one more step' })
  await bank.getByRole('button', { name: 'Fail' }).click()
  await dismiss(page, 'Purchase Failed')
  await expectFilledIn(page)
  await buy(page).click()
  await bank.getByRole('button', { name: 'Complete' }).click()
  await expectPlaced(page)
  await expectOneOrder(kit, buyer)

  const card = page.getByRole('article', { name: item.title })
  await expect(card.getByText('Paid', { exact: true })).toBeVisible()
  await expect(card.getByText('$48.00').first()).toBeVisible()
  await expect(card.getByText('Sage #9CAF88', { exact: true })).toBeVisible()
  await expect(card.getByRole('region', { name: 'Your Note' })).toContainText('The doorman takes parcels.')
  await readyForNoSignal(page)
  kit.allowErrors(NETWORK_ERRORS)
  await loseSignal(kit, page)
  await card.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  expect.soft(await axe(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to My Purchases' }).click()
  // The wish to cancel waits for the connection, and is the seller's to grant.
  await card.getByRole('button', { name: 'Ask to cancel' }).click()
  await card.getByRole('button', { name: 'Ask to cancel' }).click()
  await expect(card.getByText(`${maker.name} is asked to cancel as soon as there is a connection.`)).toBeVisible()
  await regainSignal(kit, page)
  await expect(card.getByText(`Paid. You have asked ${maker.name} to cancel.`)).toBeVisible()
  const [order] = await ordersOf(kit, buyer)
  await kit.api(maker).post(`/api/made-to-order/${item.id}/archive`, { archived: true })
  await kit.api(maker).post(`/api/purchases/${order?.id}/status`, { status: 'cancelled' })
  await expect(card.getByText(`${maker.name} cancelled.`)).toBeVisible()
  await expect(card.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(card.getByText('Its maker no longer offers this.')).toBeVisible()
  expect.soft(await axe(page)).toEqual([])
})

test('after Buy the new order is in sight, however many there are', PHONE, async ({ kit }) => {
  const { maker, buyer, page } = await open(kit, 'visa')
  const other = await postItem(kit, maker)
  for (let nth = 0; nth < 4; nth++) await buyItem(kit, buyer, other, 6)
  await fillIn(page)
  await buy(page).click()
  await expectPlaced(page)
  const newest = Math.max(...(await ordersOf(kit, buyer)).map(({ id }) => id))
  await expect(page).toHaveURL(`/purchases#order-${newest}`)
  await expect(page.locator(`#order-${newest}`).getByText('Paid', { exact: true })).toBeInViewport()
})

test('the address opens by pointing, by the keyboard and by a tap', async ({ kit, hasTouch }) => {
  const { item, page } = await open(kit, 'visa')
  await fillIn(page)
  await buy(page).click()
  await expectPlaced(page)
  // The pointer may still lie where it pressed Buy.
  await page.mouse.move(0, 0)
  const words = page.getByRole('article', { name: item.title }).getByRole('button', { name: 'View Address' })
  const address = page.getByRole('tooltip')
  const text = 'Ana Ruiz, 412 5th Street, Brooklyn, NY 11215'
  await expect(words).toHaveAccessibleDescription(text)
  await expect(address).toBeHidden()
  if (hasTouch) {
    await words.tap()
    await expect(address).toHaveText(text)
    await words.tap()
    await expect(address).toBeHidden()
  } else {
    await words.hover()
    await expect(address).toHaveText(text)
    await page.mouse.move(0, 0)
    await expect(address).toBeHidden()
  }
  await words.focus()
  await page.keyboard.press('Shift+Tab')
  await expect(address).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(words).toBeFocused()
  await expect(address).toHaveText(text)
  await page.keyboard.press('Escape')
  await expect(address).toBeHidden()
})

test(
  'without a card the payment step opens in the form, and the trip for one comes back to it',
  PHONE,
  async ({ kit }) => {
    kit.allowErrors(answeredWith(402))
    const { buyer, page } = await open(kit)
    await fillIn(page)
    await buy(page).click()
    await expect(form(page).getByText('No payment methods found')).toBeVisible()
    await expect(page.getByText('Purchase Failed')).toBeHidden()
    await form(page).getByRole('button', { name: 'Add Payment Method' }).click()
    await typeCard(page, CARDS.visa)
    await dismiss(page, 'Payment method added successfully')
    await expectFilledIn(page)
    await expect(form(page).getByRole('radio', { name: CARDS.visa.name })).toBeChecked()
    await buy(page).click()
    await expectPlaced(page)
    await expectOneOrder(kit, buyer)
  },
)

test(
  'a card that is asked for after the session has ended leads to the login page, and the order is kept',
  PHONE,
  async ({ kit }) => {
    kit.allowErrors(answeredWith(401), answeredWith(402))
    const { buyer, item, page } = await open(kit)
    await fillIn(page)
    await buy(page).click()
    await expect(form(page).getByText('No payment methods found')).toBeVisible()
    // The app hears of the session's end by its next question; the page of the payment is that question.
    await loseSession(buyer.context)
    await form(page).getByRole('button', { name: 'Add Payment Method' }).click()
    await expect(page.getByRole('heading', { name: `Welcome back, ${buyer.name}` })).toBeVisible()
    await page.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(`/made-to-order/${item.id}`)
    await expectFilledIn(page)
  },
)

test('after a declined card another one buys it', PHONE, async ({ kit }) => {
  kit.allowErrors(answeredWith(402))
  const { buyer, page } = await open(kit, 'visa', 'declines')
  await fillIn(page)
  await form(page).getByRole('button', { name: 'Change card' }).click()
  await form(page).getByRole('radio', { name: CARDS.declines.name }).check()
  await buy(page).click()
  await expect(form(page).getByText('Purchase Failed')).toBeVisible()
  await expect(form(page).getByText('Your card was declined.')).toBeVisible()
  await expectFilledIn(page)
  await form(page).getByRole('radio', { name: CARDS.visa.name }).check()
  await buy(page).click()
  await expectPlaced(page)
  const orders = await ordersOf(kit, buyer)
  expect(orders.map(({ status, paymentState }) => `${status} ${paymentState}`).toSorted()).toEqual([
    'cancelled failed',
    'paid captured',
  ])
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('a double click, a lost answer with a reload, and going back never buy twice', PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const { item, buyer, page } = await open(kit, 'visa')
  await fillIn(page)
  // Before the reload the page does not hear what came of the press.
  await kit.proxy.mode({ kind: 'cut-before' }, { path: /^\/api\/users\// })
  await kit.proxy.mode({ kind: 'forward-then-cut' }, { method: 'POST', path: /\/purchase$/, times: 1 })
  await buy(page).dblclick()
  await expect(page.getByText(OUTCOME_UNKNOWN)).toBeVisible()
  expect(kit.proxy.delivered('POST', /\/purchase$/)).toBe(1)
  await kit.proxy.reset()
  await kit.proxy.mode({ kind: 'cut-before' }, { path: /^\/api\/users\//, times: 1 })
  await page.reload()
  // The page asks what came of the press that it was left in, and asks again where the first answer is lost too.
  await expectPlaced(page)
  await expectOneOrder(kit, buyer)
  await page.goBack()
  await expect(page.getByRole('heading', { name: item.title })).toBeVisible()
  await expect(form(page).getByLabel('Names')).toHaveValue('')
  await buy(page).click()
  await expect(form(page).getByLabel('Names')).toBeFocused()
  await expectOneOrder(kit, buyer)
})

test(
  'a lost answer is not called a failure, and the truth is told as soon as the server is back',
  PHONE,
  async ({ kit }) => {
    kit.allowErrors(NETWORK_ERRORS)
    const { buyer, page } = await open(kit, 'visa')
    await fillIn(page)
    await kit.proxy.mode({ kind: 'cut-before' }, { path: /^\/api\/users\// })
    await kit.proxy.mode({ kind: 'forward-then-cut' }, { method: 'POST', path: /\/purchase$/, times: 1 })
    await buy(page).click()
    await expect(page.getByText(OUTCOME_UNKNOWN)).toBeVisible()
    await expect(page.getByText('Purchase Failed')).toHaveCount(0)
    await kit.proxy.reset()
    await expectPlaced(page)
    await expectOneOrder(kit, buyer)
  },
)

test('an order whose answer was lost is not announced once its maker is at work', PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const { item, maker, buyer, page } = await open(kit, 'visa')
  await fillIn(page)
  await kit.proxy.mode({ kind: 'cut-before' }, { path: /^\/api\/users\// })
  await kit.proxy.mode({ kind: 'forward-then-cut' }, { method: 'POST', path: /\/purchase$/, times: 1 })
  await buy(page).click()
  await expect(page.getByText(OUTCOME_UNKNOWN)).toBeVisible()
  await page.goto('/purchases')
  await kit.proxy.reset()
  await moveOrder(kit, maker, await expectOneOrder(kit, buyer), 'processing')
  await page.goto(`/made-to-order/${item.id}`)
  await expect(page.getByText('Your earlier order was placed')).toBeVisible()
  await expect(form(page).getByLabel('Names')).toHaveValue('')
  await expect(page.getByText('Order placed')).toHaveCount(0)
  await expect(page).toHaveURL(`/made-to-order/${item.id}`)
})

test('a visitor fills in the form, signs in and finds it filled in', PHONE, async ({ kit }) => {
  const { item } = await postCards(kit)
  const { name, context } = await kit.newcomer()
  await kit.api({ context }).post('/api/user/address', ADDRESS)
  const { page } = await kit.visitor()
  await page.goto('/purchases')
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  await expect(page.getByText('Please sign in to view your purchases.')).toBeVisible()
  await page.goto(`/made-to-order/${item.id}`)
  await fillIn(page)
  for (const [label, value] of [
    ['Street', ADDRESS.street],
    ['City', ADDRESS.city],
    ['State', ADDRESS.state],
    ['ZIP code', ADDRESS.zipCode],
  ] as const)
    await form(page).getByLabel(label, { exact: true }).fill(value)
  await buy(page).click()
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  await expect(page.getByText('Please sign in to purchase this item')).toBeVisible()
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: item.title })).toBeVisible()
  await expectFilledIn(page)
  await page.goto('/purchases')
  await expect(page.getByRole('heading', { name: 'No purchases yet' })).toBeVisible()
})

test('without a connection the form is kept and says what it waits for', PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const { buyer, page } = await open(kit, 'visa')
  await readyForNoSignal(page)
  await loseSignal(kit, page)
  await fillIn(page)
  const needed = form(page).getByLabel('Needed by')
  const day = daysAhead(LEAD_DAYS + 5).startDate
  await needed.fill(`2${day}`)
  await expect(form(page).getByText('Please check the year')).toBeVisible()
  await expect(needed).toHaveValue(`2${day}`)
  const [year, month, dayOfMonth] = day.split('-')
  await needed.pressSequentially(`${month}${dayOfMonth}${year}`)
  await expect(needed).toHaveValue(day)
  await expect(buy(page)).toBeDisabled()
  await expect(form(page).getByText(/^Not ordered\. Your form is kept on this device/)).toBeVisible()
  await page.reload()
  await expectFilledIn(page)
  await expect(needed).toHaveValue(day)
  await regainSignal(kit, page)
  await expect(buy(page)).toBeEnabled()
  // A day in part is no order without a day.
  await needed.press('Delete')
  await needed.press('Enter')
  await expect(needed).toBeFocused()
  await expect(form(page).getByText('Please give day, month and year')).toBeVisible()
  await needed.fill(`2${day}`)
  await buy(page).click()
  await expect(needed).toBeFocused()
  await needed.fill(day)
  await expect(form(page).getByText('Please give day, month and year')).toBeHidden()
  // Nothing of money leaves by itself.
  expect(await ordersOf(kit, buyer)).toEqual([])
  await buy(page).click()
  await expectPlaced(page)
  await expectOneOrder(kit, buyer)
})

test('a maker’s pause and a day that is too early hide what cannot be there in time', PHONE, async ({ kit }) => {
  const { maker, item } = await postCards(kit)
  const until = daysAhead(6).startDate
  await kit.api(maker).post(`/api/made-to-order/${item.id}/pause`, { until })
  const { page } = await kit.visitor()
  await page.goto(`/made-to-order?search=${encodeURIComponent(item.title)}`)
  const again = `Takes orders again on ${farDay(daysAhead(7).startDate)}`
  await expect(page.getByRole('article')).toContainText(again)
  const filterBy = async (day: string) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('Ready by my date').fill(day)
    await page.getByRole('button', { name: 'Apply Filters' }).click()
  }
  await filterBy(daysAhead(16).startDate)
  await expect(page.getByText('No items found matching your filters.')).toBeVisible()
  await expect(page).toHaveURL(/by=\d{4}-\d{2}-\d{2}/)
  await page.getByRole('button', { name: /^Remove Ready by/ }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  // A day in part goes with the rest.
  const day = page.getByLabel('Ready by my date')
  await day.press('1')
  expect(await day.evaluate((field: HTMLInputElement) => field.validity.badInput)).toBe(true)
  await page.getByRole('button', { name: 'Reset All' }).click()
  expect(await day.evaluate((field: HTMLInputElement) => field.validity.badInput)).toBe(false)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await filterBy(daysAhead(17).startDate)
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('article').getByRole('link').first().click()
  await expect(page.getByText(`${again}.`)).toBeVisible()
  await expect(form(page)).toBeHidden()
})

test(
  'a day and three pieces, chosen among the items, stand in the form, and three are paid for and packed',
  PHONE,
  async ({ kit }) => {
    const { item, maker, buyer, page } = await open(kit, 'visa')
    const day = daysAhead(LEAD_DAYS + 5).startDate
    await page.goto(`/made-to-order?search=${encodeURIComponent(item.title)}`)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('Ready by my date').fill(day)
    const more = page.getByRole('button', { name: 'Increase pieces' })
    await more.click()
    await more.click()
    await page.getByRole('button', { name: 'Apply Filters' }).click()
    await expect(page.getByRole('article')).toContainText('$144.00 for 3 pieces')
    await page.getByRole('article').getByRole('link').first().click()
    await expect(form(page).getByLabel('Pieces', { exact: true })).toHaveValue('3')
    await expect(form(page).getByLabel('Needed by')).toHaveValue(day)
    await fillIn(page)
    await expect(form(page).getByText('Total: 3 x $48.00')).toBeVisible()
    expect.soft(await axe(page)).toEqual([])
    await form(page).getByRole('button', { name: 'Buy for $144.00' }).click()
    await expectPlaced(page)
    expect(await ordersOf(kit, buyer)).toMatchObject([{ status: 'paid', quantity: 3, totalAmount: 14400, needBy: day }])
    const card = page.getByRole('article', { name: item.title })
    await card.getByRole('link', { name: 'Receipt' }).click()
    await expect(page.getByText(`${item.title}, 3 x $48.00`)).toBeVisible()

    await maker.page.goto('/manage-made-to-order?tab=orders')
    const order = maker.page.getByRole('article', { name: item.title })
    await expect(order.getByText('3 pieces')).toBeVisible()
    await order.getByRole('link', { name: 'Packing slip' }).click()
    await expect(maker.page.getByRole('definition').filter({ hasText: /^3$/ })).toBeVisible()

    const [sent] = await ordersOf(kit, buyer)
    await kit.api(maker).post(`/api/purchases/${sent?.id}/status`, { status: 'shipped' })
    await page.getByRole('link', { name: 'Back to My Purchases' }).click()
    const missing = card.getByRole('button', { name: 'It did not arrive' })
    await expect(missing).toBeEnabled()
    kit.allowErrors(NETWORK_ERRORS)
    await expectWorker(page)
    await kit.offline(buyer.context, true)
    await expect(missing).toBeDisabled()
    await expect(missing).toHaveAccessibleDescription('Saying whether it arrived needs a connection.')
    expect.soft(await axe(page)).toEqual([])
  },
)
