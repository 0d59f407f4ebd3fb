import type { Purchase } from '#schema/purchase'
import { axe } from './axe'
import { readyForNoSignal } from './connection'
import { whileStopped } from './ended-rentals'
import { answeredWith, expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import { buyItem, DELIVERY_ADDRESS, moveOrder, newBuyer, orderOfBuyer, postItem } from './orders'
import type { Person } from './person'
import { CARDS, saveCard } from './provider'
import { newOwner } from './rentals'

/** Stories that do not depend on the size of the screen run on one, the smaller. */
const PHONE = { tag: '@phone' }
const DAY_MS = 86_400_000

test('an operator returns a part of an order, then all of it; its buyer sees both', PHONE, async ({ kit }) => {
  kit.allowErrors(answeredWith(409))
  const maker = await kit.newcomer()
  const item = await postItem(kit, maker)
  const buyer = await newBuyer(kit)
  const order = await buyItem(kit, buyer, item)
  const { page } = await kit.newPerson('operator')
  await page.goto('/operator?tab=refunds')
  const search = page.getByRole('form', { name: 'Find an order' })
  await search.getByLabel('Order number').fill(String(order.id))
  await search.getByRole('button', { name: 'Find' }).click()
  const found = page.getByRole('article', { name: `Order ${order.id}` })
  await expect(found.getByText(`${maker.name} sells to ${buyer.name}`)).toBeVisible()
  const refund = found.getByRole('form', { name: 'Refund of the order' })
  const pressRefund = async (money: string) => {
    await refund.getByRole('button', { name: 'Refund' }).click()
    const question = page.getByRole('dialog', { name: `Return ${money} to ${buyer.name}?` })
    await question.getByRole('button', { name: `Yes, return ${money}` }).click()
  }
  await refund.getByLabel('Amount to return').fill('50')
  await refund.getByLabel('Why').fill('Two cards came torn.')
  await pressRefund('$50.00')
  // No more than was paid goes back.
  await expect(page.getByText('There is not that much left to return.').first()).toBeVisible()
  await refund.getByLabel('Amount to return').fill('8')
  await pressRefund('$8.00')
  await expect(found.getByText('$40.00')).toBeVisible()
  await expect(found.getByText(/ · paid · Partly refunded$/)).toBeVisible()
  expect.soft(await axe(page)).toEqual([])
  await expect
    .poll(() => orderOfBuyer(kit, buyer, order))
    .toMatchObject({ status: 'paid', refundedAmount: 800, paymentState: 'refunded' })

  await search.getByRole('button', { name: 'Find' }).click()
  await refund.getByLabel('Amount to return').fill('40')
  await refund.getByLabel('Why').fill('The rest was torn as well.')
  await pressRefund('$40.00')
  await expect
    .poll(() => orderOfBuyer(kit, buyer, order))
    .toMatchObject({ status: 'cancelled', refundedAmount: 4800, paymentState: 'refunded' })
  await buyer.page.goto('/purchases')
  const card = buyer.page.getByRole('article', { name: item.title })
  await expect(card.getByText(/ended this order\. \$48\.00 has been refunded\./)).toBeVisible()
})

test('an operator whose screen is old returns nothing, sees what is so by now, and goes on', PHONE, async ({ kit }) => {
  kit.allowErrors(answeredWith(409))
  const item = await postItem(kit, await kit.newcomer())
  const buyer = await newBuyer(kit)
  const order = await buyItem(kit, buyer, item)
  const { page, context } = await kit.newPerson('operator')
  await page.goto('/operator?tab=refunds')
  const search = page.getByRole('form', { name: 'Find an order' })
  await search.getByLabel('Order number').fill(String(order.id))
  await search.getByRole('button', { name: 'Find' }).click()
  const found = page.getByRole('article', { name: `Order ${order.id}` })
  const refund = found.getByRole('form', { name: 'Refund of the order' })
  await refund.getByLabel('Amount to return').fill('8')
  await refund.getByLabel('Why').fill('Two cards came torn.')
  const elsewhere = { amount: 100, note: 'The ribbon was missing.' }
  await kit.api({ context }).post(`/api/operator/purchases/${order.id}/refund`, elsewhere)
  const pressRefund = async () => {
    await refund.getByRole('button', { name: 'Refund' }).click()
    await page.getByRole('button', { name: 'Yes, return $8.00' }).click()
  }
  await pressRefund()
  await expect(page.getByText('$1.00 have been returned by now.').first()).toBeVisible()
  await expect(found.getByText('$47.00')).toBeVisible()
  await pressRefund()
  await expect(found.getByText('$39.00')).toBeVisible()
  expect(await orderOfBuyer(kit, buyer, order)).toMatchObject({ status: 'paid', refundedAmount: 900 })
})

test(
  'a seller cancels after the payout: the transfer comes back first, then the buyer is refunded',
  PHONE,
  async ({ kit }) => {
    kit.allowErrors(NETWORK_ERRORS)
    const maker = await newOwner(kit)
    const item = await postItem(kit, maker)
    const buyer = await newBuyer(kit)
    const order = await buyItem(kit, buyer, item)
    await moveOrder(kit, maker, order, 'delivered')
    await deliveredDaysAgo(kit, order, 3)
    const { page } = maker
    await page.goto('/manage-made-to-order?tab=orders')
    const card = page.getByRole('article', { name: item.title })
    // The money has left for the maker's account.
    await expect
      .poll(async () => (await sellersOrder(kit, maker, order)).money?.map(({ what }) => what))
      .toContain('sent')
    await page.reload()
    await card.getByRole('button', { name: 'Change status' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Status').selectOption('cancelled')
    await dialog.getByRole('button', { name: 'Update status' }).click()
    await expect(dialog.getByText(`${buyer.name} gets all of $48.00 back.`)).toBeVisible()
    await expect(dialog.getByText(/The money sent to your payout account is taken back first\./)).toBeVisible()
    await expect(dialog.getByText(/The payment provider keeps its fee for this payment, about \$1\.69\./)).toBeVisible()
    expect.soft(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Yes, cancel' }).click()
    await expect
      .poll(() => orderOfBuyer(kit, buyer, order))
      .toMatchObject({ status: 'cancelled', paymentState: 'refunded', refundedAmount: 4800 })
    const moments = (await sellersOrder(kit, maker, order)).money?.map(({ what }) => what) ?? []
    expect(moments.indexOf('taken_back')).toBeGreaterThan(-1)
    expect(moments.indexOf('taken_back')).toBeLessThan(moments.indexOf('refunded'))
  },
)

async function sellersOrder(kit: Kit, maker: Person, { id, itemId }: Purchase): Promise<Purchase> {
  const all = await kit.api(maker).get<Purchase[]>(`/api/made-to-order/${itemId}/purchases`)
  const found = all.find((order) => order.id === id)
  if (!found) throw new Error(`There is no order ${id}`)
  return found
}

test(
  'a payment that comes too late: the order has ended, its buyer is told, and nothing is taken',
  PHONE,
  async ({ kit }) => {
    kit.allowErrors(NETWORK_ERRORS)
    const maker = await kit.newcomer()
    const item = await postItem(kit, maker)
    const buyer = await kit.newcomer()
    await saveCard(kit, buyer, CARDS.asks)
    const { purchase } = await kit.api(buyer).post<{ purchase: Purchase }>(`/api/made-to-order/${item.id}/purchase`, {
      deliveryAddress: DELIVERY_ADDRESS,
      customizations: { Names: 'Ana' },
    })
    expect(purchase.status).toBe('pending')
    const { page } = buyer
    await page.goto('/purchases')
    const card = page.getByRole('article', { name: item.title })
    await expect(card.getByText(/^Not paid yet\. Finish the payment/)).toBeVisible()
    await readyForNoSignal(page)
    const late = new Date(Date.now() - 1000).toISOString()
    await whileStopped(kit, () => [
      { sql: 'UPDATE made_to_order_purchases SET pay_by = ? WHERE id = ?', args: [late, purchase.id] },
    ])
    await expect(card.getByText('The payment did not come in time, so this order was cancelled.')).toBeVisible()
    await expect(card.getByText('Nothing was taken.')).toBeVisible()
    await expect(card.getByRole('button', { name: /Finish payment/ })).toBeHidden()
    expect.soft(await axe(page)).toEqual([])
    await expect
      .poll(() => orderOfBuyer(kit, buyer, purchase))
      .toMatchObject({ status: 'cancelled', refundedAmount: 0 })
  },
)

/** No call delivers in the past; at its start the server pays out what is due. */
async function deliveredDaysAgo(kit: Kit, { id }: Purchase, days: number): Promise<void> {
  const at = new Date(Date.now() - days * DAY_MS).toISOString()
  await whileStopped(kit, () => [
    { sql: 'UPDATE made_to_order_purchases SET status_changed_at = ? WHERE id = ?', args: [at, id] },
    { sql: `UPDATE purchase_history SET at = ? WHERE purchase_id = ? AND status = 'delivered'`, args: [at, id] },
  ])
}
