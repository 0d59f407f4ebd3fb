import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import type { MoneyMoment } from '#schema/payment'
import { step, updateStep } from '../db/steps'
import { paymentOps, users } from '../db/tables'
import { auditLedger } from '../money/ledger/audit'
import { rentalOf } from '../money/ledger/sale-ledger'
import { businessKey, commandStep } from '../money/payment-commands'
import { refundStateStep, refundSteps } from '../money/refund-outcomes'
import { runOperatorCommand } from '../operator/operator-commands'
import { refundBooking } from '../rentals/bookings/booking-refunds'
import { paymentStep } from '../rentals/bookings/booking-steps'
import { sweepBookings } from '../rentals/bookings/booking-sweep'
import { listBalances } from '../test-support/list-balances'
import {
  askProvider,
  decideDispute,
  disputePayment,
  drainAccount,
  fundsOf,
  switchOffWebhooks,
} from '../test-support/provider-kit'
import { armFault, holdOffer, openPayoutAccount, openRental, type Rental, saveCard } from '../test-support/rental-kit'
import { signIn } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { compareBalance } from './compare-balance'
import { convergeDispute } from './disputes'
import { reconcile } from './reconcile'
import { workEvents } from './webhooks'

const DAY_MS = 86_400_000
let t: TestApp
let rental: Rental
beforeEach(async () => {
  t = await openTestApp({ PLATFORM_FEE_BPS: '1000' })
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

/** Three days of one set: $37.50, of which the platform keeps $3.75. */
async function paidBooking(testCard?: string): Promise<number> {
  if (testCard) rental.cards.renter = await saveCard(t, rental.renter, testCard)
  const id = await holdOffer(t, rental, 'renter')
  await t.call('POST', `/api/bookings/${id}/status`, { as: rental.owner.as, body: { status: 'approved' } })
  return id
}
async function advance(ms: number): Promise<void> {
  t.clock.advance(ms)
  await pass()
  for (const person of [rental.owner, rental.renter]) person.as = await signIn(t, person.username)
}
/** Does the work of the timers. */
async function pass(): Promise<void> {
  await t.deps.payments.local?.tick()
  await workEvents(t.deps)
  await sweepBookings(t.deps)
  await sweepBookings(t.deps)
}
const toRelease = () => advance(Date.parse('2026-12-15T05:00:00.000Z') - t.clock.now.getTime())
const bookingOf = async (id: number) => {
  const row = await t.deps.db.read.query.bookings.findFirst({ where: (rows, { eq: is }) => is(rows.id, id) })
  if (!row) throw new Error(`There is no booking ${id}`)
  return row
}
const chargeOf = async (id: number) => (await bookingOf(id)).stripeChargeId ?? ''
const seen = async (id: number, person = rental.renter, side = 'bookings') =>
  (await t.call('GET', `/api/users/${person.id}/${side}`, { as: person.as })).body.find(
    (booking: { id: number }) => booking.id === id,
  )
const earnings = async () => (await t.call('GET', '/api/user/earnings', { as: rental.owner.as })).body
const lines = async () => (await t.call('GET', '/api/user/transactions', { as: rental.owner.as })).body
const balances = async () => Object.fromEntries(await listBalances(t.deps.db))
const payoutAccount = async () => {
  const [owner] = await t.deps.db.read.select().from(users).where(eq(users.id, rental.owner.id))
  return owner?.stripeAccountId ?? ''
}
const refunds = async () =>
  (await t.deps.db.read.select().from(paymentOps).where(eq(paymentOps.kind, 'refund'))).map(
    ({ state, tries }) => `${state} ${tries}`,
  )

describe('a refund that the bank sends back', () => {
  test('is owed again, said so to both sides and to operators, tried by the rule, and then paid in another way', async () => {
    const id = await paidBooking('pm_card_refundFail')
    await t.call('POST', `/api/bookings/${id}/cancel`, { as: rental.owner.as })
    expect(await seen(id)).toMatchObject({ paymentState: 'refunded', refundedAmount: 3750 })
    expect(await balances()).toMatchObject({ stripe_balance: 0, refund_payable: 0 })

    await advance(DAY_MS)
    expect(await seen(id)).toMatchObject({ paymentState: 'refund_failed', refundedAmount: 3750 })
    expect(await balances()).toMatchObject({ stripe_balance: 3750, refund_payable: -3750 })
    expect(await refunds()).toEqual(['returned 1'])
    expect(await runOperatorCommand(t.deps, ['log'])).toContain('The bank sent it back. It is tried again in a day.')

    await advance(DAY_MS)
    expect(await seen(id)).toMatchObject({ paymentState: 'refunded' })
    await advance(DAY_MS)
    await advance(3 * DAY_MS)
    await advance(DAY_MS)
    expect(await refunds()).toEqual(['retried 1', 'retried 2', 'returned 3'])
    await advance(30 * DAY_MS)
    expect(await refunds()).toHaveLength(3)
    expect(await runOperatorCommand(t.deps, ['money'])).toContain(`booking ${id}  $37.50 is owed to its payer`)

    const said = await runOperatorCommand(t.deps, ['refund-paid', 'booking', String(id), 'By bank transfer.'])
    expect(said).toBe(`Booking ${id}: $37.50 has been paid in another way.`)
    expect(await seen(id)).toMatchObject({ paymentState: 'refunded' })
    expect(await balances()).toMatchObject({ refund_payable: 0, bank: -3750 })
    expect(await runOperatorCommand(t.deps, ['money'])).toBe('Nothing waits for an operator.')
  })

  test('is noticed once however often and in whatever order it is told', async () => {
    const id = await paidBooking('pm_card_refundFail')
    await askProvider(t, 'POST', '/_local/faults', { kind: 'duplicate_events', times: '5' })
    await askProvider(t, 'POST', '/_local/faults', { kind: 'reorder_events', times: '5' })
    await refundBooking(t.deps, id, 1000)
    await advance(DAY_MS)
    await reconcile(t.deps)
    await reconcile(t.deps)
    expect(await refunds()).toEqual(['returned 1'])
    expect(await balances()).toMatchObject({ refund_payable: -1000 })
    expect(await earnings()).toEqual({ available: 0, pending: 2475 })
  })
})

describe('a refund by hand at the provider', () => {
  const byHand = async (id: number, amount: number) =>
    askProvider(t, 'POST', '/v1/refunds', { charge: await chargeOf(id), amount: String(amount) })
  const moments = async (id: number) =>
    (await seen(id)).money.map(({ what, amount }: MoneyMoment) => `${what} ${amount}`)

  test('is booked when its event comes: both sides, the owner’s part and the lines say so, once', async () => {
    const id = await paidBooking()
    await byHand(id, 1000)
    await pass()
    await reconcile(t.deps)
    expect(await seen(id)).toMatchObject({ paymentState: 'refunded', refundedAmount: 1000 })
    expect(await moments(id)).toEqual(['refunded 1000'])
    expect(await earnings()).toEqual({ available: 0, pending: 2475 })
    expect(await lines()).toMatchObject([{ type: 'refund', totalAmount: -900, fee: -100 }, { type: 'rental' }])
    await refundBooking(t.deps, id, 2750)
    expect(await seen(id)).toMatchObject({ paymentState: 'refunded', refundedAmount: 3750 })
  })

  test('is booked by the walk when no event ever comes, after the money was sent on', async () => {
    await switchOffWebhooks(t)
    const id = await paidBooking()
    await reconcile(t.deps)
    await toRelease()
    await byHand(id, 1000)
    await reconcile(t.deps)
    await pass()
    await pass()
    expect(await seen(id)).toMatchObject({ refundedAmount: 1000 })
    expect(await fundsOf(t, await payoutAccount())).toBe(3375 - 900)
    expect(await earnings()).toEqual({ available: 2475, pending: 0 })
  })

  test('that a bank sends back is owed, and tried again, like any other', async () => {
    const id = await paidBooking('pm_card_refundFail')
    await byHand(id, 1000)
    await pass()
    await advance(DAY_MS)
    expect(await seen(id)).toMatchObject({ paymentState: 'refund_failed' })
    expect(await refunds()).toEqual(['returned 1'])
    await advance(DAY_MS)
    expect(await refunds()).toEqual(['retried 1', 'done 2'])
  })

  test('of what was owed already pays that, and is no second refund', async () => {
    const id = await paidBooking()
    const dispute = await disputePayment(t, await chargeOf(id))
    // Before the server has heard of the dispute.
    await refundBooking(t.deps, id, 1000)
    expect(await refunds()).toEqual(['failed 1'])
    await pass()
    await decideDispute(t, dispute, 'won')
    await byHand(id, 1000)
    await t.deps.payments.local?.tick()
    await workEvents(t.deps)
    expect(await refunds()).toEqual(['settled 1', 'done 1'])
    expect(await seen(id)).toMatchObject({ paymentState: 'refunded', refundedAmount: 1000 })
    await advance(3 * DAY_MS)
    expect(await balances()).toMatchObject({ refund_payable: 0 })
  })
})

describe('a refund whose command is lost with the rows of a restored database', () => {
  const lost = async (id: number, amount: number, attempt: number) => {
    const { stripePaymentIntentId } = await bookingOf(id)
    const about = { bookingId: id }
    const key = businessKey(about, 'refund', attempt)
    await t.deps.payments.gateway.refund(stripePaymentIntentId ?? '', amount, about, key)
  }

  test('is booked like one by hand, once, and the rest can be refunded', async () => {
    const id = await paidBooking()
    await lost(id, 1000, 1)
    await pass()
    await reconcile(t.deps)
    expect(await seen(id)).toMatchObject({ paymentState: 'refunded', refundedAmount: 1000 })
    expect(await refunds()).toEqual(['done 1'])
    await refundBooking(t.deps, id, 2750)
    expect(await seen(id)).toMatchObject({ paymentState: 'refunded', refundedAmount: 3750 })
    await pass()
    expect(await refunds()).toEqual(['done 1', 'done 1'])
  })

  test('is left to the command that is given anew', async () => {
    const id = await paidBooking()
    await lost(id, 3750, 1)
    await t.call('POST', `/api/bookings/${id}/cancel`, { as: rental.owner.as })
    await pass()
    await reconcile(t.deps)
    expect(await seen(id)).toMatchObject({ paymentState: 'refunded', refundedAmount: 3750 })
    expect(await refunds()).toEqual(['done 1'])
  })
})

describe('a refund whose call reached the provider after it was given up', () => {
  test.each([
    ['pays what is owed, and is sent no second time', 'failed', ['settled 1', 'done 1']],
    ['does so too once another try has been refused', 'retried', ['retried 1', 'settled 2', 'done 1']],
  ] as const)('%s', async (_what, state, expected) => {
    const id = await paidBooking()
    const row = await bookingOf(id)
    const now = t.deps.now()
    await t.deps.db.write(() => [
      ...refundSteps(rentalOf(row), 3750, 1, now),
      paymentStep(row, { paymentState: 'refunding', refundedAmount: 3750 }),
      step(
        sql`UPDATE payment_ops SET state = ${state}, error_code = 'never_arrived', sent_at = created_at, done_at = created_at WHERE kind = 'refund'`,
      ),
      ...(state === 'retried'
        ? [
            commandStep({ bookingId: id, kind: 'refund', attempt: 2, tries: 2, amount: 3750, now }),
            step(sql`UPDATE payment_ops SET sent_at = created_at WHERE kind = 'refund'`),
          ]
        : []),
      refundStateStep({ bookingId: id }),
    ])
    await t.deps.payments.gateway.refund(
      row?.stripePaymentIntentId ?? '',
      3750,
      { bookingId: id },
      `booking:${id}:refund:1`,
    )
    await pass()
    await pass()
    expect(await refunds()).toEqual([...expected])
    expect(await seen(id)).toMatchObject({ paymentState: 'refunded', refundedAmount: 3750 })
    expect(await balances()).toMatchObject({ refund_payable: 0 })
    t.errors.length = 0
  })
})

describe('a dispute', () => {
  test('holds the owner’s money and says why; won, it goes on as if nothing had been', async () => {
    const id = await paidBooking()
    const dispute = await disputePayment(t, await chargeOf(id))
    await pass()
    expect(await seen(id)).toMatchObject({ disputeState: 'open', paymentState: 'captured' })
    expect(await seen(id, rental.owner, 'listings/bookings')).toMatchObject({ disputeState: 'open' })
    expect(await balances()).toMatchObject({ dispute_suspense: 3750, dispute_fees: 1500, stripe_balance: -1500 })
    await toRelease()
    expect(await earnings()).toEqual({ available: 0, pending: 3375 })
    expect(await lines()).toMatchObject([{ status: 'pending', heldBecause: 'dispute' }])
    expect(await runOperatorCommand(t.deps, ['money'])).toContain(`booking ${id}  dispute ${dispute}  $37.50`)
    await expect(refundBooking(t.deps, id, 1000)).rejects.toThrow('The payer’s bank is deciding')
    expect(await refunds()).toEqual([])

    await decideDispute(t, dispute, 'won')
    await pass()
    expect(await seen(id)).toMatchObject({ disputeState: 'won' })
    expect(await earnings()).toEqual({ available: 3375, pending: 0 })
    expect(await lines()).toMatchObject([{ status: 'available', heldBecause: null }])
    expect(await fundsOf(t, await payoutAccount())).toBe(3375)
    expect(await balances()).toMatchObject({ dispute_suspense: 0, dispute_fees: 1500 })
  })

  test('about a hold that was taken by hand is booked when the hold is, however much later', async () => {
    const id = await holdOffer(t, rental, 'renter')
    const intent = (await bookingOf(id)).stripePaymentIntentId
    const { latest_charge } = await askProvider(t, 'POST', `/v1/payment_intents/${intent}/capture`)
    const dispute = await disputePayment(t, latest_charge)
    await pass()
    expect(await seen(id)).toMatchObject({ status: 'pending' })
    await decideDispute(t, dispute, 'won')
    await advance(4 * DAY_MS)
    await advance(6 * DAY_MS)
    expect(await seen(id)).toMatchObject({ status: 'expired', paymentState: 'refunded' })
    await advance(DAY_MS)
    expect(await seen(id)).toMatchObject({ disputeState: 'won' })
    expect(await balances()).toMatchObject({ dispute_fees: 1500 })
  })

  test('lost before anything was sent: nothing ever is', async () => {
    const id = await paidBooking()
    const dispute = await disputePayment(t, await chargeOf(id))
    await decideDispute(t, dispute, 'lost')
    await pass()
    expect(await seen(id)).toMatchObject({ disputeState: 'lost', refundedAmount: 3750 })
    expect(await earnings()).toEqual({ available: 0, pending: 0 })
    expect((await lines())[0]).toMatchObject({ type: 'refund', cause: 'dispute', totalAmount: -3375, fee: -375 })
    await toRelease()
    expect(await fundsOf(t, await payoutAccount())).toBe(0)
    expect(await balances()).toMatchObject({ dispute_suspense: 0, fee_deferred: 0 })
  })

  test('lost after the money was sent on: it is taken back', async () => {
    const id = await paidBooking()
    await toRelease()
    expect(await fundsOf(t, await payoutAccount())).toBe(3375)
    const dispute = await disputePayment(t, await chargeOf(id))
    await pass()
    expect(await lines()).toMatchObject([{ status: 'available', heldBecause: 'dispute' }])
    await decideDispute(t, dispute, 'lost')
    await pass()
    expect(await fundsOf(t, await payoutAccount())).toBe(0)
    expect(await earnings()).toEqual({ available: 0, pending: 0 })
    expect(await balances()).toMatchObject({ [`owner_receivable:${rental.owner.id}`]: 0, fee_revenue: 0 })
  })

  test('of a payment that was to be refunded: the bank’s decision is the refund', async () => {
    const id = await paidBooking()
    const dispute = await disputePayment(t, await chargeOf(id))
    await pass()
    await t.call('POST', `/api/bookings/${id}/cancel`, { as: rental.owner.as })
    expect(await seen(id)).toMatchObject({ status: 'cancelled', paymentState: 'refunding' })
    await advance(2 * DAY_MS)
    // Nothing is returned by us while the bank is deciding.
    expect(await refunds()).toEqual(['new 1'])
    expect((await askProvider(t, 'GET', '/v1/refunds?limit=10')).data).toEqual([])
    await decideDispute(t, dispute, 'lost')
    await pass()
    expect(await refunds()).toEqual(['settled 1'])
    expect(await seen(id)).toMatchObject({ paymentState: 'refunded', refundedAmount: 3750, disputeState: 'lost' })
    expect(await balances()).toMatchObject({ refund_payable: 0, dispute_suspense: 0 })
  })

  test('of a payment that was to be refunded, won: the refund goes out after all', async () => {
    const id = await paidBooking()
    const dispute = await disputePayment(t, await chargeOf(id))
    await pass()
    await t.call('POST', `/api/bookings/${id}/cancel`, { as: rental.owner.as })
    await decideDispute(t, dispute, 'won')
    await advance(DAY_MS)
    expect(await seen(id)).toMatchObject({ paymentState: 'refunded', disputeState: 'won' })
    expect(await refunds()).toEqual(['done 1'])
  })

  test.each([
    ['won', 'done 1'],
    ['lost', 'settled 1'],
  ] as const)(
    'that is heard of before a refund is asked for holds the refund; %s, the refund is %s',
    async (end, said) => {
      const id = await paidBooking()
      // The provider's news of the capture lead to no further call.
      await pass()
      const row = await bookingOf(id)
      // The server stops between the decision and the call.
      await t.deps.db.write(() => [
        ...refundSteps(rentalOf(row), 1000, 1, t.deps.now()),
        paymentStep(row, { paymentState: 'refunding', refundedAmount: 1000 }),
      ])
      const dispute = await disputePayment(t, await chargeOf(id))
      await convergeDispute(t.deps, dispute)
      await advance(2 * DAY_MS)
      expect(await refunds()).toEqual(['new 1'])
      expect((await askProvider(t, 'GET', '/v1/refunds?limit=10')).data).toEqual([])
      await decideDispute(t, dispute, end)
      await pass()
      await pass()
      expect(await refunds()).toEqual([said])
      expect(await balances()).toMatchObject({ refund_payable: 0, dispute_suspense: 0 })
    },
  )

  test('of the very card that disputes at once does not overtake its payment', async () => {
    const id = await paidBooking('pm_card_createDispute')
    await advance(60_000)
    expect(await seen(id)).toMatchObject({ status: 'paid', paymentState: 'captured', disputeState: 'open' })
  })

  test('of a payment that nobody could ask about for days is booked once the payment is', async () => {
    rental.cards.renter = await saveCard(t, rental.renter, 'pm_card_createDispute')
    const id = await holdOffer(t, rental, 'renter')
    await armFault(t, { kind: 'drop', match: 'POST /v1/payment_intents/*/capture', times: 1000 })
    await armFault(t, { kind: 'error_before', match: 'GET /v1/payment_intents/*', times: 1000 })
    await t.call('POST', `/api/bookings/${id}/status`, { as: rental.owner.as, body: { status: 'approved' } })
    await pass()
    t.clock.advance(4 * DAY_MS)
    await askProvider(t, 'DELETE', '/_local/faults')
    await advance(60_000)
    await advance(4 * DAY_MS)
    expect(await seen(id)).toMatchObject({ paymentState: 'captured', disputeState: 'open' })
    // Those of the calls that found nobody.
    t.errors.length = 0
  })
})

describe('taking back what was sent', () => {
  test('a refund after it comes from the owner’s account once the renter has theirs', async () => {
    const id = await paidBooking()
    await toRelease()
    await refundBooking(t.deps, id, 1000)
    expect(await balances()).toMatchObject({ [`owner_receivable:${rental.owner.id}`]: 900 })
    await pass()
    expect(await balances()).toMatchObject({ [`owner_receivable:${rental.owner.id}`]: 0 })
    expect(await fundsOf(t, await payoutAccount())).toBe(2475)
    expect(await earnings()).toEqual({ available: 2475, pending: 0 })
  })

  test('money that is no longer there stays a debt, and is set off against the next transfer', async () => {
    const id = await paidBooking()
    await toRelease()
    await advance(3 * DAY_MS)
    await drainAccount(t, await payoutAccount())
    await refundBooking(t.deps, id, 1000)
    await pass()
    await pass()
    expect(await balances()).toMatchObject({ [`owner_receivable:${rental.owner.id}`]: 900 })
    const next = await holdOffer(t, rental, 'renter', { startDate: '2026-12-20', endDate: '2026-12-22' })
    await t.call('POST', `/api/bookings/${next}/status`, { as: rental.owner.as, body: { status: 'approved' } })
    await advance(8 * DAY_MS)
    expect(await balances()).toMatchObject({ [`owner_receivable:${rental.owner.id}`]: 0 })
    expect(await fundsOf(t, await payoutAccount())).toBe(3375 - 900)
    expect(await earnings()).toEqual({ available: 3375 + 2475, pending: 0 })
  })

  test.each([
    [1000, 900],
    [3750, 3375],
  ])('a debt is set off against money that is theirs and waits: %d cents refunded, %d kept', async (refunded, debt) => {
    const first = await paidBooking()
    await toRelease()
    await advance(3 * DAY_MS)
    const next = await holdOffer(t, rental, 'renter', { startDate: '2026-12-20', endDate: '2026-12-22' })
    await t.call('POST', `/api/bookings/${next}/status`, { as: rental.owner.as, body: { status: 'approved' } })
    await runOperatorCommand(t.deps, ['hold-payouts', rental.owner.username, 'The', 'bank', 'asks'])
    await advance(8 * DAY_MS)
    await drainAccount(t, await payoutAccount())
    await refundBooking(t.deps, first, refunded)
    await pass()
    expect(await balances()).toMatchObject({ [`owner_receivable:${rental.owner.id}`]: debt })
    await runOperatorCommand(t.deps, ['release-payouts', rental.owner.username, 'The', 'bank', 'is', 'content'])
    await pass()
    const { owner } = rental
    expect(await fundsOf(t, await payoutAccount())).toBe(3375 - debt)
    expect(await balances()).toMatchObject({ [`owner_receivable:${owner.id}`]: 0, [`owner_payable:${owner.id}`]: 0 })
    expect(await earnings()).toEqual({ available: 2 * 3375 - debt, pending: 0 })
    expect(await bookingOf(next)).toMatchObject({ transferredAmount: 3375, heldBecause: null })
  })

  test('a debt is set off against money that waits for a payout account, and the rest goes on waiting', async () => {
    const first = await paidBooking()
    await toRelease()
    await advance(3 * DAY_MS)
    const next = await holdOffer(t, rental, 'renter', { startDate: '2026-12-20', endDate: '2026-12-22' })
    await t.call('POST', `/api/bookings/${next}/status`, { as: rental.owner.as, body: { status: 'approved' } })
    await drainAccount(t, await payoutAccount())
    const isOwner = eq(users.id, rental.owner.id)
    await t.deps.db.write(() => [
      updateStep(users, { stripeAccountId: null, hasCompletedStripeOnboarding: false }, isOwner),
    ])
    await advance(8 * DAY_MS)
    expect(await bookingOf(next)).toMatchObject({ transferredAmount: 0, heldBecause: 'payout_account' })
    await refundBooking(t.deps, first, 1000)
    await pass()
    await pass()
    const { owner } = rental
    expect(await balances()).toMatchObject({
      [`owner_receivable:${owner.id}`]: 0,
      [`owner_payable:${owner.id}`]: -(3375 - 900),
    })
    expect(await bookingOf(next)).toMatchObject({ transferredAmount: 900, heldBecause: 'payout_account' })
  })

  test('by hand at the provider is booked, and nothing is sent again by itself', async () => {
    await paidBooking()
    await toRelease()
    const [sent] = await t.deps.db.read.select().from(paymentOps).where(eq(paymentOps.kind, 'transfer'))
    await askProvider(t, 'POST', `/v1/transfers/${sent?.providerId}/reversals`, { amount: '375' })
    await pass()
    expect(await balances()).toMatchObject({ [`owner_payable:${rental.owner.id}`]: -375 })
    expect(await earnings()).toEqual({ available: 3375, pending: 0 })
    await pass()
    expect(await fundsOf(t, await payoutAccount())).toBe(3000)
  })

  test.each([
    [375, 3000],
    [3375, 0],
  ])('by hand pays for a later refund: %d cents are here, %d are asked for', async (byHand, asked) => {
    const id = await paidBooking()
    await toRelease()
    const [sent] = await t.deps.db.read.select().from(paymentOps).where(eq(paymentOps.kind, 'transfer'))
    await askProvider(t, 'POST', `/v1/transfers/${sent?.providerId}/reversals`, { amount: String(byHand) })
    await pass()
    await refundBooking(t.deps, id, 3750)
    await pass()
    await pass()
    const { owner } = rental
    expect(await balances()).toMatchObject({ [`owner_receivable:${owner.id}`]: 0, [`owner_payable:${owner.id}`]: 0 })
    expect(await earnings()).toEqual({ available: 0, pending: 0 })
    const reversals = await t.deps.db.read.select().from(paymentOps).where(eq(paymentOps.kind, 'reversal'))
    expect(reversals.map(({ amount, state }) => [amount, state])).toEqual(asked > 0 ? [[asked, 'done']] : [])
    expect(await fundsOf(t, await payoutAccount())).toBe(0)
    const next = await holdOffer(t, rental, 'renter', { startDate: '2026-12-20', endDate: '2026-12-22' })
    await t.call('POST', `/api/bookings/${next}/status`, { as: owner.as, body: { status: 'approved' } })
    await advance(11 * DAY_MS)
    expect(await fundsOf(t, await payoutAccount())).toBe(3375)
  })
})

test('the provider’s own fees are in the books, once', async () => {
  await paidBooking()
  await reconcile(t.deps)
  await reconcile(t.deps)
  expect(await balances()).toMatchObject({ stripe_fees: 139, stripe_balance: 3750 - 139 })
})
