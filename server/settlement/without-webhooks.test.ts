import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { build, step } from '../db/steps'
import { providerCursors, stripeEvents } from '../db/tables'
import { auditLedger } from '../money/ledger/audit'
import { balanceOf } from '../money/ledger/ledger-queries'
import { findBookingRow } from '../rentals/bookings/booking-queries'
import { refundBooking } from '../rentals/bookings/booking-refunds'
import { sweepBookings } from '../rentals/bookings/booking-sweep'
import { askProvider, decideDispute, disputePayment, fundsOf, switchOffWebhooks } from '../test-support/provider-kit'
import {
  answerOffer,
  approvedOffer,
  confirmHold,
  holdOffer,
  makeOffer,
  openPayoutAccount,
  openRental,
  payoutAccountOf,
  type Rental,
  saveCard,
} from '../test-support/rental-kit'
import { signIn } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { compareBalance } from './compare-balance'
import { reconcile } from './reconcile'
import { workEvents } from './webhooks'

const DAY_MS = 86_400_000
let t: TestApp
let rental: Rental

beforeEach(async () => {
  t = await openTestApp()
  await switchOffWebhooks(t)
  rental = await openRental(t)
})
afterEach(async () => {
  await pass()
  expect(await auditLedger(t.deps.db)).toEqual([])
  expect(await compareBalance(t.deps)).toEqual([])
  expect(t.errors).toEqual([])
  await t.close()
})

/** One turn of every timer. */
async function pass(): Promise<void> {
  await t.deps.payments.local?.tick()
  await reconcile(t.deps)
  await workEvents(t.deps)
  await sweepBookings(t.deps)
}
async function advance(ms: number): Promise<void> {
  t.clock.advance(ms)
  await pass()
  await pass()
  for (const person of [rental.owner, rental.renter]) person.as = await signIn(t, person.username)
}
const booking = (id: number) => findBookingRow(t.deps.db, id)
const account = () => payoutAccountOf(t, rental.owner)

test('a hold, its capture, the end of the rental and the owner’s money: the whole way', async () => {
  await openPayoutAccount(t, rental.owner)
  const { body } = await makeOffer(t, rental, 'renter')
  await confirmHold(t, body.clientSecret, rental.cards.renter)
  await pass()
  expect(await booking(body.booking.id)).toMatchObject({ paymentState: 'held' })
  await answerOffer(t, rental, body.booking.id, 'approved')
  await advance(20 * DAY_MS)
  expect(await booking(body.booking.id)).toMatchObject({ status: 'completed', transferredAmount: 3750 })
  expect(await fundsOf(t, await account())).toBe(3750)
})

test('a hold that lapses at the bank', async () => {
  const id = await holdOffer(t, rental, 'renter')
  const intentId = (await booking(id))?.stripePaymentIntentId
  await askProvider(t, 'POST', `/v1/payment_intents/${intentId}/cancel`)
  await pass()
  expect(await booking(id)).toMatchObject({ status: 'expired', statusReason: 'hold_lapsed', paymentState: 'released' })
})

test('an intent that the provider ends before anybody has confirmed it', async () => {
  const { body } = await makeOffer(t, rental, 'renter')
  const { id } = body.booking
  await askProvider(t, 'POST', `/v1/payment_intents/${(await booking(id))?.stripePaymentIntentId}/cancel`)
  await pass()
  expect(await booking(id)).toMatchObject({
    status: 'expired',
    statusReason: 'not_confirmed',
    paymentState: 'released',
  })
})

test('a refund that comes back, and a dispute that is lost', async () => {
  await openPayoutAccount(t, rental.owner)
  rental.cards.renter = await saveCard(t, rental.renter, 'pm_card_refundFail')
  const id = await approvedOffer(t, rental, 'renter')
  await refundBooking(t.deps, id, 1000)
  await advance(DAY_MS)
  expect(await booking(id)).toMatchObject({ paymentState: 'refund_failed' })
  const dispute = await disputePayment(t, (await booking(id))?.stripeChargeId ?? '')
  await pass()
  expect(await booking(id)).toMatchObject({ disputeState: 'open' })
  await decideDispute(t, dispute, 'lost')
  await pass()
  expect(await booking(id)).toMatchObject({ disputeState: 'lost', paymentState: 'refunded', refundedAmount: 3750 })
})

test('a payout account that becomes ready while money waits for it', async () => {
  await approvedOffer(t, rental, 'renter')
  await t.call('POST', '/api/stripe/setup-seller', {
    as: rental.owner.as,
    body: { successUrl: 'http://localhost:3000/settings', cancelUrl: 'http://localhost:3000/settings' },
  })
  await advance(20 * DAY_MS)
  expect(await fundsOf(t, await account())).toBe(0)
  await askProvider(t, 'POST', `/_local/accounts/${await account()}`, { state: 'active' })
  await advance(DAY_MS)
  expect(await fundsOf(t, await account())).toBe(3750)
})

