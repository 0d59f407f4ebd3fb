import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { MAX_DAMAGE_CENTS } from '#schema/damage-report'
import { centsToDollars, dollarsToCents } from '#schema/money'
import { step } from '../db/steps'
import { auditLedger } from '../money/ledger/audit'
import { stripeGateway } from '../money/stripe/stripe-gateway'
import { runOperatorCommand } from '../operator/operator-commands'
import { findBookingRow } from '../rentals/bookings/booking-queries'
import { refundBooking } from '../rentals/bookings/booking-refunds'
import { sweepBookings } from '../rentals/bookings/booking-sweep'
import {
  acceptDamage,
  contestDamage,
  DAMAGE_REPORT,
  damagePayments,
  type EndedRental,
  openEndedRental,
  reportDamage,
} from '../test-support/damage-kit'
import { fileTest } from '../test-support/file-test'
import { listBalances } from '../test-support/list-balances'
import {
  askProvider,
  decideDispute,
  disputePayment,
  drainAccount,
  fundsOf,
  switchOffWebhooks,
} from '../test-support/provider-kit'
import {
  answerOffer,
  approvedOffer,
  armFault,
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
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { compareBalance } from './compare-balance'
import { convergeIntent } from './converge-intent'
import { eventStep, workEvents } from './webhooks'

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
const booking = (id: number) => findBookingRow(t.deps.db, id)
const answer = (id: number, status: string) => answerOffer(t, rental, id, status)

test('Trap 1, a charge for every try: twenty submits of one offer, at once and one after the other, with answers lost: one hold, one capture', async () => {
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

test('Trap 3, an event before its answer: one that is there first, and before its booking knows the payment, is not lost', async () => {
  await armFault(t, { kind: 'events_first', match: 'POST /v1/payment_intents/*/confirm', times: 1 })
  const { body } = await makeOffer(t, rental, 'renter')
  await confirmHold(t, body.clientSecret, rental.cards.renter)
  await workEvents(t.deps)
  expect(await booking(body.booking.id)).toMatchObject({ paymentState: 'held' })
})

test('Trap 3, an event before its answer: one about a payment that nobody here knows yet waits, though the answer is lost too', async () => {
  await t.close()
  t = await openTestApp({}, { maxNetworkRetries: 0 })
  const ended = await openEndedRental(t)
  const id = await reportDamage(t, ended)
  for (const kind of ['events_first', 'drop']) await armFault(t, { kind, match: 'POST /v1/payment_intents', times: 1 })
  await acceptDamage(t, ended, id)
  await workEvents(t.deps)
  const events = () =>
    t.deps.db.read.query.stripeEvents.findMany({ where: (row, { like }) => like(row.objectId, 'pi_%') })
  expect((await events()).filter(({ state }) => state === 'waiting')).toMatchObject([
    { type: 'payment_intent.succeeded' },
  ])
  t.clock.advance(60_000)
  await sweepBookings(t.deps)
  await workEvents(t.deps)
  expect((await events()).filter(({ state }) => state !== 'done')).toEqual([])
  expect(await damagePayments(t, ended.bookingId)).toEqual([{ status: 'succeeded', amount_received: 2000 }])
  expect((await balances())[`owner_payable:${ended.owner.id}`]).toBe(-2000)
})

test('Trap 4, two finishers: the way back from the bank, events and the sweep at the same moment, a hundred times: one posting', async () => {
  const id = await holdOffer(t, rental, 'renter')
  for (const kind of ['drop', 'lose_events'])
    await armFault(t, { kind, match: 'POST /v1/payment_intents/*/capture', times: 1 })
  await answer(id, 'approved')
  expect(await booking(id)).toMatchObject({ status: 'approved', paymentState: 'capturing' })
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

test('Trap 8, yes and no at once: approving and declining, again and again, and at the moment of expiry: the money is taken or let go, never both', async () => {
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
  const late = await holdOffer(t, rental, 'renter', { startDate: '2026-12-25', endDate: '2026-12-25' })
  t.clock.advance(Date.parse((await booking(late))?.expiresAt ?? '') - t.clock.now.getTime())
  await Promise.all([sweepBookings(t.deps), answer(late, 'approved'), sweepBookings(t.deps)])
  await sweepBookings(t.deps)
  const row = await booking(late)
  const { status } = await askProvider(t, 'GET', `/v1/payment_intents/${row?.stripePaymentIntentId}`)
  expect([row?.status, status]).toEqual(row?.status === 'paid' ? ['paid', 'succeeded'] : ['expired', 'canceled'])
})

describe('Trap 6, a capture after the hold has lapsed', () => {
  const LATER = { startDate: '2026-12-25', endDate: '2026-12-27' }
  const pass = async () => {
    await t.deps.payments.local?.tick()
    await sweepBookings(t.deps)
  }
  const heldUntil = async (id: number) => Date.parse((await booking(id))?.captureBefore ?? '')

  test('the offer ends half a day before its hold does, both sides are told, and nothing is captured', async () => {
    const id = await holdOffer(t, rental, 'renter', LATER)
    expect(Date.parse((await booking(id))?.expiresAt ?? '')).toBeLessThanOrEqual((await heldUntil(id)) - DAY_MS / 2)
    t.clock.advance((await heldUntil(id)) - t.clock.now.getTime())
    await pass()
    expect(await booking(id)).toMatchObject({ status: 'expired', paymentState: 'released' })
    for (const [person, side] of [
      [rental.renter, 'bookings'],
      [rental.owner, 'listings/bookings'],
    ] as const)
      expect((await t.call('GET', `/api/users/${person.id}/${side}`, { as: person.as })).body).toMatchObject([
        { id, status: 'expired', paymentState: 'released' },
      ])
    expect((await answer(id, 'approved')).status).toBe(409)
    expect(await t.deps.db.read.query.paymentOps.findMany({ where: (op, { eq }) => eq(op.kind, 'capture') })).toEqual(
      [],
    )
  })

  test('an owner who says yes although it has lapsed takes nothing: the renter is asked, and pays anew', async () => {
    await switchOffWebhooks(t)
    const id = await holdOffer(t, rental, 'renter', LATER)
    // Our timers stood still, so that the offer still seems to be open.
    const later = new Date((await heldUntil(id)) + DAY_MS).toISOString()
    await t.deps.db.write(() => [
      step(sql`UPDATE bookings SET expires_at = ${later}, capture_before = ${later} WHERE id = ${id}`),
    ])
    t.clock.advance((await heldUntil(id)) - DAY_MS + 3_600_000 - t.clock.now.getTime())
    expect((await intents())[0].status).toBe('canceled')
    expect((await answer(id, 'approved')).body).toMatchObject({ status: 'approved', paymentState: 'capture_failed' })
    expect((await booking(id))?.payBy).toBe(new Date(t.clock.now.getTime() + DAY_MS).toISOString())
    expect((await listBalances(t.deps.db)).get('stripe_balance') ?? 0).toBe(0)
    const { body } = await t.call('POST', `/api/bookings/${id}/payment`, { as: rental.renter.as })
    await confirmHold(t, body.clientSecret, rental.cards.renter)
    await pass()
    expect(await booking(id)).toMatchObject({ status: 'paid', paymentState: 'captured', payBy: null })
    expect((await listBalances(t.deps.db)).get('stripe_balance')).toBe(3750)
  })
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

/** Steps of time as the timers take them. */
async function advance(ms: number): Promise<void> {
  t.clock.advance(ms)
  for (let nth = 0; nth < 2; nth++) {
    await t.deps.payments.local?.tick()
    await workEvents(t.deps)
    await sweepBookings(t.deps)
  }
  for (const person of [rental.owner, rental.renter, rental.rival]) person.as = await signIn(t, person.username)
}
const paidBooking = (input = {}) => approvedOffer(t, rental, 'renter', input)
const toRelease = () => advance(Date.parse('2026-12-15T05:00:00.000Z') - t.clock.now.getTime())
const balances = async () => Object.fromEntries(await listBalances(t.deps.db))

test('Trap 2, a key that is forgotten after a day: a refund without an answer is looked up, and there is one', async () => {
  const id = await paidBooking()
  await armFault(t, { kind: 'drop', match: 'POST /v1/refunds', times: 1 })
  await refundBooking(t.deps, id, 1000)
  await advance(25 * 3_600_000)
  expect(await booking(id)).toMatchObject({ paymentState: 'refunded' })
  expect((await askProvider(t, 'GET', '/v1/refunds?limit=100')).data).toHaveLength(1)
})

test('Trap 5, events twice and in any order: the end is the same', async () => {
  await switchOffWebhooks(t)
  const ends: unknown[] = []
  let told = 0
  for (const seed of [0, 1, 2, 3, 4, 5]) {
    const day = `2026-12-${10 + seed}`
    const id = await paidBooking({ startDate: day, endDate: day })
    const charge = (await booking(id))?.stripeChargeId ?? ''
    await askProvider(t, 'POST', '/v1/refunds', { charge, amount: '1000' })
    await decideDispute(t, await disputePayment(t, charge), 'won')
    const events = (await t.deps.payments.gateway.listEvents(new Date(0))).slice(told)
    told += events.length
    expect(events.map(({ type }) => type)).toContain('charge.dispute.funds_reinstated')
    for (const event of seed === 0 ? events : shuffled([...events, ...events], seed)) {
      const again = sql`UPDATE stripe_events SET state = 'new', next_at = NULL WHERE id = ${event.id}`
      await t.deps.db.write(() => [eventStep(event, t.clock.now), step(again)])
      await workEvents(t.deps)
    }
    await sweepBookings(t.deps)
    const row = await booking(id)
    ends.push({
      status: row?.status,
      paymentState: row?.paymentState,
      refunded: row?.refundedAmount,
      books: await booksOf(id),
    })
  }
  expect(ends[0]).toMatchObject({ status: 'paid', paymentState: 'refunded', refunded: 1000 })
  for (const end of ends) expect(end).toEqual(ends[0])
})

/** The balance of each account because of a booking. */
async function booksOf(id: number): Promise<unknown> {
  const sums = `SELECT a.name, sum(e.amount) AS cents FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
    JOIN ledger_txs t ON t.id = e.tx_id WHERE t.booking_id = ? GROUP BY a.name ORDER BY a.name`
  const [found] = await t.deps.db.readBatch([{ sql: sums, args: [id] }])
  return found?.rows.map(({ name, cents }) => [name, cents])
}

/** The same shuffle for the same seed. */
function shuffled<Item>(items: Item[], seed: number): Item[] {
  const place = (nth: number) => Bun.hash.crc32(`${seed} ${nth}`)
  return items
    .map((item, nth) => ({ item, at: place(nth) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

test('Trap 7, two captures: two presses of the owner at once, and a third, take the money once and are all answered', async () => {
  const id = await holdOffer(t, rental, 'renter')
  const [one, other] = await Promise.all([answer(id, 'approved'), answer(id, 'approved')])
  expect([one.status, other.status]).toEqual([200, 200])
  await advance(60_000)
  expect((await answer(id, 'approved')).body.status).toBe('paid')
  const { data } = await askProvider(t, 'GET', '/v1/charges?limit=100')
  expect(data.map((charge: { amount_captured: number }) => charge.amount_captured)).toEqual([3750])
})

test('Trap 9, an old answer under an old key: paying anew after a hold was let go makes a new one', async () => {
  const id = await holdOffer(t, rental, 'renter')
  await askProvider(t, 'POST', `/v1/payment_intents/${(await booking(id))?.stripePaymentIntentId}/cancel`)
  await answer(id, 'approved')
  const { body } = await t.call('POST', `/api/bookings/${id}/payment`, { as: rental.renter.as })
  expect(await confirmHold(t, body.clientSecret, rental.cards.renter)).toMatchObject({ status: 'requires_capture' })
  expect((await intents()).map(({ status }: { status: string }) => status).sort()).toEqual([
    'canceled',
    'requires_capture',
  ])
})

test('Trap 10, cents that float: dollars and cents are each other’s, and the browser’s sum counts for nothing', async () => {
  for (let cents = 0; cents < 100_000; cents += 7) expect(dollarsToCents(centsToDollars(cents))).toBe(cents)
  expect([dollarsToCents('67.96'), dollarsToCents(5.1), dollarsToCents(0.1 + 0.2)]).toEqual([6796, 510, null])
  const { body } = await t.call('POST', '/api/bookings', {
    as: rental.renter.as,
    body: {
      listingId: rental.listingId,
      startDate: '2026-12-10',
      endDate: '2026-12-12',
      paymentMethodId: rental.cards.renter,
      totalAmount: 1,
    },
  })
  expect(body.booking.totalAmount).toBe(3750)
  expect((await intents())[0]).toMatchObject({ amount: 3750, currency: 'usd' })
})

test('Trap 11, refunded and not reversed: the renter has theirs, the debt is seen, the next transfer is smaller', async () => {
  await openPayoutAccount(t, rental.owner)
  const id = await paidBooking()
  await toRelease()
  await advance(3 * DAY_MS)
  await drainAccount(t, await payoutAccountOf(t, rental.owner))
  await refundBooking(t.deps, id, 1000)
  await advance(60_000)
  const debt = `owner_receivable:${rental.owner.id}`
  expect(await balances()).toMatchObject({ refund_payable: 0, [debt]: 1000 })
  await paidBooking({ startDate: '2026-12-20', endDate: '2026-12-22' })
  await advance(8 * DAY_MS)
  expect(await balances()).toMatchObject({ [debt]: 0 })
  expect(await fundsOf(t, await payoutAccountOf(t, rental.owner))).toBe(2750)
})

test('Trap 12, more taken back than was sent: refunds in any parts never reverse more than the transfer', async () => {
  await openPayoutAccount(t, rental.owner)
  const id = await paidBooking()
  await toRelease()
  for (const part of [1, 1249, 500, 2000]) {
    await refundBooking(t.deps, id, part)
    await advance(60_000)
    const [sent] = (await askProvider(t, 'GET', '/v1/transfers?limit=100')).data
    expect(sent.amount_reversed).toBeLessThanOrEqual(sent.amount)
    expect(sent.amount).toBeLessThanOrEqual(3750)
  }
  expect(await fundsOf(t, await payoutAccountOf(t, rental.owner))).toBe(0)
  await expect(refundBooking(t.deps, id, 1)).rejects.toThrow()
})

test('Trap 13, a refund that fails days later: it is owed again, and somebody is told', async () => {
  rental.cards.renter = await saveCard(t, rental.renter, 'pm_card_refundFail')
  const id = await paidBooking()
  await refundBooking(t.deps, id, 1000)
  await advance(DAY_MS)
  expect(await booking(id)).toMatchObject({ paymentState: 'refund_failed' })
  expect(await balances()).toMatchObject({ refund_payable: -1000 })
  expect(await runOperatorCommand(t.deps, ['money'])).toContain(`booking ${id}  $10.00 is tried again`)
})

test('Trap 14, a transfer to an account that is not ready: it waits, and leaves once', async () => {
  await paidBooking()
  await toRelease()
  expect(await balances()).toMatchObject({ [`owner_payable:${rental.owner.id}`]: -3750 })
  await openPayoutAccount(t, rental.owner)
  await advance(3_600_000)
  await advance(3_600_000)
  expect(await fundsOf(t, await payoutAccountOf(t, rental.owner))).toBe(3750)
})

test('Trap 15, coming back taken for having finished: only the provider’s word counts', async () => {
  const back = { successUrl: `${TEST_ORIGIN}/settings`, cancelUrl: `${TEST_ORIGIN}/settings` }
  const { body } = await t.call('POST', '/api/stripe/setup-seller', { as: rental.rival.as, body: back })
  await t.fetch(new Request(body.url))
  const left = await t.fetch(new Request(body.url, { method: 'POST', body: new URLSearchParams({ action: 'leave' }) }))
  expect(left.headers.get('location')).toContain('/settings')
  const status = await t.call('GET', '/api/stripe/connect-status', { as: rental.rival.as })
  expect(status.body).toEqual({ hasCompletedOnboarding: false, hasStarted: true })
})

test('Trap 16, a signature that is checked wrongly: what was signed goes in, byte for byte, and nothing else', async () => {
  const { webhooks } = new Stripe('sk_test_local')
  const endpoints = sql`SELECT json_extract(body, '$.provider_state.secret') AS secret FROM lp_objects WHERE kind = 'webhook_endpoint'`
  const [{ secret } = { secret: '' }] = await t.deps.db.read.all<{ secret: string }>(endpoints)
  const payload = JSON.stringify(
    { id: 'evt_x', object: 'event', type: 'refund.updated', data: { object: {} } },
    null,
    2,
  )
  const sign = (change: object = {}) => webhooks.generateTestHeaderStringAsync({ payload, secret, ...change })
  const deliver = async (body: string, signature: string) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return (await t.fetch(new Request(`${TEST_ORIGIN}/api/stripe/webhook`, { method: 'POST', body, headers }))).status
  }
  const stored = async () =>
    (await t.deps.db.read.query.stripeEvents.findMany({ where: (row, { eq }) => eq(row.id, 'evt_x') })).length
  const old = Math.floor(Date.now() / 1000) - 301
  const wrong: [string, string][] = [
    [payload, ''],
    [payload, 't=1,v1=00'],
    [payload, await sign({ secret: 'whsec_other' })],
    [payload, await sign({ timestamp: old })],
    [payload, await sign({ scheme: 'v0' })],
    [payload.replace('updated', 'failed'), await sign()],
    [JSON.stringify(JSON.parse(payload)), await sign()],
  ]
  for (const [body, signature] of wrong) expect([signature, await deliver(body, signature)]).toEqual([signature, 400])
  expect(await stored()).toBe(0)
  expect([await deliver(payload, await sign()), await deliver(payload, `${await sign()},v1=00`)]).toEqual([200, 200])
  expect(await stored()).toBe(1)
})

describe('damage', () => {
  let ended: EndedRental
  beforeEach(async () => {
    await t.close()
    t = await openTestApp({}, { maxNetworkRetries: 0 })
  })

  test('Trap 17, a bank that wants to see its holder: a charge without them is asked for, not an error', async () => {
    ended = await openEndedRental(t, 'pm_card_authenticationRequired')
    const id = await reportDamage(t, ended)
    const { status, body } = await t.call('POST', `/api/damage-reports/${id}/respond`, {
      as: ended.renter.as,
      body: { acceptResponsibility: true, response: 'Sorry.', images: [] },
    })
    expect([status, body.paymentState]).toEqual([200, 'action_needed'])
    expect(t.errors).toEqual([])
  })

  test('Trap 20, damage without a limit, or twice: never above the estimate, never more than once', async () => {
    ended = await openEndedRental(t)
    const over = { ...DAMAGE_REPORT, repairEstimate: MAX_DAMAGE_CENTS + 1 }
    const refused = await t.call('POST', `/api/bookings/${ended.bookingId}/damage-report`, {
      as: ended.owner.as,
      body: over,
    })
    expect(refused.status).toBe(422)
    const id = await reportDamage(t, ended)
    const again = await t.call('POST', `/api/bookings/${ended.bookingId}/damage-report`, {
      as: ended.owner.as,
      body: DAMAGE_REPORT,
    })
    expect(again.status).toBe(409)
    await contestDamage(t, ended, id)
    const decide = (finalAmount: number) =>
      t.call('POST', `/api/operator/claims/${id}`, {
        as: ended.operator.as,
        body: { approve: true, finalAmount, note: 'Seen on both photos.' },
      })
    for (const above of [2001, 20_000, MAX_DAMAGE_CENTS])
      expect((await decide(above)).body.code).toBe('amount_above_estimate')
    await Promise.all([1500, 1500, 2000, 1, 2000].map(decide))
    const [charge, ...more] = await damagePayments(t, ended.bookingId)
    expect([charge?.status, more]).toEqual(['succeeded', []])
    expect(charge?.amount_received).toBeLessThanOrEqual(2000)
  })
})

test('Trap 18, no way back from the bank: a charge that may leave the page names where it comes back to', async () => {
  const bodies: string[] = []
  const card = await saveCard(t, rental.renter, 'pm_card_chargeCustomerFail')
  const renter = await t.deps.db.read.query.users.findFirst({ where: (row, { eq }) => eq(row.id, rental.renter.id) })
  const hear = async (url: string | URL | Request, init?: RequestInit) => {
    bodies.push(String(init?.body))
    return (await t.deps.payments.local?.fetch(new Request(String(url), init))) ?? Response.error()
  }
  const listenIn = Stripe.createFetchHttpClient(Object.assign(hear, { preconnect: fetch.preconnect }))
  const config = { host: 'local.invalid', protocol: 'http' as const, httpClient: listenIn, maxNetworkRetries: 0 }
  const gateway = stripeGateway({ secretKey: 'sk_test_local', webhookSecrets: () => [], config })
  const returnUrl = `${TEST_ORIGIN}/purchases`
  const charge = {
    purchaseId: 1,
    amount: 100,
    customerId: renter?.stripeCustomerId ?? '',
    cardId: card,
    description: 'x',
  }
  await expect(gateway.chargePresent({ ...charge, returnUrl }, 'trap:18')).rejects.toThrow()
  expect(bodies.map((body) => new URLSearchParams(body).get('return_url'))).toEqual([returnUrl])
})

test('Trap 19, an API that moved on: every request of this file is as the installed SDK declares it', async () => {
  await holdOffer(t, rental, 'renter')
  const { data } = await askProvider(t, 'GET', '/v1/webhook_endpoints')
  expect(data.map(({ api_version }: { api_version: string }) => api_version)).toEqual(
    data.map(() => Stripe.API_VERSION),
  )
  // `close` refuses any exchange of a test that one of Stripe's two descriptions does not know; so does this one.
  const old = { amount: '3750', currency: 'usd', 'payment_method_types[]': 'card' }
  await expect(askProvider(t, 'POST', '/v1/payment_intents', old)).rejects.toThrow('payment_method_types')
})

/** The owner asks for the link to their payout account and follows it. @returns the part of it that opens the account */
async function openAccountLink(): Promise<string> {
  const back = { successUrl: `${TEST_ORIGIN}/settings`, cancelUrl: `${TEST_ORIGIN}/settings` }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const { body } = await t.call('POST', '/api/stripe/setup-seller', { as: rental.owner.as, body: back, headers })
  const token = String(body.url).split('/').at(-1) ?? ''
  expect(token.length).toBeGreaterThan(20)
  await t.fetch(new Request(body.url))
  return token
}

test('Trap 21, an open door: a way back to another site is refused, and a link that opens an account is not logged', async () => {
  for (const path of ['setup-customer', 'setup-seller'])
    for (const successUrl of ['https://evil.example/', '//evil.example/', 'javascript:alert(1)']) {
      const body = { successUrl, cancelUrl: `${TEST_ORIGIN}/` }
      expect((await t.call('POST', `/api/stripe/${path}`, { as: rental.renter.as, body })).status).toBe(422)
    }
  const logged: string[] = []
  t.deps.log = (entry) => logged.push(JSON.stringify(entry))
  const token = await openAccountLink()
  await Bun.sleep(0)
  expect(logged.some((line) => line.includes('setup-seller'))).toBe(true)
  expect(logged.filter((line) => line.includes(token))).toEqual([])
})

fileTest('Trap 21, an open door: a link that opens an account is not kept in the database', async () => {
  const token = await openAccountLink()
  await t.deps.db.exclusive(() => t.deps.db.readBatch([{ sql: 'PRAGMA wal_checkpoint(TRUNCATE)', args: [] }]))
  const file = Buffer.from(await Bun.file(`${t.deps.env.dataDir}/trestle.db`).arrayBuffer())
  expect([file.includes(String(rental.owner.username)), file.includes(token)]).toEqual([true, false])
})

test('Trap 22, somebody else’s card: it does not exist, and nothing is held on it', async () => {
  const { status, body } = await makeOffer(
    t,
    { ...rental, cards: { ...rental.cards, renter: rental.cards.rival } },
    'renter',
  )
  expect([status, body.code]).toEqual([404, 'payment_method_not_found'])
  expect(await intents()).toEqual([])
})
