import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { canReportDamage } from '#schema/damage-report'
import { canWriteHandover } from '#schema/handover'
import { endOfDayIn } from '#schema/zone'
import { build, step } from '../db/steps'
import { bookings, paymentSetAside } from '../db/tables'
import { findPurchaseRow } from '../made-to-order/purchases/purchase-queries'
import { sweepPurchases } from '../made-to-order/purchases/purchase-sweep'
import { auditLedger } from '../money/ledger/audit'
import { commandStep } from '../money/payment-commands'
import { type BookingRow, findBookingRow } from '../rentals/bookings/booking-queries'
import { sweepBookings } from '../rentals/bookings/booking-sweep'
import { buyItem, postItem } from '../test-support/order-kit'
import { askProvider, switchOffWebhooks } from '../test-support/provider-kit'
import {
  answerOffer,
  armFault,
  confirmHold,
  holdOffer,
  makeOffer,
  openRental,
  type Rental,
  saveCard,
} from '../test-support/rental-kit'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { compareBalance } from './compare-balance'
import { convergeIntent } from './converge-intent'

const SECOND_MS = 1_000
const UNEXPECTED_STATE = 'payment_intent_unexpected_state'
let t: TestApp
let rental: Rental

beforeEach(async () => {
  t = await openTestApp({}, { maxNetworkRetries: 0 })
  await switchOffWebhooks(t)
  rental = await openRental(t)
})
afterEach(async () => {
  expect(await auditLedger(t.deps.db)).toEqual([])
  expect(await compareBalance(t.deps)).toEqual([])
  await t.close()
})

const booking = async (id: number) => (await findBookingRow(t.deps.db, id)) as BookingRow
const change = (id: number, changes: Partial<typeof bookings.$inferInsert>) =>
  t.deps.db.write(() => [step(build.update(bookings).set(changes).where(eq(bookings.id, id)))])
const approve = (id: number) => answerOffer(t, rental, id, 'approved')
const refunds = async () => (await askProvider(t, 'GET', '/v1/refunds?limit=100')).data.map((r: Refunded) => r.amount)
interface Refunded {
  amount: number
}

/** An approved offer whose hold had lapsed: its renter must pay anew until `payBy`. */
async function unpaidApproval(): Promise<{ id: number; payBy: number; clientSecret: string }> {
  const id = await holdOffer(t, rental, 'renter')
  await askProvider(t, 'POST', `/v1/payment_intents/${(await booking(id)).stripePaymentIntentId}/cancel`)
  await approve(id)
  const payBy = Date.parse((await booking(id)).payBy ?? '')
  const { body } = await t.call('POST', `/api/bookings/${id}/payment`, { as: rental.renter.as })
  return { id, payBy, clientSecret: body.clientSecret }
}

/** Each deadline is kept by the server and, for their own bookings, by an owner who opens their offers. */
const SWEEPS = [
  ['the server', () => sweepBookings(t.deps)],
  ['the owner', () => sweepBookings(t.deps, rental.owner.id)],
] as const

test.each(SWEEPS.flatMap(([who, sweep]) => [-30, -20, -1].map((seconds) => [seconds, who, sweep] as const)))(
  'a renter who pays %i s before the deadline has paid, also when the sweep of %s comes after it',
  async (seconds, _who, sweep) => {
    const { id, payBy, clientSecret } = await unpaidApproval()
    t.clock.now = new Date(payBy + seconds * SECOND_MS)
    await confirmHold(t, clientSecret, rental.cards.renter)
    t.clock.now = new Date(payBy + 20 * SECOND_MS)
    await sweep()
    await sweep()
    expect(await booking(id)).toMatchObject({ status: 'paid', paymentState: 'captured', payBy: null })
    expect(await refunds()).toEqual([])
  },
)

