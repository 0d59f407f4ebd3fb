import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { formatCents } from '#schema/money'
import { damageReports } from '../db/tables'
import { findPurchaseRow } from '../made-to-order/purchases/purchase-queries'
import { sweepPurchases } from '../made-to-order/purchases/purchase-sweep'
import { sweepBookings } from '../rentals/bookings/booking-sweep'
import { workEvents } from '../settlement/webhooks'
import { acceptDamage, openEndedRental, reportDamage } from '../test-support/damage-kit'
import { placeOrder, postItem, setOrderStatus } from '../test-support/order-kit'
import { askProvider, decideDispute, disputePayment } from '../test-support/provider-kit'
import { armFault, openPayoutAccount, saveCard } from '../test-support/rental-kit'
import { signIn, signUp, signUpHost, signUpOperator, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { auditLedger } from './ledger/audit'
import { commandsOf } from './payment-commands'
import { payoutLimits } from './payout-limits'

const HOUR_MS = 3_600_000
let t: TestApp
let maker: TestPerson
let buyer: TestPerson

beforeEach(async () => {
  t = await openTestApp({ NEW_SELLER_HOLD_DAYS: '7' })
  maker = await signUpHost(t, 'mira')
  buyer = await signUp(t, 'bea')
  await openPayoutAccount(t, maker)
  await saveCard(t, buyer)
})
afterEach(async () => {
  expect(await auditLedger(t.deps.db)).toEqual([])
  expect(t.errors).toEqual([])
  await t.close()
})

async function deliver(price: number): Promise<number> {
  const id = await placeOrder(t, buyer, await postItem(t, maker, { price }))
  await setOrderStatus(t, maker, id, 'delivered')
  return id
}
async function advance(hours: number): Promise<void> {
  t.clock.advance(hours * HOUR_MS)
  await t.deps.payments.local?.tick()
  await sweepPurchases(t.deps)
  for (const person of [maker, buyer]) person.as = await signIn(t, person.username)
}
const sent = async () =>
  (await askProvider(t, 'GET', '/v1/transfers?limit=20')).data.map(({ amount }: { amount: number }) => amount)
const lines = async () => (await t.call('GET', `/api/user/transactions`, { as: maker.as })).body

test('the first payouts of a new seller wait for seven days, and say so; those after them do not', async () => {
  await deliver(4000)
  await advance(49)
  expect(await sent()).toEqual([])
  expect(await lines()).toMatchObject([{ status: 'available', heldBecause: 'new_seller' }])
  await advance(6 * 24)
  expect(await sent()).toEqual([])
  await advance(24)
  expect(await sent()).toEqual([4000])
  expect(await lines()).toMatchObject([{ heldBecause: null }])
  await deliver(5000)
  await advance(49)
  expect(await sent()).toEqual([5000, 4000])
})

test('an order that its buyer’s bank has returned whole is no first sale', async () => {
  const order = await findPurchaseRow(t.deps.db, await deliver(4000))
  const dispute = await disputePayment(t, order?.stripeChargeId ?? '')
  await decideDispute(t, dispute, 'lost')
  await t.deps.payments.local?.tick()
  await workEvents(t.deps)
  await advance(49)
  await advance(8 * 24)
  await deliver(5000)
  await advance(49)
  expect(await sent()).toEqual([])
  expect((await lines())[0]).toMatchObject({ status: 'available', heldBecause: 'new_seller', totalAmount: 5000 })
})

test('money that a new seller’s days hold waits for the bank first, once the bank decides', async () => {
  const id = await deliver(4000)
  await advance(49)
  const row = await findPurchaseRow(t.deps.db, id)
  await disputePayment(t, row?.stripeChargeId ?? '')
  await t.deps.payments.local?.tick()
  await workEvents(t.deps)
  await advance(1)
  expect(await lines()).toMatchObject([{ status: 'available', heldBecause: 'dispute' }])
})

test('so much a day leaves for one seller; the rest leaves on the next days', async () => {
  const half = payoutLimits.aDay.young / 2
  for (const price of [half, half, half]) await deliver(price)
  await advance(49)
  await advance(7 * 24)
  expect(await sent()).toEqual([half, half])
  expect(
    (await lines()).filter(({ heldBecause }: { heldBecause: string }) => heldBecause === 'payout_limit'),
  ).toHaveLength(1)
  await advance(25)
  expect(await sent()).toHaveLength(3)
})

test('one sale that is more than a day’s limit leaves alone', async () => {
  await deliver(payoutLimits.aDay.young + 100)
  await deliver(1000)
  await advance(49)
  await advance(7 * 24)
  expect(await sent()).toHaveLength(1)
  await advance(25)
  expect(await sent()).toHaveLength(2)
})

test('what a new owner is paid for damage waits like their sales, says so, and leaves with them', async () => {
  const rental = await openEndedRental(t)
  await openPayoutAccount(t, rental.owner)
  await acceptDamage(t, rental, await reportDamage(t, rental))
  const lines = async () => {
    await sweepBookings(t.deps)
    rental.owner.as = await signIn(t, rental.owner.username)
    return (await t.call('GET', '/api/user/transactions', { as: rental.owner.as })).body
  }
  expect(await lines()).toMatchObject([{ type: 'damage', heldBecause: 'new_seller' }, { status: 'pending' }])
  await advance(49)
  expect(await lines()).toMatchObject([{ heldBecause: 'new_seller' }, { heldBecause: 'new_seller' }])
  await advance(6 * 24)
  expect(await lines()).toMatchObject([{ heldBecause: 'new_seller' }, { heldBecause: 'new_seller' }])
  expect(await sent()).toEqual([])
  await advance(25)
  expect(await lines()).toMatchObject([{ heldBecause: null }, { heldBecause: null }])
  expect((await sent()).toSorted()).toEqual([2000, 3750])
})

/** The provider is asked for the payout three times, fails each time, and then an operator holds the seller's payouts. */
async function holdAfter(fault: 'error_before' | 'drop'): Promise<{ purchaseId: number }> {
  const purchaseId = await deliver(4000)
  for (const hours of [49, 6 * 24]) await advance(hours)
  await armFault(t, { kind: fault, match: 'POST /v1/transfers', times: 3 })
  await advance(24)
  await setHeld(true)
  for (const _ of Array(4)) await advance(0.2)
  return { purchaseId }
}
const setHeld = async (held: boolean) => {
  const { as } = await signUpOperator(t, `olga${held}`)
  const body = { username: maker.username, held, note: 'A suspicion.' }
  expect((await t.call('POST', '/api/operator/payouts', { as, body })).status).toBe(200)
}

test('a payout that the provider did not get before an operator held it stays, in nobody’s way, and leaves when it may', async () => {
  const about = await holdAfter('error_before')
  expect(await sent()).toEqual([])
  expect(await commandsOf(t.deps.db, about, 'transfer')).toMatchObject({ count: 1, isUnderWay: false })
  expect(await lines()).toMatchObject([{ heldBecause: 'operator' }])
  await setHeld(false)
  await advance(2)
  expect(await sent()).toEqual([4000])
})

test('a payout that had left before an operator held it counts as sent', async () => {
  const { purchaseId } = await holdAfter('drop')
  expect(await sent()).toEqual([4000])
  expect(await findPurchaseRow(t.deps.db, purchaseId)).toMatchObject({ transferredAmount: 4000, heldBecause: null })
})

test('no money of a rental leaves while a bank decides about its damage, also where it was asked for before', async () => {
  const rental = await openEndedRental(t)
  await openPayoutAccount(t, rental.owner)
  await acceptDamage(t, rental, await reportDamage(t, rental))
  const sweep = async (hours: number) => {
    await advance(hours)
    await sweepBookings(t.deps)
  }
  for (const hours of [0, 49, 6 * 24]) await sweep(hours)
  await armFault(t, { kind: 'error_before', match: 'POST /v1/transfers', times: 6 })
  await sweep(25)
  const [claim] = await t.deps.db.read.select().from(damageReports)
  await disputePayment(t, claim?.stripeChargeId ?? '')
  await t.deps.payments.local?.tick()
  await workEvents(t.deps)
  for (const _ of Array(5)) await sweep(0.2)
  expect(await sent()).toEqual([])
  rental.owner.as = await signIn(t, rental.owner.username)
  const { body } = await t.call('GET', '/api/user/transactions', { as: rental.owner.as })
  expect(body).toMatchObject([
    { type: 'damage', heldBecause: 'dispute' },
    { type: 'rental', heldBecause: 'claim' },
  ])
})

test('docs/money.md names the limits', async () => {
  const doc = await Bun.file(join(import.meta.dirname, '../../docs/money.md')).text()
  const { newSellerDays, aDay } = payoutLimits
  expect(doc).toContain(
    `| A new seller: until so many days after their first sale became theirs | ${newSellerDays} days |`,
  )
  expect(doc).toContain(`| Payouts of one new seller a day | ${formatCents(aDay.young)} |`)
  expect(doc).toContain(`| Payouts of any other seller a day | ${formatCents(aDay.older)} |`)
  expect(doc).toContain('| First payouts of a seller wait for | 7 days (`NEW_SELLER_HOLD_DAYS`) |')
})
