import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { addDays } from '#schema/date-range'
import { updateStep } from '../../db/steps'
import { bookings } from '../../db/tables'
import { drainCommands } from '../../money/drain-commands'
import { auditLedger } from '../../money/ledger/audit'
import { switchOffWebhooks } from '../../test-support/provider-kit'
import {
  armFault,
  confirmHold,
  createListingRow,
  holdOffer,
  makeOffer,
  type OfferInput,
  openRental,
  type Rental,
  saveCard,
} from '../../test-support/rental-kit'
import { signIn, TEST_ADDRESS, type TestPerson } from '../../test-support/sign-up'
import { openTestApp, type TestApp } from '../../test-support/test-app'
import { until } from '../../test-support/until'
import { sweepBookings } from './booking-sweep'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

let t: TestApp
let rental: Rental
let owner: TestPerson
let renter: TestPerson
let rival: TestPerson

beforeEach(async () => {
  t = await openTestApp()
  rental = await openRental(t)
  owner = rental.owner
  renter = rental.renter
  rival = rental.rival
})

afterEach(async () => {
  expect(t.errors).toEqual([])
  expect(await auditLedger(t.deps.db)).toEqual([])
  await t.close()
})

const offer = (who: 'renter' | 'rival', input: OfferInput = {}) => makeOffer(t, rental, who, input)
const heldOffer = (who: 'renter' | 'rival', input: OfferInput = {}) => holdOffer(t, rental, who, input)
const confirm = (clientSecret: string, card: string) => confirmHold(t, clientSecret, card)
const answer = (id: number, status: string, as = owner.as, headers = {}) =>
  t.call('POST', `/api/bookings/${id}/status`, { as, body: { status }, headers })
const seenBy = async (person: TestPerson, side: 'bookings' | 'listings/bookings') =>
  (await t.call('GET', `/api/users/${person.id}/${side}`, { as: person.as })).body
const one = async (person: TestPerson, side: 'bookings' | 'listings/bookings', id: number) =>
  (await seenBy(person, side)).find((b: { id: number }) => b.id === id)