test.each(SWEEPS)(
  'an offer confirmed in time has reached its owner, also when the sweep of %s comes late',
  async (_who, sweep) => {
    const { body } = await makeOffer(t, rental, 'renter')
    const { id, expiresAt } = body.booking
    t.clock.now = new Date(Date.parse(expiresAt) - 10 * SECOND_MS)
    await confirmHold(t, body.clientSecret, rental.cards.renter)
    t.clock.now = new Date(Date.parse(expiresAt) + 5 * SECOND_MS)
    await sweep()
    expect(await booking(id)).toMatchObject({ status: 'pending', paymentState: 'held' })
  },
)

type Paying = { payBy: number; name: string; clientSecret: string }
const setClock = ({ payBy }: Paying, seconds: number) => {
  t.clock.now = new Date(payBy + seconds * SECOND_MS)
}
const pay = async (paying: Paying, seconds: number) => {
  setClock(paying, seconds)
  await confirmHold(t, paying.clientSecret, rental.cards.renter)
}

/** Why the sweep at a deadline does not know of a payment in time; it leaves the clock after the deadline. */
const UNREAD = [
  [
    'could not be read',
    async (paying: Paying) => {
      await pay(paying, -20)
      setClock(paying, 20)
      await armFault(t, { kind: 'error_before', match: 'GET /v1/payment_intents/*', times: 1 })
    },
  ],
  [
    'was set aside',
    async (paying: Paying) => {
      await pay(paying, -20)
      setClock(paying, 20)
      const since = t.clock.now.toISOString()
      const nextAt = new Date(paying.payBy + 60 * SECOND_MS).toISOString()
      const row = { name: paying.name, reason: 'Unreadable', attempts: 1, since, nextAt }
      await t.deps.db.write(() => [step(build.insert(paymentSetAside).values(row))])
    },
  ],
  [
    'was read before its payer paid',
    async (paying: Paying) => {
      setClock(paying, -25)
      const { gateway } = t.deps.payments
      const { getIntent } = gateway
      gateway.getIntent = async (id) => {
        gateway.getIntent = getIntent
        const read = await getIntent(id)
        await pay(paying, -20)
        setClock(paying, 20)
        return read
      }
    },
  ],
] as const

test.each(UNREAD)('a payment in time that %s at the deadline of a rental ends nothing', async (_why, leaveUnread) => {
  const { id, payBy, clientSecret } = await unpaidApproval()
  await leaveUnread({ payBy, name: `payment of booking ${id}`, clientSecret })
  await sweepBookings(t.deps)
  expect(await booking(id)).toMatchObject({ status: 'approved', paymentState: 'unconfirmed' })
  t.clock.advance(60 * SECOND_MS)
  await sweepBookings(t.deps)
  expect(await booking(id)).toMatchObject({ status: 'paid', paymentState: 'captured' })
  expect(await refunds()).toEqual([])
})

/** An order whose buyer's bank wants to be asked. */
async function unpaidOrder(): Promise<{ id: number } & Paying> {
  const paymentMethodId = await saveCard(t, rental.renter, 'pm_card_authenticationRequired')
  const itemId = await postItem(t, rental.owner)
  const { purchase, clientSecret } = (await buyItem(t, rental.renter, itemId, { paymentMethodId })).body
  return {
    id: purchase.id,
    payBy: Date.parse(purchase.payBy),
    name: `payment of purchase ${purchase.id}`,
    clientSecret,
  }
}
const order = (id: number) => findPurchaseRow(t.deps.db, id)

test.each(UNREAD)('a payment in time that %s at the deadline of an order ends nothing', async (_why, leaveUnread) => {
  const { id, ...paying } = await unpaidOrder()
  await leaveUnread(paying)
  await sweepPurchases(t.deps)
  expect(await order(id)).toMatchObject({ status: 'pending', paymentState: 'unpaid' })
  t.clock.advance(60 * SECOND_MS)
  await sweepPurchases(t.deps)
  expect(await order(id)).toMatchObject({ status: 'paid', paymentState: 'captured' })
  expect(await refunds()).toEqual([])
})

