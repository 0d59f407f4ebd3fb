import '../../test-support/disk-in-memory'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Purchase } from '#schema/purchase'
import { finishPayment } from '../../rentals/offers/finish-payment'
import { SyncEngine } from '../../sync/engine'
import { freshDb } from '../../test-support/disk-in-memory'
import { isCardDeclined, openPurchasePayment, purchasePaymentEnd } from './pay-order'

const BUYER = 3
const order = { id: 1, userId: BUYER, status: 'pending' } as Purchase

/** The server and the provider: the provider answers with `status`, and the server then says `then` of the order. */
function bankAgrees(then: Purchase['status'] | 'down', status: string) {
  return async (input: string | URL | Request): Promise<Response> => {
    const path = String(input)
    if (path === '/api/payments/config') return json({ mode: 'local', publishableKey: 'pk_test_local' })
    if (path === '/api/purchases/1/payment') return json({ purchase: order, clientSecret: 'pi_2_secret_x' })
    if (path === '/_pay/v1/payment_intents/pi_2/confirm') return json({ id: 'pi_2', status })
    if (path === '/api/bookings/update-statuses') return json({ updated: 0 })
    if (then === 'down') throw new TypeError('Failed to fetch')
    if (path === `/api/users/${BUYER}/purchases`) return json([{ ...order, status: then }])
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

test.each([
  ['succeeded', 'paid', { kind: 'done' }],
  ['succeeded', 'pending', { kind: 'done' }],
  ['succeeded', 'down', { kind: 'done' }],
  [
    'succeeded',
    'cancelled',
    { kind: 'unpaid', message: expect.stringContaining('ended before its payment was confirmed') },
  ],
  ['processing', 'paid', { kind: 'done' }],
  ['processing', 'pending', { kind: 'confirmed' }],
  ['processing', 'down', { kind: 'confirmed' }],
] as const)(
  'a payment to which the bank has agreed, which is %s, of an order that is %s then',
  async (status, then, end) => {
    globalThis.fetch = bankAgrees(then, status) as typeof fetch
    const finished = await finishPayment({
      // Never started: nothing is pulled.
      engine: new SyncEngine(db, BUYER),
      open: () => openPurchasePayment(order.id),
      endOf: (isSure) => purchasePaymentEnd(order, isSure),
      paymentMethodId: 'card',
      returnUrl: 'https://trestle.example/purchases',
      askBank: async () => 'complete',
      secret: null,
      onSecret: () => undefined,
    })
    expect(finished).toEqual(end as typeof finished)
  },
)

test.each([
  ['whose card the bank has refused', 'card_declined', true],
  ['that was not paid in time', 'not_paid', false],
  ['that its buyer has cancelled', null, false],
])('an order %s: did a declined card end it?', (_, reason, isDeclined) => {
  const entry = { status: 'cancelled', actor: 'provider', reason, at: '2026-11-30T12:00:00.000Z' } as const
  expect(isCardDeclined({ history: [entry] })).toBe(isDeclined)
})

test('an order that never arrived has no declined card', () => expect(isCardDeclined(undefined)).toBe(false))
