import { afterEach, beforeEach, expect, test } from 'bun:test'
import { ProviderError } from '../money/gateway'
import { auditLedger } from '../money/ledger/audit'
import { listMoneyTasks } from '../operator/operator-money'
import { refundBooking } from '../rentals/bookings/booking-refunds'
import { sweepBookings } from '../rentals/bookings/booking-sweep'
import { askProvider, decideDispute, disputePayment, settleProvider } from '../test-support/provider-kit'
import { approvedOffer, openRental } from '../test-support/rental-kit'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { compareBalance } from './compare-balance'
import { reconcile } from './reconcile'

const DAY_MS = 86_400_000
let t: TestApp
let id: number
let cancel: () => Promise<unknown>

beforeEach(async () => {
  t = await openTestApp({}, { maxNetworkRetries: 0 })
  const rental = await openRental(t)
  id = await approvedOffer(t, rental, 'renter')
  cancel = () => t.call('POST', `/api/bookings/${id}/cancel`, { as: rental.owner.as, body: {} })
})
afterEach(async () => {
  expect(await auditLedger(t.deps.db)).toEqual([])
  await t.close()
})

const booking = async () => {
  const row = await t.deps.db.read.query.bookings.findFirst()
  if (!row) throw new Error('The booking is gone')
  return row
}
const refunds = async () => {
  const ops = await t.deps.db.read.query.paymentOps.findMany({ where: (rows, { eq }) => eq(rows.kind, 'refund') })
  return ops.map(({ state, amount }) => `${state} ${amount}`)
}
async function pass(): Promise<void> {
  await settleProvider(t)
  await reconcile(t.deps)
  await sweepBookings(t.deps)
}

test('a refund by hand of a part of what is owed leaves the rest to be tried again', async () => {
  const { gateway } = t.deps.payments
  const { refund } = gateway
  gateway.refund = () => Promise.reject(new ProviderError('refused', 'insufficient_funds', 'There is not enough.'))
  await refundBooking(t.deps, id, 3750)
  gateway.refund = refund
  const charge = (await booking()).stripeChargeId ?? ''
  await askProvider(t, 'POST', '/v1/refunds', { charge, amount: '1000' })
  await pass()
  expect(await refunds()).toEqual(['failed 2750', 'done 1000'])
  expect(await listMoneyTasks(t.deps)).toEqual(['booking 1  $27.50 is tried again after 2026-12-02T17:00:00.000Z'])
  t.clock.advance(DAY_MS)
  await pass()
  expect(await refunds()).toEqual(['retried 2750', 'done 1000', 'done 2750'])
  expect(await booking()).toMatchObject({ paymentState: 'refunded', refundedAmount: 3750 })
  expect(await compareBalance(t.deps)).toEqual([])
})

test('a lost dispute about a part of the payment leaves the rest of a refund that waited for it', async () => {
  const { gateway } = t.deps.payments
  const { getDispute } = gateway
  gateway.getDispute = async (dispute) => {
    const { movements, ...found } = await getDispute(dispute)
    return { ...found, movements: movements.map((movement) => ({ ...movement, amount: -1000 })) }
  }
  const dispute = await disputePayment(t, (await booking()).stripeChargeId ?? '')
  await pass()
  await cancel()
  expect(await refunds()).toEqual(['new 3750'])
  await decideDispute(t, dispute, 'lost')
  await settleProvider(t)
  await reconcile(t.deps)
  // The provider refunds nothing of a payment that was disputed: the rest is an operator's.
  expect(await refunds()).toEqual(['failed 2750'])
  expect(await booking()).toMatchObject({ status: 'cancelled', paymentState: 'refund_failed', refundedAmount: 3750 })
})