describe('making an offer', () => {
  test('answers the booking and the secret of its hold; the total is inclusive days x quantity x cents', async () => {
    const { status, body } = await offer('renter', { quantity: 2 })
    expect(status).toBe(201)
    expect(body.booking).toMatchObject({
      status: 'pending',
      paymentState: 'unconfirmed',
      totalAmount: 3 * 2 * 1250,
      listingTitle: 'Forty plates',
      renterUsername: 'rene',
      ownerUsername: 'rosa',
      startDate: '2026-12-10',
      endDate: '2026-12-12',
      pickupAddress: null,
      pickupNote: null,
    })
    expect(body.clientSecret).toMatch(/^pi_\w+_secret_\w+$/)
  })

  test('the owner sees it only once the hold is confirmed', async () => {
    const { body } = await offer('renter')
    expect(await seenBy(owner, 'listings/bookings')).toEqual([])
    expect(await confirm(body.clientSecret, rental.cards.renter)).toMatchObject({ status: 'requires_capture' })
    await t.call('POST', '/api/bookings/update-statuses', { as: renter.as })
    expect(await seenBy(owner, 'listings/bookings')).toMatchObject([
      { id: body.booking.id, status: 'pending', paymentState: 'held' },
    ])
  })

  test('the same client id again continues the first offer, also when both arrive at once', async () => {
    const clientId = crypto.randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => offer('renter', { clientId })))
    expect(new Set(answers.map(({ body }) => body.booking.id)).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body.clientSecret)).size).toBe(1)
    expect((await offer('renter', { clientId })).body.booking.id).toBe(answers[0]?.body.booking.id)
  })

  test.each([
    ['a start in the past', { startDate: '2026-11-30' }, 'startDate', 'Start date must be in the future'],
    [
      'an end in the past',
      { startDate: '2026-11-29', endDate: '2026-11-30' },
      'endDate',
      'End date must be in the future',
    ],
    [
      'an end before the start',
      { startDate: '2026-12-12', endDate: '2026-12-10' },
      'endDate',
      'End date must be after start date',
    ],
    [
      'more than three months ahead',
      { startDate: '2027-03-02', endDate: '2027-03-02' },
      'startDate',
      'Cannot book more than 3 months in advance',
    ],
    ['no such day', { startDate: '2026-02-30' }, 'startDate', 'Please choose a date'],
  ])('%s is refused beside its field', async (_, input, field, message) => {
    const { status, body } = await offer('renter', input)
    expect(status).toBe(422)
    expect(body.fields[field]).toBe(message)
  })

  test('today until noon and the last day of the window can be booked; a date-time counts by its date', async () => {
    const today = { startDate: '2026-12-01', endDate: '2026-12-01' }
    const { status, body: refused } = await offer('renter', today)
    const words = 'Offers for today end at noon. Please begin tomorrow or later.'
    expect([status, refused.fields]).toEqual([422, { startDate: words }])
    t.clock.advance(-1)
    expect((await offer('renter', today)).status).toBe(201)
    expect((await offer('renter', { startDate: '2027-03-01', endDate: '2027-03-01' })).status).toBe(201)
    const { body } = await offer('renter', {
      startDate: '2026-12-20T23:30:00.000Z',
      endDate: '2026-12-21T00:00:00Z',
    })
    expect(body.booking).toMatchObject({ startDate: '2026-12-20', endDate: '2026-12-21' })
  })

  test('a total that cannot be paid is refused before anything is stored', async () => {
    for (const [priceCents, total] of [
      [16, '$0.48'],
      [1_700_000, '$51,000.00'],
    ] as const) {
      const listingId = await createListingRow(t, rental.owner, { priceCents })
      const { status, body } = await offer('renter', { listingId })
      const words = `This comes to ${total}. A payment is at least $0.50 and at most $50,000.00.`
      expect([status, body]).toEqual([422, { code: 'validation', message: words, fields: { endDate: words } }])
    }
    expect(await seenBy(renter, 'bookings')).toEqual([])
  })

  test("one's own listing, somebody else's card, a missing listing and blocked days are refused", async () => {
    const own = await t.call('POST', '/api/bookings', {
      as: owner.as,
      body: { listingId: rental.listingId, startDate: '2026-12-10', endDate: '2026-12-10', paymentMethodId: 'pm_x' },
    })
    expect(own.body.code).toBe('own_listing')
    expect(
      (
        await t.call('POST', '/api/bookings', {
          as: renter.as,
          body: {
            listingId: rental.listingId,
            startDate: '2026-12-10',
            endDate: '2026-12-10',
            paymentMethodId: rental.cards.rival,
          },
        })
      ).body.code,
    ).toBe('payment_method_not_found')
    expect(
      (
        await t.call('POST', '/api/bookings', {
          as: renter.as,
          body: {
            listingId: 999,
            startDate: '2026-12-10',
            endDate: '2026-12-10',
            paymentMethodId: rental.cards.renter,
          },
        })
      ).body.code,
    ).toBe('listing_not_found')
    await t.call('POST', `/api/users/${owner.id}/blocked-dates`, {
      as: owner.as,
      body: { startDate: '2026-12-12', endDate: '2026-12-14' },
    })
    expect((await offer('renter')).body).toMatchObject({ code: 'dates_blocked' })
  })

  test('cannot come out of a queue, and needs a session', async () => {
    const queued = await t.call('POST', '/api/bookings', {
      as: renter.as,
      headers: { 'sync-queued': '1' },
      body: {},
    })
    expect(queued.body.code).toBe('online_only')
    expect((await t.call('POST', '/api/bookings', { body: {} })).status).toBe(401)
  })

  test('more pieces than there are is refused with the clashing days named', async () => {
    expect((await offer('renter', { quantity: 3 })).body.code).toBe('dates_taken')
    await answer(await heldOffer('rival', { startDate: '2026-12-11', endDate: '2026-12-11', quantity: 2 }), 'approved')
    const { status, body } = await offer('renter')
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'dates_taken', fields: { days: '2026-12-11' } })
  })
})

