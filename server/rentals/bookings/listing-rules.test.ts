import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { withReadyDays } from '#schema/availability'
import { BLOCKING_STATUSES } from '#schema/booking'
import { addDays, eachDay } from '#schema/date-range'
import { step } from '../../db/steps'
import { bookings, listingDays } from '../../db/tables'
import {
  confirmHold,
  holdOffer,
  makeOffer,
  type OfferInput,
  openRental,
  type Rental,
} from '../../test-support/rental-kit'
import { openTestApp, type TestApp } from '../../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../../test-support/test-photos'
import { fitReadyDays } from './ready-days'

let t: TestApp
let rental: Rental
let id: number

beforeEach(async () => {
  t = await openTestApp()
  rental = await openRental(t)
  await keepTestPhoto(t, rental.owner, 'a')
  id = rental.listingId
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const WORDS = {
  title: 'Forty plates',
  description: 'Speckled, counted, washed.',
  price: 12.5,
  category: 'tableware',
  terms: 'Standard rental terms apply.',
  mainImage: testPhoto('a'),
  quantity: 1,
}
const HOME = { street: '34 Ditmars Blvd', city: 'Astoria', state: 'NY', zipCode: '11105' }
const own = () => rental.owner.as
const change = (rules: object) => t.call('POST', `/api/listings/${id}`, { as: own(), body: { ...WORDS, ...rules } })
const answer = (bookingId: number, status: string) =>
  t.call('POST', `/api/bookings/${bookingId}/status`, { as: own(), body: { status } })
const cancel = (bookingId: number, as = rental.renter.as) => t.call('POST', `/api/bookings/${bookingId}/cancel`, { as })
const offer = (input: OfferInput & Record<string, unknown>, who: 'renter' | 'rival' = 'renter') =>
  makeOffer(t, rental, who, input)
const on = (first: number, last: number) => ({
  startDate: `2026-12-${String(first).padStart(2, '0')}`,
  endDate: `2026-12-${String(last).padStart(2, '0')}`,
})
async function approved(first: number, last: number, quantity = 1): Promise<number> {
  const bookingId = await holdOffer(t, rental, 'renter', { ...on(first, last), quantity })
  expect((await answer(bookingId, 'approved')).status).toBe(200)
  return bookingId
}
const rowOf = async (bookingId: number) =>
  (await t.deps.db.read.select().from(bookings).where(eq(bookings.id, bookingId)))[0]
const viewOf = async (bookingId: number, who: 'renter' | 'owner') => {
  const path = who === 'renter' ? 'bookings' : 'listings/bookings'
  const list = await t.call('GET', `/api/users/${rental[who].id}/${path}`, { as: rental[who].as })
  return list.body.find((one: { id: number }) => one.id === bookingId)
}
const busyRow = async () => {
  const body = { epoch: null, scopes: { 'pub:l': [0, null] } }
  const { changes } = (await t.call('POST', '/api/sync/pull', { body })).body
  return changes.find((one: { c: string; i: string }) => one.c === 'listing' && one.i === String(id))?.d
}

/** Every day counts exactly the rentals that stand, with the days after them, and never more than there are pieces. */
async function expectCounted(): Promise<void> {
  const rows = await t.deps.db.read.select().from(bookings).where(eq(bookings.listingId, id))
  const counted = new Map<string, number>()
  for (const row of rows.filter(({ status }) => (BLOCKING_STATUSES as readonly string[]).includes(status)))
    for (const day of eachDay(withReadyDays(row, row.bufferDays)))
      counted.set(day, (counted.get(day) ?? 0) + row.quantity)
  const days = await t.deps.db.read.select().from(listingDays).where(eq(listingDays.listingId, id))
  expect(Object.fromEntries(days.filter(({ taken }) => taken > 0).map(({ day, taken }) => [day, taken]))).toEqual(
    Object.fromEntries(counted),
  )
  for (const { taken, capacity } of days) expect(taken).toBeLessThanOrEqual(capacity)
}

test('an approval ends no offer on days that an earlier rental gave back', async () => {
  await change({ quantity: 2 })
  await cancel(await approved(11, 11), own())
  const waiting = await holdOffer(t, rental, 'renter', { ...on(10, 12), quantity: 2 })
  expect((await change({ quantity: 1 })).status).toBe(200)
  await approved(20, 21)
  expect(await rowOf(waiting)).toMatchObject({ status: 'pending' })
})

describe('the owner sets rules', () => {
  const RULES = { minDays: 2, maxDays: 9, weekPrice: 60, bufferDays: 1, deliveryMiles: 5, deliveryFee: 20 }

  test('everybody sees them; what is not sent stays, and null takes one away', async () => {
    expect((await change(RULES)).body).toMatchObject(RULES)
    expect((await t.call('GET', `/api/listings/${id}`)).body).toMatchObject(RULES)
    expect(await busyRow()).toMatchObject(RULES)
    expect((await change({})).body).toMatchObject(RULES)
    const none = { minDays: null, maxDays: null, weekPrice: null, bufferDays: null, deliveryMiles: null }
    const { body } = await change({ ...none, deliveryFee: null })
    expect(Object.keys(RULES).filter((name) => name in body)).toEqual([])
  })

  test('a rule that was not sent counts too: no range could keep both', async () => {
    await change({ minDays: 3 })
    const { status, body } = await change({ maxDays: 1 })
    expect([status, body.fields]).toEqual([422, { maxDays: 'Maximum days cannot be below minimum days' }])
    expect((await change({ maxDays: 3 })).body).toMatchObject({ minDays: 3, maxDays: 3 })
  })

  test('a new listing has them from the beginning', async () => {
    const { body } = await t.call('POST', '/api/listings', { as: own(), body: { ...WORDS, ...RULES } })
    expect(body).toMatchObject(RULES)
  })

  test.each([
    [{ minDays: 0 }, 'minDays'],
    [{ minDays: 2.5 }, 'minDays'],
    [{ minDays: 5, maxDays: 4 }, 'maxDays'],
    [{ maxDays: 93 }, 'maxDays'],
    [{ bufferDays: -1 }, 'bufferDays'],
    [{ bufferDays: 15 }, 'bufferDays'],
    [{ weekPrice: 0 }, 'weekPrice'],
    [{ weekPrice: '1.005' }, 'weekPrice'],
    [{ deliveryMiles: 0 }, 'deliveryMiles'],
    [{ deliveryFee: -1, deliveryMiles: 3 }, 'deliveryFee'],
    [{ deliveryFee: '5000.01', deliveryMiles: 3 }, 'deliveryFee'],
  ])('%j is refused at %p', async (rules, field) => {
    const { status, body } = await change(rules)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]])
  })

  test('two devices change different rules, and both stand; the same rule is a conflict', async () => {
    const { body: seen } = await change(RULES)
    const words = { ...WORDS, images: seen.images, photoAlts: seen.photoAlts }
    const edit = (part: object) =>
      t.call('POST', `/api/listings/${id}`, { as: own(), body: { ...words, ...RULES, ...part, seen } })
    expect((await edit({ weekPrice: 50 })).status).toBe(200)
    expect((await edit({ bufferDays: 3 })).body).toMatchObject({ weekPrice: 50, bufferDays: 3 })
    const refused = await edit({ weekPrice: 55 })
    expect([refused.status, refused.body.code]).toEqual([409, 'edit_conflict'])
    expect(refused.body.now).toEqual({ weekPrice: 50 })
    // The least and the most days are one rule: together they could exclude each other.
    expect((await edit({ minDays: 4 })).status).toBe(200)
    expect((await edit({ maxDays: 3 })).body.code).toBe('edit_conflict')
  })

  test('0 days for getting ready say that there are none: they are compared with what the form had shown', async () => {
    const { body: stored } = await change({ bufferDays: 5 })
    const words = { ...WORDS, images: stored.images, photoAlts: stored.photoAlts }
    const none = (bufferDays: number | null) => change({ ...words, bufferDays: 0, seen: { ...stored, bufferDays } })
    const refused = await none(2)
    expect([refused.status, refused.body.code]).toEqual([409, 'edit_conflict'])
    expect(refused.body.now).toEqual({ bufferDays: 5 })
    expect((await none(null)).body).toMatchObject({ bufferDays: 5 })
    expect((await none(5)).body).not.toHaveProperty('bufferDays')
  })
})

