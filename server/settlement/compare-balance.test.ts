import { expect, test } from 'bun:test'
import { seedIfEmpty } from '../demo/seed'
import { auditLedger } from '../money/ledger/audit'
import { sweepBookings } from '../rentals/bookings/booking-sweep'
import { askProvider, disputePayment } from '../test-support/provider-kit'
import { approvedOffer, openPayoutAccount, openRental } from '../test-support/rental-kit'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { catchUpLedger } from './catch-up-ledger'
import { compareBalance } from './compare-balance'
import { reconcile } from './reconcile'
import { workEvents } from './webhooks'

/** A payment at the provider that nobody of ours has asked for. */
const payByHand = (t: TestApp) =>
  askProvider(t, 'POST', '/v1/payment_intents', {
    amount: '5000',
    currency: 'usd',
    payment_method: 'pm_card_visa',
    'allowed_payment_method_types[0]': 'card',
    confirm: 'true',
  })
async function differenceOf(t: TestApp): Promise<number> {
  const [words = ''] = await compareBalance(t.deps)
  const [books = 0, provider = 0] = (words.match(/-?\d+/g) ?? []).map(Number)
  return provider - books
}

test('the demo’s books are those of its provider; a payment that nobody has booked is told to the cent', async () => {
  const t = await openTestApp()
  await seedIfEmpty(t.deps)
  await catchUpLedger(t.deps)
  await reconcile(t.deps)
  expect(await auditLedger(t.deps.db)).toEqual([])
  expect(await compareBalance(t.deps)).toEqual([])
  await payByHand(t)
  expect(await differenceOf(t)).toBe(5000)
  expect(t.errors).toEqual([])
  await t.close()
})

test('money that moves while the books are compared is no difference', async () => {
  const t = await openTestApp()
  const rental = await openRental(t)
  await openPayoutAccount(t, rental.owner)
  await approvedOffer(t, rental, 'renter')
  await reconcile(t.deps)
  t.clock.now = new Date('2026-12-15T06:00:00.000Z')
  const { gateway } = t.deps.payments
  const { listMovements } = gateway
  gateway.listMovements = async (since) => {
    gateway.listMovements = listMovements
    const movements = await listMovements(since)
    await sweepBookings(t.deps)
    return movements
  }
  expect(await compareBalance(t.deps)).toEqual([])
  const [booking] = await t.deps.db.read.query.bookings.findMany()
  expect(booking?.transferredAmount).toBe(3750)
  expect(t.errors).toEqual([])
  await t.close()
})

test('a refund that waits for the end of a dispute, and was never asked for, hides no difference', async () => {
  const t = await openTestApp()
  const rental = await openRental(t)
  const id = await approvedOffer(t, rental, 'renter')
  const [booking] = await t.deps.db.read.query.bookings.findMany()
  await disputePayment(t, booking?.stripeChargeId ?? '')
  await t.deps.payments.local?.tick()
  await workEvents(t.deps)
  await t.call('POST', `/api/bookings/${id}/cancel`, { as: rental.owner.as })
  const refund = await t.deps.db.read.query.paymentOps.findFirst({ where: (op, { eq }) => eq(op.kind, 'refund') })
  expect(refund).toMatchObject({ state: 'new', sentAt: null })
  expect(await compareBalance(t.deps)).toEqual([])
  await payByHand(t)
  expect(await differenceOf(t)).toBe(5000)
  expect(t.errors).toEqual([])
  await t.close()
})