describe('the owner answers', () => {
  test('approving takes the money and the days, and reveals the pickup address to the renter alone', async () => {
    const id = await heldOffer('renter', { quantity: 2 })
    expect((await one(renter, 'bookings', id)).pickupAddress).toBeNull()
    const { status, body } = await answer(id, 'approved')
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'paid', paymentState: 'captured', expiresAt: null })
    expect((await one(renter, 'bookings', id)).pickupAddress).toContain(TEST_ADDRESS.street)
    expect(await (await t.call('GET', `/api/listings/${rental.listingId}/bookings`)).body).toEqual([
      { status: 'paid', startDate: '2026-12-10', endDate: '2026-12-12' },
    ])
    expect(body.history.map((entry: { status: string }) => entry.status)).toEqual(['pending', 'approved', 'paid'])
  })

  test('approving twice at once captures once and answers the same', async () => {
    const id = await heldOffer('renter')
    const answers = await Promise.all([answer(id, 'approved'), answer(id, 'approved'), answer(id, 'approved')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await answer(id, 'approved')).body.status).toBe('paid')
    expect(
      (await one(renter, 'bookings', id)).history.filter((entry: { status: string }) => entry.status === 'paid'),
    ).toHaveLength(1)
  })

  test('rivals that no longer fit are declined and their holds are let go; others stay', async () => {
    const winner = await heldOffer('renter', { quantity: 2 })
    const loser = await heldOffer('rival', { startDate: '2026-12-12', endDate: '2026-12-13' })
    const other = await heldOffer('rival', { startDate: '2026-12-13', endDate: '2026-12-13' })
    await answer(winner, 'approved')
    await sweepBookings(t.deps)
    expect(await one(rival, 'bookings', loser)).toMatchObject({
      status: 'declined',
      statusReason: 'dates_taken',
      paymentState: 'released',
    })
    expect(await one(rival, 'bookings', other)).toMatchObject({ status: 'pending', paymentState: 'held' })
  })

  test('a rival that was never confirmed ends as never sent, and nothing can be confirmed on it any more', async () => {
    const winner = await heldOffer('renter', { quantity: 2 })
    const { body } = await offer('rival')
    await answer(winner, 'approved')
    await sweepBookings(t.deps)
    const { id } = body.booking
    const ended = await one(rival, 'bookings', id)
    expect(ended).toMatchObject({ status: 'expired', statusReason: 'dates_taken', paymentState: 'released' })
    expect(ended.history.at(-1)).toMatchObject({ actor: 'clock', status: 'expired', reason: 'dates_taken' })
    expect((await confirm(body.clientSecret, rental.cards.rival)).error?.code).toBe('payment_intent_unexpected_state')
  })

  test('a second piece of the same days is still there', async () => {
    await answer(await heldOffer('renter'), 'approved')
    const second = await heldOffer('rival')
    expect((await answer(second, 'approved')).body.status).toBe('paid')
    expect((await offer('renter')).body.code).toBe('dates_taken')
  })

  test('declining lets the hold go; it may come out of a queue, approving may not', async () => {
    const id = await heldOffer('renter')
    expect((await answer(id, 'approved', owner.as, { 'sync-queued': '1' })).body.code).toBe('online_only')
    expect((await answer(id, 'declined', owner.as, { 'sync-queued': '1' })).body).toMatchObject({
      status: 'declined',
    })
    expect((await answer(id, 'declined')).status).toBe(200)
    expect((await answer(id, 'approved')).body.code).toBe('not_pending')
    await sweepBookings(t.deps)
    expect((await one(renter, 'bookings', id)).paymentState).toBe('released')
  })

  test('one decline delivered three times at once is one decline, and every answer says so', async () => {
    const id = await heldOffer('renter')
    const answers = await Promise.all([answer(id, 'declined'), answer(id, 'declined'), answer(id, 'declined')])
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual([
      [200, 'declined'],
      [200, 'declined'],
      [200, 'declined'],
    ])
  })

  test('nobody but the owner can, and an unconfirmed offer does not exist for them', async () => {
    const id = await heldOffer('renter')
    expect((await answer(id, 'approved', renter.as)).status).toBe(403)
    expect((await answer(id, 'approved', rival.as)).status).toBe(404)
    const { body } = await offer('renter')
    expect((await answer(body.booking.id, 'approved')).status).toBe(404)
    expect((await answer(id, 'maybe')).status).toBe(422)
  })

  test('days that the owner blocked meanwhile cannot be approved', async () => {
    const id = await heldOffer('renter')
    await t.call('POST', `/api/users/${owner.id}/blocked-dates`, {
      as: owner.as,
      body: { startDate: '2026-12-10', endDate: '2026-12-10' },
    })
    expect((await answer(id, 'approved')).body.code).toBe('dates_blocked')
    expect((await one(owner, 'listings/bookings', id)).status).toBe('pending')
  })
})

