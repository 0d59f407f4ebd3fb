import { afterEach, beforeEach, expect, test } from 'bun:test'
import { convergeIntent } from '../bookings/booking-payments'
import { sweepBookings } from '../bookings/booking-sweep'
import { askProvider } from '../test-support/provider-kit'
import {
  armFault,
  confirmHold,
  holdOffer,
  makeOffer,
  openRental,
  type Rental,
  saveCard,
} from '../test-support/rental-kit'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { auditLedger } from './audit'
import { compareBalance } from './compare-balance'
import { listBalances } from './ledger-queries'
import { workEvents } from './webhooks'

/** Ways in which others who take payments have lost money, or taken it twice. */
const DAY_MS = 86_400_000
let t: TestApp
let rental: Rental

beforeEach(async () => {
  t = await openTestApp({}, { maxNetworkRetries: 0 })
  rental = await openRental(t)
})
afterEach(async () => {
  expect(await auditLedger(t.deps.db)).toEqual([])
  expect(await compareBalance(t.deps)).toEqual([])
  await t.close()
})

const intents = async () => (await askProvider(t, 'GET', '/v1/payment_intents?limit=100')).data
const booking = async (id: number) =>
  t.deps.db.read.query.bookings.findFirst({ where: (rows, { eq }) => eq(rows.id, id) })
const answer = (id: number, status: string) =>
  t.call('POST', `/api/bookings/${id}/status`, { as: rental.owner.as, body: { status } })

test('twenty submits of one offer, at once and one after the other, with answers lost: one hold, one capture', async () => {
  const input = { clientId: crypto.randomUUID() }
  await armFault(t, { kind: 'drop', match: 'POST /v1/payment_intents', times: 3 })
  await Promise.all(Array.from({ length: 10 }, () => makeOffer(t, rental, 'renter', input)))
  for (let nth = 0; nth < 10; nth++) {
    t.clock.advance(60_000 / 10)
    await makeOffer(t, rental, 'renter', input)
  }
  const { body } = await makeOffer(t, rental, 'renter', input)
  await confirmHold(t, body.clientSecret, rental.cards.renter)
  await sweepBookings(t.deps)
  await armFault(t, { kind: 'drop', match: 'POST /v1/payment_intents/*/capture', times: 2 })
  await Promise.all(Array.from({ length: 5 }, () => answer(body.booking.id, 'approved')))
  t.clock.advance(60_000)
  await sweepBookings(t.deps)
  t.clock.advance(60_000)
  await sweepBookings(t.deps)
  expect((await intents()).map(({ status }: { status: string }) => status)).toEqual(['succeeded'])
  expect((await listBalances(t.deps.db)).get('stripe_balance')).toBe(3750)
})

test('an event that is there before the answer, and before its booking knows the payment, is not lost', async () => {
  await armFault(t, { kind: 'events_first', match: 'POST /v1/payment_intents/*/confirm', times: 1 })
  const { body } = await makeOffer(t, rental, 'renter')
  await confirmHold(t, body.clientSecret, rental.cards.renter)
  await workEvents(t.deps)
  expect(await booking(body.booking.id)).toMatchObject({ paymentState: 'held' })
})

test('the way back from the bank, events and the sweep at the same moment, a hundred times: one posting', async () => {
  const id = await holdOffer(t, rental, 'renter')
  await answer(id, 'approved')
  const intentId = (await booking(id))?.stripePaymentIntentId ?? ''
  await Promise.all(
    Array.from({ length: 100 }, (_, nth) =>
      [() => convergeIntent(t.deps, intentId), () => workEvents(t.deps), () => sweepBookings(t.deps)][nth % 3]?.(),
    ),
  )
  const captures = await t.deps.db.read.query.ledgerTxs.findMany({ where: (rows, { eq }) => eq(rows.kind, 'capture') })
  expect(captures).toHaveLength(1)
  expect((await booking(id))?.status).toBe('paid')
})

test('approving and declining at once, again and again: the money is taken or let go, never both', async () => {
  for (let nth = 0; nth < 12; nth++) {
    const id = await holdOffer(t, rental, nth % 2 ? 'renter' : 'rival', {
      startDate: `2026-12-${10 + nth}`,
      endDate: `2026-12-${10 + nth}`,
    })
    await Promise.all(
      nth % 3 ? [answer(id, 'approved'), answer(id, 'declined')] : [answer(id, 'declined'), answer(id, 'approved')],
    )
    await sweepBookings(t.deps)
    const row = await booking(id)
    const { status } = await askProvider(t, 'GET', `/v1/payment_intents/${row?.stripePaymentIntentId}`)
    expect([row?.status, status]).toEqual(row?.status === 'paid' ? ['paid', 'succeeded'] : ['declined', 'canceled'])
  }
})

test('a hold that lapsed before the owner said yes is never captured: the renter is asked to pay anew', async () => {
  const id = await holdOffer(t, rental, 'renter')
  const intentId = (await booking(id))?.stripePaymentIntentId
  await askProvider(t, 'POST', `/v1/payment_intents/${intentId}/cancel`)
  await answer(id, 'approved')
  await sweepBookings(t.deps)
  const row = await booking(id)
  expect(['expired', 'approved']).toContain(row?.status ?? '')
  expect(row?.paymentState).not.toBe('captured')
  expect((await listBalances(t.deps.db)).get('stripe_balance') ?? 0).toBe(0)
})

test('an offer whose bank wants its holder there holds nothing behind their back', async () => {
  const card = await saveCard(t, rental.renter, 'pm_card_authenticationRequired')
  const { body } = await makeOffer(t, { ...rental, cards: { ...rental.cards, renter: card } }, 'renter')
  const { status } = await confirmHold(t, body.clientSecret, card)
  expect(status).toBe('requires_action')
  t.clock.advance(DAY_MS)
  await sweepBookings(t.deps)
  expect(await booking(body.booking.id)).toMatchObject({ status: 'expired' })
  expect((await intents())[0].status).toBe('canceled')
})