test('payments that cannot be read for an hour after their deadline end unpaid, and can be paid no more', async () => {
  const rented = await unpaidApproval()
  const bought = await unpaidOrder()
  await armFault(t, { kind: 'error_before', match: 'GET /v1/payment_intents/*', times: 100 })
  const sweepAt = async (payBy: number, seconds: number) => {
    t.clock.now = new Date(payBy + seconds * SECOND_MS)
    await sweepPurchases(t.deps)
    await sweepBookings(t.deps)
  }
  await sweepAt(bought.payBy, 3_599)
  expect(await order(bought.id)).toMatchObject({ status: 'pending' })
  await sweepAt(bought.payBy, 3_600)
  expect(await order(bought.id)).toMatchObject({ status: 'cancelled', paymentState: 'unpaid' })
  await sweepAt(rented.payBy, 3_599)
  expect(await booking(rented.id)).toMatchObject({ status: 'approved' })
  await sweepAt(rented.payBy, 3_600)
  expect(await booking(rented.id)).toMatchObject({ status: 'cancelled', paymentState: 'released' })
  for (const { clientSecret } of [rented, bought])
    expect(await confirmHold(t, clientSecret, rental.cards.renter)).toMatchObject({ error: { code: UNEXPECTED_STATE } })
})

test.each([1, 30])('a renter who pays %i s after the deadline has nothing taken', async (seconds) => {
  const { id, payBy, clientSecret } = await unpaidApproval()
  t.clock.now = new Date(payBy + seconds * SECOND_MS)
  await sweepBookings(t.deps)
  await confirmHold(t, clientSecret, rental.cards.renter)
  await sweepBookings(t.deps)
  expect(await booking(id)).toMatchObject({ status: 'cancelled', paymentState: 'released' })
  const { data } = await askProvider(t, 'GET', '/v1/payment_intents?limit=100')
  expect(data.map(({ status }: { status: string }) => status)).toEqual(['canceled', 'canceled'])
})

test.each([1, 30])('a bank that agrees %i s after the deadline, before the sweep, takes nothing', async (seconds) => {
  const { id, payBy, clientSecret } = await unpaidApproval()
  t.clock.now = new Date(payBy + seconds * SECOND_MS)
  await confirmHold(t, clientSecret, rental.cards.renter)
  await sweepBookings(t.deps)
  await sweepBookings(t.deps)
  expect(await booking(id)).toMatchObject({ status: 'cancelled', statusReason: 'not_paid', paymentState: 'released' })
  expect(await refunds()).toEqual([])
})

/** A rental whose capture nobody knows of before its last day is over; what happens on that day comes before. */
async function capturedTooLate(onLastDay: (id: number) => Promise<void>): Promise<number> {
  const { id, clientSecret } = await unpaidApproval()
  await armFault(t, { kind: 'drop', match: 'POST /v1/payment_intents/*/capture', times: 1 })
  await confirmHold(t, clientSecret, rental.cards.renter)
  await sweepBookings(t.deps)
  await onLastDay(id)
  const { endDate, timezone } = await booking(id)
  t.clock.now = new Date(endOfDayIn(timezone, endDate).getTime() + SECOND_MS)
  await sweepBookings(t.deps)
  await sweepBookings(t.deps)
  return id
}

test('a capture that is known when the last day is over goes back in full, and the rental was not used', async () => {
  const id = await capturedTooLate(async () => {})
  const row = await booking(id)
  expect(row).toMatchObject({
    ...{ status: 'cancelled', statusReason: 'not_paid' },
    ...{ paymentState: 'refunded', refundedAmount: row.totalAmount },
  })
  expect([canReportDamage(row, t.clock.now), canWriteHandover(row)]).toEqual([false, false])
})

