import { afterEach, beforeEach, expect, test } from 'bun:test'
import { drainCommands } from '../money/drain-commands'
import { ProviderError } from '../money/gateway'
import { auditLedger } from '../money/ledger/audit'
import { findBookingRow } from '../rentals/bookings/booking-queries'
import { askProvider, settleProvider } from '../test-support/provider-kit'
import {
  answerOffer,
  approvedOffer,
  armFault,
  confirmHold,
  holdOffer,
  makeOffer,
  openRental,
  type Rental,
} from '../test-support/rental-kit'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { until } from '../test-support/until'
import { reconcile } from './reconcile'
import { workEvents } from './webhooks'

let t: TestApp
let rental: Rental

beforeEach(async () => {
  t = await openTestApp({}, { maxNetworkRetries: 0 })
  rental = await openRental(t)
})
afterEach(async () => {
  expect(await auditLedger(t.deps.db)).toEqual([])
  expect(t.errors).toEqual([])
  await t.close()
})

/** An offer that is ended, and whose release is sent, while the provider is still making its hold. */
async function endWhileHolding() {
  const { gateway } = t.deps.payments
  const { createHold } = gateway
  const slow = Promise.withResolvers<void>()
  let isAsked = false
  gateway.createHold = async (...args) => {
    isAsked = true
    await slow.promise
    return createHold(...args)
  }
  const offer = makeOffer(t, rental, 'renter')
  await until(() => isAsked)
  await t.call('DELETE', `/api/listings/${rental.listingId}`, { as: rental.owner.as })
  await drainCommands(t.deps)
  expect(await booking()).toMatchObject({ status: 'expired', paymentState: 'released' })
  slow.resolve()
  return offer
}
const booking = () => t.deps.db.read.query.bookings.findFirst()
const intents = async (): Promise<{ status: string; client_secret: string }[]> =>
  (await askProvider(t, 'GET', '/v1/payment_intents?limit=10')).data

test('an offer that ended while its hold was being made is not paid for any more', async () => {
  const { status, body } = await endWhileHolding()
  expect([status, body.code, body.clientSecret]).toEqual([409, 'not_pending', undefined])
  await drainCommands(t.deps)
  expect(await intents()).toMatchObject([{ status: 'canceled' }])
  expect(await booking()).toMatchObject({ status: 'expired', paymentState: 'released' })
}, 30_000)

test('a hold that its renter confirms on such an offer all the same is let go', async () => {
  await endWhileHolding()
  const [intent] = await intents()
  await confirmHold(t, intent?.client_secret ?? '', rental.cards.renter)
  expect(await intents()).toMatchObject([{ status: 'requires_capture' }])
  await settleProvider(t)
  await reconcile(t.deps)
  expect(await intents()).toMatchObject([{ status: 'canceled' }])
  expect(await booking()).toMatchObject({ status: 'expired', paymentState: 'released' })
}, 30_000)

test('a cancel does not wait for the money of others', async () => {
  const { gateway } = t.deps.payments
  const { release } = gateway
  const own = await holdOffer(t, rental, 'renter')
  const others = [
    await holdOffer(t, rental, 'rival'),
    await holdOffer(t, rental, 'rival', { startDate: '2026-12-20', endDate: '2026-12-22' }),
  ]
  const slow = Promise.withResolvers<void>()
  gateway.release = async (id, key) => {
    if (key !== `booking:${own}:release:1`) await slow.promise
    return release(id, key)
  }
  for (const id of others) await answerOffer(t, rental, id, 'declined')
  const cancel = t.call('POST', `/api/bookings/${own}/cancel`, { as: rental.renter.as, body: {} })
  const answer = await Promise.race([cancel, Bun.sleep(4_000)])
  slow.resolve()
  expect(answer?.body).toMatchObject({ status: 'cancelled', paymentState: 'released' })
  await cancel
  await drainCommands(t.deps)
  expect(await intents()).toMatchObject([{ status: 'canceled' }, { status: 'canceled' }, { status: 'canceled' }])
}, 30_000)

test('a renter who opens their offers does not wait for the money of others', async () => {
  const { gateway } = t.deps.payments
  const { capture, release } = gateway
  gateway.capture = () => Promise.reject(new ProviderError('unavailable', 'away', 'Away.'))
  const own = await approvedOffer(t, rental, 'renter')
  gateway.capture = capture
  const others = [
    await holdOffer(t, rental, 'rival'),
    await holdOffer(t, rental, 'rival', { startDate: '2026-12-20', endDate: '2026-12-22' }),
  ]
  const slow = Promise.withResolvers<void>()
  gateway.release = async (...args) => {
    await slow.promise
    return release(...args)
  }
  for (const id of others) await answerOffer(t, rental, id, 'declined')
  t.clock.advance(60_000)
  const opened = t.call('POST', '/api/bookings/update-statuses', { as: rental.renter.as })
  const answer = await Promise.race([opened, Bun.sleep(4_000)])
  expect(answer?.status).toBe(200)
  expect(await findBookingRow(t.deps.db, own)).toMatchObject({ status: 'paid', paymentState: 'captured' })
  slow.resolve()
  await drainCommands(t.deps)
  expect((await intents()).map(({ status }) => status).sort()).toEqual(['canceled', 'canceled', 'succeeded'])
}, 30_000)

test.each([
  ['is confirmed', false],
  ['is made', true],
])(
  'a capture of the first hold that fails before the second one %s says nothing about that one',
  async (_when, isLost) => {
    const id = await holdOffer(t, rental, 'renter')
    await armFault(t, { kind: 'error_before', match: 'POST /v1/payment_intents/*/capture', times: 1 })
    await answerOffer(t, rental, id, 'approved')
    const first = (await booking())?.stripePaymentIntentId
    await askProvider(t, 'POST', `/v1/payment_intents/${first}/cancel`)
    await settleProvider(t)
    await workEvents(t.deps)
    expect(await booking()).toMatchObject({ paymentState: 'capture_failed' })
    if (isLost) await armFault(t, { kind: 'error_before', match: 'POST /v1/payment_intents', times: 1 })
    const pay = () => t.call('POST', `/api/bookings/${id}/payment`, { as: rental.renter.as, body: {} })
    const opened = await pay()
    // The first capture is tried again.
    t.clock.advance(60_000)
    await drainCommands(t.deps)
    expect(await booking()).toMatchObject({ paymentState: 'unconfirmed', paymentAttempt: 2 })
    const { clientSecret } = opened.body.clientSecret ? opened.body : (await pay()).body
    await confirmHold(t, clientSecret, rental.cards.renter)
    await t.call('POST', '/api/bookings/update-statuses', { as: rental.renter.as })
    expect(await booking()).toMatchObject({ status: 'paid', paymentState: 'captured' })
  },
  30_000,
)