test('an account that is closed to transfers between two of ours: the money waits and says so, then leaves once', async () => {
  await openPayoutAccount(t, rental.owner)
  await approvedOffer(t, rental, 'renter')
  await askProvider(t, 'POST', `/_local/accounts/${await account()}`, { state: 'restricted' })
  await advance(20 * DAY_MS)
  expect(await fundsOf(t, await account())).toBe(0)
  expect((await t.call('GET', '/api/user/transactions', { as: rental.owner.as })).body).toMatchObject([
    { status: 'available', heldBecause: 'payout_account' },
  ])
  await advance(3_600_000)
  await askProvider(t, 'POST', `/_local/accounts/${await account()}`, { state: 'active' })
  await advance(3_600_000)
  await advance(3_600_000)
  expect(await fundsOf(t, await account())).toBe(3750)
})

test('an event that was read twice is known once', async () => {
  await holdOffer(t, rental, 'renter')
  await reconcile(t.deps)
  const first = await t.deps.db.read.select().from(stripeEvents)
  await reconcile(t.deps)
  expect(await t.deps.db.read.select().from(stripeEvents)).toEqual(first)
})

test.each([10, 400])('a server whose clock is %d days ahead for a while misses nothing', async (days) => {
  const ahead = { ...t.deps, now: () => new Date(t.clock.now.getTime() + days * DAY_MS) }
  await approvedOffer(t, rental, 'renter')
  await reconcile(ahead)
  expect(await balanceOf(t.deps.db, 'stripe_fees')).toBe(139)
  t.clock.advance(2 * 3_600_000)
  const id = await approvedOffer(t, rental, 'rival', { startDate: '2026-12-20', endDate: '2026-12-22' })
  await askProvider(t, 'POST', '/v1/refunds', { charge: (await booking(id))?.stripeChargeId ?? '', amount: '1000' })
  await reconcile(ahead)
  expect(await balanceOf(t.deps.db, 'stripe_fees')).toBe(2 * 139)
  expect(await booking(id)).toMatchObject({ refundedAmount: 1000 })
})

test('a cursor that an earlier build wrote with its clock ahead is passed over', async () => {
  const at = new Date(t.clock.now.getTime() + 10 * DAY_MS).toISOString()
  const cursors = ['events', 'movements'].map((name) => ({ name, at }))
  await t.deps.db.write(() => [step(build.insert(providerCursors).values(cursors))])
  await approvedOffer(t, rental, 'renter')
  await reconcile(t.deps)
  expect(await balanceOf(t.deps.db, 'stripe_fees')).toBe(139)
})

describe('a server that has asked for nothing for longer than the provider lists its events', () => {
  const standStill = async (days: number) => {
    for (const part of [1, days - 1]) {
      t.clock.advance(part * DAY_MS)
      await t.deps.payments.local?.tick()
    }
  }
  const paid = async (who: 'renter' | 'rival', dates = {}) => {
    const id = await approvedOffer(t, rental, who, dates)
    return id
  }

  test('hears of a refund that has failed and of a dispute all the same', async () => {
    rental.cards.renter = await saveCard(t, rental.renter, 'pm_card_refundFail')
    const [refunded, disputed] = [await paid('renter'), await paid('rival')]
    await refundBooking(t.deps, refunded, 1000)
    await pass()
    const charge = (await booking(disputed))?.stripeChargeId ?? ''
    await standStill(1)
    await disputePayment(t, charge)
    await standStill(45)
    await pass()
    expect(await booking(refunded)).toMatchObject({ paymentState: 'refund_failed' })
    expect(await booking(disputed)).toMatchObject({ disputeState: 'open' })
  })

  test('hears of a transfer that was taken back by hand', async () => {
    await openPayoutAccount(t, rental.owner)
    const id = await paid('renter')
    await advance(20 * DAY_MS)
    const [transfer] = (await askProvider(t, 'GET', '/v1/transfers?limit=1')).data
    await askProvider(t, 'POST', `/v1/transfers/${transfer.id}/reversals`, { amount: '1000' })
    await standStill(45)
    await pass()
    const sale = await booking(id)
    expect(await fundsOf(t, await account())).toBe(2750)
    expect(sale).toMatchObject({ status: 'completed' })
    expect(await balanceOf(t.deps.db, `owner_payable:${rental.owner.id}`)).toBe(-1000)
  })
})