describe('the clock', () => {
  test('an offer that nobody confirmed ends after 15 minutes, and confirming it late holds nothing', async () => {
    const { body } = await offer('renter')
    t.clock.advance(15 * 60_000)
    expect((await t.call('POST', '/api/bookings/update-statuses', { as: renter.as })).body).toEqual({ updated: 1 })
    expect(await one(renter, 'bookings', body.booking.id)).toMatchObject({
      status: 'expired',
      statusReason: 'not_confirmed',
    })
    expect((await confirm(body.clientSecret, rental.cards.renter)).error?.code).toBe('payment_intent_unexpected_state')
  })

  test('a provider that cannot be asked holds up the deadline of a payment for an hour at most, and no other one', async () => {
    await switchOffWebhooks(t)
    const held = await heldOffer('rival', { startDate: '2026-12-20', endDate: '2026-12-20' })
    t.clock.advance(6 * DAY_MS - 15 * 60_000)
    const { id } = (await offer('renter')).body.booking
    await armFault(t, { kind: 'error_before', match: 'GET /v1/payment_intents/*', times: 99 })
    const sweepAfter = async (ms: number) => {
      t.clock.advance(ms)
      const moved = await sweepBookings(t.deps)
      expect(t.errors.splice(0)).toMatchObject([{ what: 'set aside', name: `payment of booking ${id}` }])
      return [moved, (await one(renter, 'bookings', id)).status]
    }
    expect(await sweepAfter(15 * 60_000)).toEqual([1, 'pending'])
    expect((await one(rental.rival, 'bookings', held)).status).toBe('expired')
    expect(await sweepAfter(HOUR_MS - 1)).toEqual([0, 'pending'])
    expect(await sweepAfter(1)).toEqual([1, 'expired'])
  })

  test('an offer that nobody answered ends after six days and lets the hold go', async () => {
    const id = await heldOffer('renter', { startDate: '2026-12-20', endDate: '2026-12-20' })
    t.clock.advance(6 * DAY_MS - 1000)
    expect(await sweepBookings(t.deps)).toBe(0)
    t.clock.advance(1000)
    expect(await sweepBookings(t.deps)).toBe(1)
    expect(await sweepBookings(t.deps)).toBe(0)
    expect(await one(renter, 'bookings', id)).toMatchObject({
      status: 'expired',
      statusReason: 'not_answered',
      paymentState: 'released',
    })
    expect((await answer(id, 'approved')).body.code).toBe('not_pending')
  })

  test('an owner whose answer comes too late reads why: withdrawn, run out, or answered', async () => {
    const late = async (id: number, status: string) => (await answer(id, status)).body
    const withdrawn = await heldOffer('renter', { startDate: '2026-12-20', endDate: '2026-12-20' })
    const refused = await heldOffer('renter', { startDate: '2026-12-24', endDate: '2026-12-24' })
    const ranOut = await heldOffer('renter', { startDate: '2026-12-22', endDate: '2026-12-22' })
    await t.call('POST', `/api/bookings/${withdrawn}/cancel`, { as: renter.as, body: {} })
    await answer(refused, 'declined')
    t.clock.advance(6 * DAY_MS)
    await sweepBookings(t.deps)
    for (const status of ['approved', 'declined']) {
      expect(await late(withdrawn, status)).toEqual({
        code: 'not_pending',
        message: 'The renter has withdrawn this offer.',
      })
      expect(await late(ranOut, status)).toEqual({ code: 'not_pending', message: 'This offer has expired.' })
    }
    expect((await late(refused, 'approved')).message).toBe('This offer has already been answered.')
  })

  test('an answer that is overtaken by the renter’s withdrawal says so', async () => {
    const id = await heldOffer('renter')
    const [withdrawn, late] = await Promise.all([
      t.call('POST', `/api/bookings/${id}/cancel`, { as: renter.as, body: {} }),
      answer(id, 'declined'),
    ])
    // A database server may take either first.
    const [taken, refused] = withdrawn.status === 200 ? [withdrawn, late] : [late, withdrawn]
    expect(taken.status).toBe(200)
    if (typeof t.deps.db.source === 'string') expect(taken).toBe(withdrawn)
    expect(refused.body).toMatchObject(
      refused === late
        ? { code: 'not_pending', message: 'The renter has withdrawn this offer.' }
        : { code: 'not_cancellable' },
    )
  })

  test('an offer for soon ends at noon of its first day in New York, and cannot be approved any more', async () => {
    const id = await heldOffer('renter', { startDate: '2026-12-02', endDate: '2026-12-03' })
    expect((await one(renter, 'bookings', id)).expiresAt).toBe('2026-12-02T17:00:00.000Z')
    t.clock.now = new Date('2026-12-02T17:00:00.000Z')
    expect((await answer(id, 'approved')).status).toBe(409)
    await sweepBookings(t.deps)
    expect((await one(renter, 'bookings', id)).status).toBe('expired')
  })

  test('a payment that is confirmed after noon of the first day is let go at once, and its owner never hears of the offer', async () => {
    t.clock.now = new Date('2026-12-02T16:55:00.000Z')
    for (const person of [owner, renter]) person.as = await signIn(t, person.username)
    const { body } = await offer('renter', { startDate: '2026-12-02', endDate: '2026-12-03' })
    t.clock.now = new Date('2026-12-02T17:00:01.000Z')
    await confirmHold(t, body.clientSecret, rental.cards.renter)
    await t.call('POST', '/api/bookings/update-statuses', { as: renter.as })
    const { id } = body.booking
    expect(await one(renter, 'bookings', id)).toMatchObject({ status: 'expired', statusReason: 'not_confirmed' })
    expect((await t.deps.db.read.query.bookings.findFirst())?.heldAt).toBeNull()
    expect((await one(owner, 'listings/bookings', id)) ?? null).toBeNull()
    await sweepBookings(t.deps)
    expect((await one(renter, 'bookings', id)).paymentState).toBe('released')
  })

  test('a paid booking is completed when its last day is over in its zone', async () => {
    const id = await heldOffer('renter', { startDate: '2026-12-02', endDate: '2026-12-02' })
    await answer(id, 'approved')
    t.clock.advance(Date.parse('2026-12-03T04:59:59.000Z') - t.clock.now.getTime())
    expect(await sweepBookings(t.deps)).toBe(0)
    t.clock.advance(2000)
    expect(await sweepBookings(t.deps)).toBe(1)
    expect((await one(renter, 'bookings', id)).status).toBe('completed')
  })

  test("update-statuses touches the caller's bookings only", async () => {
    await offer('renter')
    t.clock.advance(16 * 60_000)
    expect((await t.call('POST', '/api/bookings/update-statuses', { as: rival.as })).body).toEqual({ updated: 0 })
    expect((await t.call('POST', '/api/bookings/update-statuses', { as: owner.as })).body).toEqual({ updated: 1 })
  })
})