test.each([
  ['renter', 'completed', []],
  ['owner', 'cancelled', [3750]],
] as const)('where the %s has written down the pickup, such a rental is %s', async (side, status, returned) => {
  const id = await capturedTooLate(async (id) => {
    const body = { checks: [], photos: [], note: 'All there.' }
    await t.call('POST', `/api/bookings/${id}/handovers/pickup`, { as: rental[side].as, body })
  })
  expect(await booking(id)).toMatchObject({ status })
  expect(await refunds()).toEqual([...returned])
})

test('the deadline ends with the hold: a capture that is slow is not overtaken by it', async () => {
  const { id, payBy, clientSecret } = await unpaidApproval()
  t.clock.now = new Date(payBy - 30 * SECOND_MS)
  await armFault(t, { kind: 'drop', match: 'POST /v1/payment_intents/*/capture', times: 1 })
  await confirmHold(t, clientSecret, rental.cards.renter)
  await sweepBookings(t.deps)
  expect(await booking(id)).toMatchObject({ status: 'approved', paymentState: 'capturing', payBy: null })
  t.clock.now = new Date(payBy + 600 * SECOND_MS)
  await sweepBookings(t.deps)
  expect(await booking(id)).toMatchObject({ status: 'paid', paymentState: 'captured' })
})

/** A booking that ended although its money was taken, however this came about. */
async function takenAndEnded(): Promise<{ id: number; intentId: string }> {
  const id = await holdOffer(t, rental, 'renter')
  const intentId = (await booking(id)).stripePaymentIntentId ?? ''
  await change(id, { status: 'cancelled', statusReason: 'not_paid', paymentState: 'releasing' })
  await askProvider(t, 'POST', `/v1/payment_intents/${intentId}/capture`)
  return { id, intentId }
}
async function expectReturned(id: number): Promise<void> {
  await sweepBookings(t.deps)
  expect(await booking(id)).toMatchObject({ status: 'cancelled', paymentState: 'refunded', refundedAmount: 3750 })
  expect(await refunds()).toEqual([3750])
}

test('money taken for a booking that has ended goes back in full: told by the provider, twice', async () => {
  const { id, intentId } = await takenAndEnded()
  await Promise.all([convergeIntent(t.deps, intentId), convergeIntent(t.deps, intentId)])
  await expectReturned(id)
})

test('money taken for a booking that has ended goes back in full: found by the sweep', async () => {
  const { id } = await takenAndEnded()
  await expectReturned(id)
})

test('money taken for a booking that has ended goes back in full: found by the release that came too late', async () => {
  const { id } = await takenAndEnded()
  await t.deps.db.write(() => [commandStep({ bookingId: id, kind: 'release', attempt: 1, now: t.deps.now() })])
  await expectReturned(id)
  expect(t.errors).toEqual([])
})

test('the books say so when something was taken for a booking that has ended and did not go back', async () => {
  const id = await holdOffer(t, rental, 'renter')
  await approve(id)
  await change(id, { status: 'expired' })
  expect(await auditLedger(t.deps.db)).toEqual([
    `nothing is kept that was taken for what had ended: booking ${id} (3750 cents)`,
  ])
  await change(id, { status: 'paid' })
})

test('an answer of the provider that is older than the capture changes nothing about a rental that was cancelled since', async () => {
  const id = await holdOffer(t, rental, 'renter')
  const intentId = (await booking(id)).stripePaymentIntentId ?? ''
  const { gateway } = t.deps.payments
  const { getIntent } = gateway
  const held = await getIntent(intentId)
  await approve(id)
  await t.call('POST', `/api/bookings/${id}/cancel`, { as: rental.owner.as, body: {} })
  await sweepBookings(t.deps)
  const cancelled = await booking(id)
  expect(cancelled).toMatchObject({ status: 'cancelled', paymentState: 'refunded' })
  gateway.getIntent = async () => held
  await convergeIntent(t.deps, intentId)
  expect(await booking(id)).toEqual(cancelled)
  gateway.getIntent = getIntent
  await sweepBookings(t.deps)
  expect(await booking(id)).toEqual(cancelled)
  expect(await refunds()).toEqual([3750])
})