describe('an offer', () => {
  test('for too few or too many days is refused with the reason', async () => {
    await change({ minDays: 2, maxDays: 4 })
    expect((await offer(on(10, 10))).body.fields).toEqual({ endDate: 'Rented for at least 2 days.' })
    expect((await offer(on(10, 14))).body.fields).toEqual({ endDate: 'Rented for at most 4 days.' })
    expect((await offer(on(10, 13))).status).toBe(201)
  })

  test('costs the weeks, the days and the delivery; the price that was shown is compared with all of it', async () => {
    await change({ weekPrice: 60, deliveryMiles: 5, deliveryFee: 20 })
    const wanted = { ...on(10, 18), deliverTo: HOME }
    const total = 6000 + 2 * 1250 + 2000
    const refused = await offer({ ...wanted, expectedTotal: 9 * 1250 })
    expect([refused.status, refused.body.code]).toEqual([409, 'price_changed'])
    expect(refused.body.now).toMatchObject({
      totalAmount: total,
      unitAmount: 1250,
      weekAmount: 6000,
      deliveryAmount: 2000,
    })
    const { body } = await offer({ ...wanted, expectedTotal: total })
    expect(body.booking).toMatchObject({
      totalAmount: total,
      pricePerWeek: 6000,
      deliveryFee: 2000,
      deliveryAddress: HOME,
    })
    // What was agreed on stays when the listing changes.
    await change({ weekPrice: 90, deliveryMiles: null })
    expect(await viewOf(body.booking.id, 'renter')).toMatchObject({
      totalAmount: total,
      pricePerWeek: 6000,
      deliveryFee: 2000,
    })
  })

  test('is not delivered where its owner does not deliver', async () => {
    const { status, body } = await offer({ ...on(10, 11), deliverTo: HOME })
    expect([status, body.code, Object.keys(body.fields)]).toEqual([409, 'delivery_unavailable', ['deliverTo']])
    expect((await offer({ ...on(10, 11), deliverTo: { ...HOME, street: '' } })).body.fields).toEqual({
      'deliverTo.street': 'Street address is required',
    })
    expect((await offer({ ...on(10, 11), deliverTo: null })).status).toBe(201)
  })

  test('tells its owner the neighborhood, and the street once the money is taken', async () => {
    await change({ deliveryMiles: 5, deliveryFee: 20 })
    const made = await offer({ ...on(10, 11), deliverTo: HOME })
    const bookingId = made.body.booking.id
    await confirmHold(t, made.body.clientSecret, rental.cards.renter)
    await t.call('POST', '/api/bookings/update-statuses', { as: rental.renter.as })
    const before = await viewOf(bookingId, 'owner')
    expect([before.deliveryAddress, before.deliveryPlace]).toEqual([null, 'Astoria'])
    expect(JSON.stringify(before)).not.toContain('Ditmars')
    expect((await answer(bookingId, 'approved')).body.deliveryAddress).toEqual(HOME)
    expect((await viewOf(bookingId, 'renter')).deliveryAddress).toEqual(HOME)
    await cancel(bookingId)
    expect((await viewOf(bookingId, 'owner')).deliveryAddress).toBeNull()
    expect((await viewOf(bookingId, 'renter')).deliveryAddress).toEqual(HOME)
  })

  test('gives the owner the rent and the delivery, and a cancellation gives back the share of both', async () => {
    await change({ deliveryMiles: 5, deliveryFee: 20, cancellationPreset: 'strict' })
    const made = await offer({ ...on(20, 21), deliverTo: HOME })
    const bookingId = made.body.booking.id
    await confirmHold(t, made.body.clientSecret, rental.cards.renter)
    await t.call('POST', '/api/bookings/update-statuses', { as: rental.renter.as })
    await answer(bookingId, 'approved')
    const preview = await t.call('GET', `/api/bookings/${bookingId}/cancel-preview`, { as: rental.renter.as })
    expect(preview.body).toMatchObject({ refundAmount: (2 * 1250 + 2000) / 2, totalAmount: 4500 })
    expect((await cancel(bookingId)).body.refundedAmount).toBe(2250)
  })
})

