import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { cancelLimits } from '../http/limits'
import { auditLedger } from '../money/ledger/audit'
import { listBalances } from '../test-support/list-balances'
import { placeOrder, postItem, setOrderStatus } from '../test-support/order-kit'
import { askProvider } from '../test-support/provider-kit'
import { approvedOffer, holdOffer, openPayoutAccount, openRental, type Rental } from '../test-support/rental-kit'
import { signIn } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { compareBalance } from './compare-balance'
import { reconcile } from './reconcile'

const DAY_MS = 86_400_000
let t: TestApp
let rental: Rental

beforeEach(async () => {
  t = await openTestApp()
  rental = await openRental(t)
  await openPayoutAccount(t, rental.owner)
})
afterEach(async () => {
  expect(await auditLedger(t.deps.db)).toEqual([])
  await reconcile(t.deps)
  expect(await auditLedger(t.deps.db)).toEqual([])
  expect(await compareBalance(t.deps)).toEqual([])
  expect(t.errors).toEqual([])
  await t.close()
})

const debt = async () => (await listBalances(t.deps.db)).get(`owner_receivable:${rental.owner.id}`) ?? 0
const feesBorneByUs = async () => (await listBalances(t.deps.db)).get('stripe_fees') ?? 0
const cancel = (id: number, as = rental.owner.as) => t.call('POST', `/api/bookings/${id}/cancel`, { as })
const lines = async () => (await t.call('GET', `/api/user/transactions`, { as: rental.owner.as })).body

async function paidBooking(day: number): Promise<number> {
  const date = new Date(t.clock.now.getTime() + day * DAY_MS).toISOString().slice(0, 10)
  return approvedOffer(t, rental, 'renter', { startDate: date, endDate: date })
}

const cancelOrder = (id: number) => setOrderStatus(t, rental.owner, id, 'cancelled')

describe('who cancels after the money was taken bears the provider’s fee', () => {
  test('an owner, when the provider had named the fee already', async () => {
    const id = await paidBooking(20)
    await reconcile(t.deps)
    const fee = await feesBorneByUs()
    expect(fee).toBeGreaterThan(0)
    expect((await cancel(id)).status).toBe(200)
    expect(await debt()).toBe(fee)
    expect(await feesBorneByUs()).toBe(0)
    expect(await lines()).toContainEqual(
      expect.objectContaining({ type: 'refund', cause: 'cancel_fee', totalAmount: -fee, status: 'available' }),
    )
  })

  test('an owner, when the provider names the fee only later; once, however often it is named', async () => {
    const id = await paidBooking(20)
    await cancel(id)
    expect(await debt()).toBe(0)
    for (const _ of [1, 2]) await reconcile(t.deps)
    expect(await debt()).toBeGreaterThan(0)
    expect(await feesBorneByUs()).toBe(0)
  })

  test('a seller likewise; the next sale pays it', async () => {
    const itemId = await postItem(t, rental.owner)
    await cancelOrder(await placeOrder(t, rental.renter, itemId))
    await reconcile(t.deps)
    const fee = await debt()
    expect(fee).toBeGreaterThan(0)
    const next = await placeOrder(t, rental.renter, itemId)
    await setOrderStatus(t, rental.owner, next, 'delivered')
    t.clock.advance(3 * DAY_MS)
    await t.deps.payments.local?.tick()
    rental.owner.as = await signIn(t, rental.owner.username)
    await t.call('POST', '/api/bookings/update-statuses', { as: rental.owner.as })
    const { sweepPurchases } = await import('../made-to-order/purchases/purchase-sweep')
    await sweepPurchases(t.deps)
    expect(await debt()).toBe(0)
    const { data } = await askProvider(t, 'GET', '/v1/transfers?limit=10')
    expect(data).toMatchObject([{ amount: 4000 - fee }])
  })

  test('a renter’s cancel and an offer that was never paid cost the owner nothing', async () => {
    await cancel(await paidBooking(20), rental.renter.as)
    await holdOffer(t, rental, 'renter', { startDate: '2026-12-28', endDate: '2026-12-28' })
    await reconcile(t.deps)
    expect(await debt()).toBe(0)
  })
})

describe('how often one account cancels what was paid for', () => {
  test('is limited in a day, for both sides; the next one is possible later', async () => {
    const most = cancelLimits.aDay.young
    const ids: number[] = []
    for (let nth = 0; nth <= most; nth++) ids.push(await paidBooking(10 + nth))
    for (const id of ids.slice(0, most)) expect((await cancel(id)).status).toBe(200)
    const refused = await cancel(ids[most] ?? 0)
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({ code: 'daily_limit' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000)
    // Rentals and orders are counted together.
    const order = await placeOrder(t, rental.renter, await postItem(t, rental.owner))
    expect((await cancelOrder(order)).body).toMatchObject({ code: 'daily_limit' })
    t.clock.advance(DAY_MS)
    rental.owner.as = await signIn(t, rental.owner.username)
    expect((await cancelOrder(order)).status).toBe(200)
  })

  test('does not count offers that nobody had paid for', async () => {
    for (let nth = 0; nth <= cancelLimits.aDay.young; nth++) {
      const date = `2026-12-${10 + nth}`
      const id = await holdOffer(t, rental, 'renter', { startDate: date, endDate: date })
      expect((await cancel(id, rental.renter.as)).status).toBe(200)
    }
    expect((await cancel(await paidBooking(25), rental.renter.as)).status).toBe(200)
  })
})