describe('cancelling', () => {
  const preview = (id: number, as: string) => t.call('GET', `/api/bookings/${id}/cancel-preview`, { as })
  const cancel = (id: number, as: string) => t.call('POST', `/api/bookings/${id}/cancel`, { as })

  test('before approval it is free for the renter and not for the owner to do', async () => {
    const id = await heldOffer('renter')
    expect((await preview(id, renter.as)).body).toMatchObject({ refundAmount: 3750, captured: false })
    expect((await cancel(id, owner.as)).body.code).toBe('not_cancellable')
    expect((await cancel(id, renter.as)).body).toMatchObject({ status: 'cancelled', paymentState: 'released' })
    expect((await cancel(id, rival.as)).status).toBe(404)
  })

  test('after approval the preview is what comes back, and the days are free again', async () => {
    const id = await heldOffer('renter')
    await answer(id, 'approved')
    t.clock.advance(Date.parse('2026-12-07T17:00:00Z') - t.clock.now.getTime())
    expect((await preview(id, renter.as)).body).toEqual({
      refundAmount: 1875,
      totalAmount: 3750,
      percent: 50,
      captured: true,
      endsEarly: false,
    })
    expect((await cancel(id, renter.as)).body).toMatchObject({
      status: 'cancelled',
      paymentState: 'refunded',
      refundedAmount: 1875,
    })
    expect(await (await t.call('GET', `/api/listings/${rental.listingId}/bookings`)).body).toEqual([])
    expect((await heldOffer('rival', { quantity: 2 })) > 0).toBe(true)
  })

  test('an owner always returns all of it', async () => {
    const id = await heldOffer('renter')
    await answer(id, 'approved')
    t.clock.advance(8 * DAY_MS + 20 * HOUR_MS)
    expect((await preview(id, owner.as)).body.refundAmount).toBe(3750)
    expect((await cancel(id, owner.as)).body).toMatchObject({ status: 'cancelled', refundedAmount: 3750 })
  })
})