describe('days for getting ready', () => {
  test('keep offers away on both sides, and are named', async () => {
    await change({ bufferDays: 2 })
    await approved(10, 12)
    expect(await busyRow()).toMatchObject({ busy: [['2026-12-10', '2026-12-14', 1]], bufferDays: 2 })
    const after = await offer(on(14, 15), 'rival')
    expect([after.body.code, after.body.fields.days]).toEqual(['dates_taken', '2026-12-14'])
    const before = await offer(on(7, 8), 'rival')
    expect([before.body.code, before.body.fields.days]).toEqual(['dates_taken', '2026-12-10'])
    expect((await offer(on(6, 7), 'rival')).status).toBe(201)
    expect((await offer(on(15, 15), 'rival')).status).toBe(201)
    await expectCounted()
  })

  test('the second of two offers too near to each other is declined when the first is approved', async () => {
    await change({ bufferDays: 1 })
    const first = await holdOffer(t, rental, 'renter', on(10, 11))
    const next = await holdOffer(t, rental, 'rival', on(12, 13))
    const later = await holdOffer(t, rental, 'rival', on(13, 14))
    await answer(first, 'approved')
    expect((await rowOf(next))?.statusReason).toBe('dates_taken')
    expect((await rowOf(later))?.status).toBe('pending')
    expect((await answer(later, 'approved')).status).toBe(200)
    await expectCounted()
  })

  test('several pieces are got ready one by one', async () => {
    await change({ bufferDays: 1, quantity: 2 })
    await approved(10, 11)
    await approved(12, 12)
    // Piece one is being got ready on the 12th, piece two is out: neither is free.
    expect((await offer(on(12, 12), 'rival')).body.code).toBe('dates_taken')
    await approved(13, 13)
    await expectCounted()
  })

  test('those of a booking that is called off are free again, however many it had', async () => {
    await change({ bufferDays: 3 })
    const bookingId = await approved(10, 11)
    await change({ bufferDays: 1 })
    expect((await rowOf(bookingId))?.bufferDays).toBe(1)
    await expectCounted()
    await cancel(bookingId)
    expect((await rowOf(bookingId))?.bufferDays).toBe(0)
    await expectCounted()
    expect((await offer(on(11, 14), 'rival')).status).toBe(201)
  })

  test('an owner who wants more of them gets as many as there is room for, and takes nobody’s rental back', async () => {
    const first = await approved(10, 11)
    const second = await approved(13, 14)
    const third = await approved(15, 15)
    expect((await change({ bufferDays: 3 })).status).toBe(200)
    expect(await Promise.all([first, second, third].map(async (one) => (await rowOf(one))?.bufferDays))).toEqual([
      1, 0, 3,
    ])
    await expectCounted()
    expect((await offer(on(16, 16), 'rival')).body.code).toBe('dates_taken')
    // When the one in between is called off, the first gets its days.
    await cancel(second)
    expect((await rowOf(first))?.bufferDays).toBe(3)
    await expectCounted()
    expect((await offer(on(14, 14), 'rival')).body.code).toBe('dates_taken')
  })

  test('fewer pieces take the days for getting ready before they refuse a rental', async () => {
    await change({ bufferDays: 2, quantity: 2 })
    const first = await approved(10, 11)
    await approved(12, 12)
    expect((await change({ bufferDays: 2, quantity: 1 })).status).toBe(200)
    expect((await rowOf(first))?.bufferDays).toBe(0)
    await expectCounted()
  })

  test('a refusal of fewer pieces names the days of rentals, not those for getting ready', async () => {
    await change({ bufferDays: 1, quantity: 3 })
    await approved(10, 11, 2)
    await approved(12, 12)
    const { body } = await change({ quantity: 1 })
    expect([body.code, body.fields.days]).toEqual(['quantity_booked', '2026-12-10,2026-12-11'])
    await expectCounted()
  })

  test('the schema itself refuses a day too many, whatever a plan thought', async () => {
    await change({ bufferDays: 1 })
    await approved(10, 11)
    const write = (query: ReturnType<typeof sql>) => t.deps.db.write(() => [step(query)])
    expect(
      write(sql`UPDATE listing_days SET taken = taken + 1 WHERE listing_id = ${id} AND day = '2026-12-12'`),
    ).rejects.toThrow()
    expect(write(sql`UPDATE listings SET buffer_days = -1 WHERE id = ${id}`)).rejects.toThrow()
    expect(write(sql`UPDATE bookings SET buffer_days = 15`)).rejects.toThrow()
    expect(write(sql`UPDATE bookings SET delivery_fee_cents = total_amount + 1`)).rejects.toThrow()
  })

  test('whatever is offered, approved, called off and edited, the calendar counts the rentals that stand', async () => {
    const seed =
      fc.sample(fc.array(fc.nat(), { minLength: 60, maxLength: 60 }), { numRuns: 1, seed: 20_261_124 })[0] ?? []
    let turn = 0
    const dice = (sides: number) => (seed[turn++ % seed.length] ?? 0) % sides
    const standing: number[] = []
    for (let round = 0; round < 14; round++) {
      const press = dice(4)
      if (press < 2) {
        const first = 5 + dice(18)
        const { status, body } = await offer({ ...on(first, first + dice(3)), quantity: 1 + dice(2) })
        if (status !== 201) continue
        await confirmHold(t, body.clientSecret, rental.cards.renter)
        await t.call('POST', '/api/bookings/update-statuses', { as: rental.renter.as })
        if ((await answer(body.booking.id, 'approved')).status === 200) standing.push(body.booking.id)
      } else if (press === 2) await change({ bufferDays: dice(5), quantity: 1 + dice(3) })
      else if (standing.length > 0) await cancel(standing.splice(dice(standing.length), 1)[0] ?? 0, own())
      await expectCounted()
    }
    expect(standing.length).toBeGreaterThan(0)
  }, 60_000)
})

