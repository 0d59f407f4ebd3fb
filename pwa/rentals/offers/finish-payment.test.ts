import '../../test-support/disk-in-memory'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Booking } from '#schema/booking'
import { SyncEngine } from '../../sync/engine'
import { freshDb } from '../../test-support/disk-in-memory'
import { finishPayment, type PaymentPress } from './finish-payment'
import { bookingPaymentEnd, openBookingPayment } from './open-payment'

const RENTER = 3
const NOW = new Date(2026, 10, 21, 12, 0)
const offer = {
  id: 1,
  userId: RENTER,
  ownerUsername: 'Rosa',
  renterUsername: 'Ana',
  startDate: '2026-11-28',
  endDate: '2026-11-30',
  quantity: 1,
  status: 'approved',
  statusReason: null,
  paymentState: 'capture_failed',
  expiresAt: null,
  payBy: new Date(2026, 10, 22, 9, 0).toISOString(),
  totalAmount: 8401,
} as Booking

/** The server and the provider: the bank agrees, and the server then says `then` of the offer. */
function bankAgrees(then: Partial<Booking> | 'down', status = 'requires_capture') {
  return async (input: string | URL | Request): Promise<Response> => {
    const path = String(input)
    if (path === '/api/payments/config') return json({ mode: 'local', publishableKey: 'pk_test_local' })
    if (path === '/api/bookings/1/payment') return json({ booking: offer, clientSecret: 'pi_2_secret_x' })
    if (path === '/_pay/v1/payment_intents/pi_2/confirm') return json({ id: 'pi_2', status })
    if (then === 'down') throw new TypeError('Failed to fetch')
    if (path === '/api/bookings/update-statuses') return json({ updated: 0 })
    if (path === `/api/users/${RENTER}/bookings`) return json([{ ...offer, ...then }])
    throw new Error(`Nobody knows ${path}`)
  }
}

function json(body: object): Response {
  return Response.json(body, { headers: { 'sync-epoch': 'e', 'sync-seq': '1' } })
}

const realFetch = globalThis.fetch
let db: ReturnType<typeof freshDb>
beforeEach(() => {
  db = freshDb()
})
afterEach(async () => {
  globalThis.fetch = realFetch
  await db.delete()
})

function pay(booking: Booking, then: Partial<Booking> | 'down', status?: string) {
  globalThis.fetch = bankAgrees(then, status) as typeof fetch
  return press({ endOf: (isSure) => bookingPaymentEnd(booking, NOW, isSure) })
}

function press(how: Pick<PaymentPress, 'endOf'> = {}) {
  return finishPayment({
    // Never started: nothing is pulled.
    engine: new SyncEngine(db, RENTER),
    open: () => openBookingPayment(offer.id),
    ...how,
    paymentMethodId: 'card',
    returnUrl: 'https://trestle.example/offers',
    askBank: async () => 'complete',
    secret: null,
    onSecret: () => undefined,
  })
}

const ahead = { ...offer, status: 'pending', paymentState: 'unconfirmed' } as Booking
const refusedAgain =
  'Rosa approved, but your card was refused. Pay $84.01 by Sunday, 9:00 AM, or the booking is cancelled.'

test.each<[string, Booking, Partial<Booking> | 'down', object]>([
  ['was taken', offer, { status: 'paid', paymentState: 'captured' }, { kind: 'done' }],
  ['is being taken', offer, { paymentState: 'capturing' }, { kind: 'confirmed' }],
  ['is not known to be taken', offer, 'down', { kind: 'confirmed' }],
  ['was refused at its second taking', offer, {}, { kind: 'unpaid', message: refusedAgain }],
  [
    'came after the time to pay',
    offer,
    { status: 'cancelled', statusReason: 'not_paid', paymentState: 'releasing' },
    {
      kind: 'unpaid',
      message: 'The payment did not come in time, so this booking was cancelled. Nothing was taken.',
    },
  ],
  ['is held', ahead, { status: 'pending', paymentState: 'held' }, { kind: 'done' }],
  ['is held as the provider says', ahead, 'down', { kind: 'done' }],
  [
    'is held for an offer that has ended',
    ahead,
    { status: 'expired', statusReason: 'not_confirmed', paymentState: 'releasing' },
    { kind: 'unpaid', message: 'The payment was not finished in time, so this offer was not sent.' },
  ],
])('a payment that %s', async (_, booking, then, end) => {
  expect(await pay(booking, then)).toEqual(end as Awaited<ReturnType<typeof pay>>)
})

test.each([
  ['has taken', 'succeeded', 'done'],
  ['has not taken yet', 'processing', 'confirmed'],
] as const)('a payment that the bank %s, of which the server is not asked', async (_, status, kind) => {
  globalThis.fetch = bankAgrees('down', status) as typeof fetch
  expect(await press()).toEqual({ kind })
})

test.each<[string, Booking, Partial<Booking> | 'down', string]>([
  ['nothing else is known of the hold', ahead, 'down', 'confirmed'],
  ['the hold is not placed', ahead, { status: 'pending', paymentState: 'unconfirmed' }, 'confirmed'],
  ['the hold is placed by now', ahead, { status: 'pending', paymentState: 'held' }, 'done'],
  ['the money is taken by now', offer, { status: 'paid', paymentState: 'captured' }, 'done'],
])('a payment that is under way as the provider says, where %s', async (_, booking, then, kind) => {
  expect(await pay(booking, then, 'processing')).toEqual({ kind } as Awaited<ReturnType<typeof pay>>)
})