describe('messages', () => {
  const send = (id: number, person: TestPerson, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
    t.call('POST', `/api/bookings/${id}/messages`, { as: person.as, body, headers })

  test('both sides write, strangers find nothing, empty words are refused', async () => {
    const id = await heldOffer('renter')
    expect((await send(id, renter, { content: '  Is delivery possible?  ', bookingId: id })).body).toMatchObject({
      content: 'Is delivery possible?',
      senderId: renter.id,
    })
    expect((await send(id, owner, { content: 'Yes, by bicycle.' })).status).toBe(201)
    expect((await send(id, rival, { content: 'Hello' })).status).toBe(404)
    expect((await send(id, renter, { content: ' \n ' })).body.fields.content).toBe('Message cannot be empty')
    expect((await send(id, renter, { content: 'x', bookingId: id + 1 })).status).toBe(422)
    const thread = (await t.call('GET', `/api/bookings/${id}/messages`, { as: owner.as })).body
    expect(thread.map((m: { content: string }) => m.content)).toEqual(['Is delivery possible?', 'Yes, by bicycle.'])
  })

  test('a message that the network delivers three times at once arrives once, and every answer is the first', async () => {
    const id = await heldOffer('renter')
    const message = { content: 'On my way', clientId: crypto.randomUUID() }
    const key = { 'idempotency-key': crypto.randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => send(id, renter, message, key)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect((await send(id, renter, { ...message, content: 'Other words' }, key)).body.code).toBe('key_reused')
    expect((await send(id, renter, message)).body.id).toBe(answers[0]?.body.id)
    expect((await t.call('GET', `/api/bookings/${id}/messages`, { as: renter.as })).body).toHaveLength(1)
  })

  test("a write from another person's device is refused before anything else", async () => {
    const id = await heldOffer('renter')
    const { status, body } = await send(id, renter, { content: 'Hello' }, { 'sync-user': String(owner.id) })
    expect([status, body.code]).toEqual([409, 'wrong_user'])
  })
})

describe('when the card does not work', () => {
  test('a decline leaves the offer open for another card on the same booking', async () => {
    const refused = await saveCard(t, renter, 'pm_card_chargeCustomerFail')
    const { body } = await t.call('POST', '/api/bookings', {
      as: renter.as,
      body: { listingId: rental.listingId, startDate: '2026-12-10', endDate: '2026-12-10', paymentMethodId: refused },
    })
    expect((await confirm(body.clientSecret, refused)).error?.code).toBe('card_declined')
    const again = await t.call('POST', `/api/bookings/${body.booking.id}/payment`, { as: renter.as })
    expect(again.body.clientSecret).toBe(body.clientSecret)
    expect(await confirm(again.body.clientSecret, rental.cards.renter)).toMatchObject({ status: 'requires_capture' })
    expect((await t.call('POST', `/api/bookings/${body.booking.id}/payment`, { as: rival.as })).status).toBe(404)
  })

  test('after a capture that failed the renter pays anew, with as many cards as it takes, and the booking is paid', async () => {
    const id = await heldOffer('renter')
    const held = await t.deps.db.read.query.bookings.findFirst({ where: (rows, { eq }) => eq(rows.id, id) })
    // The bank took the hold back before the owner pressed.
    await t.deps.payments.gateway.release(held?.stripePaymentIntentId ?? '', 'test:release')
    expect((await answer(id, 'approved')).body).toMatchObject({ status: 'approved', paymentState: 'capture_failed' })
    // The street is told once the money is taken, not before.
    expect((await one(renter, 'bookings', id)).pickupAddress).toBeNull()
    const pay = () => t.call('POST', `/api/bookings/${id}/payment`, { as: renter.as })
    const refused = await saveCard(t, renter, 'pm_card_chargeCustomerFail')
    const first = (await pay()).body.clientSecret
    expect((await confirm(first, refused)).error?.code).toBe('card_declined')
    const second = (await pay()).body.clientSecret
    expect(second).toBe(first)
    expect(await confirm(second, rental.cards.renter)).toMatchObject({ status: 'requires_capture' })
    await t.call('POST', '/api/bookings/update-statuses', { as: renter.as })
    expect(await one(renter, 'bookings', id)).toMatchObject({ status: 'paid', paymentState: 'captured', payBy: null })
  })

  test('the hold whose money could not be taken is let go once the renter pays anew', async () => {
    const id = await heldOffer('renter')
    const held = await t.deps.db.read.query.bookings.findFirst({ where: (rows, { eq }) => eq(rows.id, id) })
    const first = held?.stripePaymentIntentId ?? ''
    const stateOf = async (intentId: string) => (await t.deps.payments.gateway.getIntent(intentId)).state
    // The provider refused the capture, and the bank holds the amount still.
    await t.deps.db.write(() => [
      updateStep(bookings, { status: 'approved', paymentState: 'capture_failed' }, eq(bookings.id, id)),
    ])
    expect(await stateOf(first)).toBe('held')
    const { body } = await t.call('POST', `/api/bookings/${id}/payment`, { as: renter.as })
    await drainCommands(t.deps)
    expect(await stateOf(first)).toBe('released')
    expect(await one(renter, 'bookings', id)).toMatchObject({ status: 'approved', paymentState: 'unconfirmed' })
    await confirm(body.clientSecret, rental.cards.renter)
    await t.call('POST', '/api/bookings/update-statuses', { as: renter.as })
    expect(await one(renter, 'bookings', id)).toMatchObject({ status: 'paid', paymentState: 'captured' })
  })

  test('a second hold whose money cannot be taken either is told as such at once, and a third one is paid', async () => {
    const id = await heldOffer('renter')
    const { gateway } = t.deps.payments
    const { capture } = gateway
    let failures = 2
    gateway.capture = async (intentId, ...further) => {
      // The bank took the hold back a moment before.
      if (failures-- > 0) await gateway.release(intentId, `test:release:${intentId}`)
      return capture(intentId, ...further)
    }
    expect((await answer(id, 'approved')).body).toMatchObject({ paymentState: 'capture_failed' })
    const pay = async () => {
      const { body } = await t.call('POST', `/api/bookings/${id}/payment`, { as: renter.as })
      expect(await confirm(body.clientSecret, rental.cards.renter)).toMatchObject({ status: 'requires_capture' })
      await t.call('POST', '/api/bookings/update-statuses', { as: renter.as })
      return one(renter, 'bookings', id)
    }
    expect(await pay()).toMatchObject({ status: 'approved', paymentState: 'capture_failed' })
    expect(await pay()).toMatchObject({ status: 'paid', paymentState: 'captured' })
  })

  test('a renter who does not pay in time loses the booking, and the dates are free again', async () => {
    const id = await heldOffer('renter', { quantity: 2 })
    const held = await t.deps.db.read.query.bookings.findFirst({ where: (rows, { eq }) => eq(rows.id, id) })
    await t.deps.payments.gateway.release(held?.stripePaymentIntentId ?? '', 'test:release')
    await answer(id, 'approved')
    expect((await offer('rival')).body.code).toBe('dates_taken')
    t.clock.advance(DAY_MS)
    await sweepBookings(t.deps)
    expect(await one(renter, 'bookings', id)).toMatchObject({
      status: 'cancelled',
      statusReason: 'not_paid',
      paymentState: 'released',
    })
    expect((await offer('rival')).status).toBe(201)
  })

  test('a hold that lapsed at the provider ends the offer by itself', async () => {
    const id = await heldOffer('renter', {
      startDate: addDays('2026-12-01', 30),
      endDate: addDays('2026-12-01', 30),
    })
    t.clock.advance(8 * DAY_MS)
    await t.deps.payments.local?.tick()
    await until(async () => {
      await sweepBookings(t.deps)
      return (await one(renter, 'bookings', id)).status === 'expired'
    })
  })
})