test('days are blocked for one rental alone', async () => {
  const blocked = `/api/users/${rental.owner.id}/blocked-dates`
  const other = await t.call('POST', '/api/listings', { as: own(), body: WORDS })
  const { body } = await t.call('POST', blocked, {
    as: own(),
    body: { ...on(10, 11), listingId: id, reason: 'Repair' },
  })
  expect(body).toMatchObject({ listingId: id, reason: 'Repair' })
  expect((await offer(on(11, 12))).body.code).toBe('dates_blocked')
  expect((await offer({ ...on(11, 12), listingId: other.body.id })).status).toBe(201)
  expect((await busyRow()).away).toEqual([['2026-12-10', '2026-12-11']])
  expect((await t.call('GET', blocked)).body).toEqual([{ ...on(10, 11), listingId: id }])
  const foreign = { ...on(10, 11), listingId: id }
  const refused = await t.call('POST', `/api/users/${rental.rival.id}/blocked-dates`, {
    as: rental.rival.as,
    body: foreign,
  })
  expect([refused.status, refused.body.code]).toEqual([404, 'listing_not_found'])
  expect((await t.call('DELETE', `${blocked}/${body.id}`, { as: own() })).status).toBe(200)
  expect((await busyRow()).away).toEqual([])
})

test('rentals get their days in the order in which they end, and never more than there is room for', () => {
  const standing = fc.array(
    fc.record({
      id: fc.nat(),
      endDate: fc.integer({ min: 0, max: 30 }).map((day) => addDays('2026-12-01', day)),
      quantity: fc.integer({ min: 1, max: 3 }),
      bufferDays: fc.constant(0),
    }),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(
      standing,
      fc.integer({ min: 3, max: 6 }),
      fc.integer({ min: 0, max: 14 }),
      (rentals, pieces, wanted) => {
        const sorted = rentals.toSorted((a, b) => (a.endDate < b.endDate ? -1 : 1))
        const fitted = fitReadyDays(sorted, new Map(), () => pieces, wanted)
        const taken = new Map<string, number>()
        for (const { endDate, quantity, to } of fitted) {
          expect(to).toBeLessThanOrEqual(wanted)
          for (let after = 1; after <= to; after++) {
            const day = addDays(endDate, after)
            taken.set(day, (taken.get(day) ?? 0) + quantity)
          }
        }
        for (const used of taken.values()) expect(used).toBeLessThanOrEqual(pieces)
        // Asking again changes nothing.
        const again = fitReadyDays(
          fitted.map(({ to, ...one }) => ({ ...one, bufferDays: to })),
          taken,
          () => pieces,
          wanted,
        )
        expect(again.map(({ to }) => to)).toEqual(fitted.map(({ to }) => to))
      },
    ),
  )
})
