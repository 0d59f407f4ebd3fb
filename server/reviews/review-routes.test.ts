import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { addDays } from 'date-fns'
import { eq, sql } from 'drizzle-orm'
import { CLOSING_DAYS } from '#schema/account'
import { REVIEW_DAYS, REVIEW_MAX } from '#schema/review'
import { endClosedAccounts } from '../accounts/end-account'
import { build, step } from '../db/steps'
import { bookings, listings, reviews, users } from '../db/tables'
import { type EndedRental, openEndedRental, RENTAL_ENDS } from '../test-support/damage-kit'
import { placeOrder, postItem, setOrderStatus } from '../test-support/order-kit'
import { holdOffer } from '../test-support/rental-kit'
import { signIn, signUp, TEST_PASSWORD, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { revealDueReviews } from './review-service'

let t: TestApp
let rental: EndedRental

beforeEach(async () => {
  t = await openTestApp()
  rental = await openEndedRental(t)
  await t.call('POST', '/api/bookings/update-statuses', { as: rental.owner.as })
})

afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

type Side = 'owner' | 'renter' | 'rival'
const put = (side: Side, body: unknown, headers = {}) =>
  t.call('POST', `/api/bookings/${rental.bookingId}/review`, { as: rental[side].as, body, headers })
const answer = (side: Side, id: number, content = 'Thank you!') =>
  t.call('POST', `/api/reviews/${id}/answer`, { as: rental[side].as, body: { content } })
const list = async (query: string) => (await t.call('GET', `/api/reviews?${query}`)).body
const ofListing = () => list(`listing=${rental.listingId}`)

/** The reviews that a person's devices hold. */
async function held({ id, as }: TestPerson): Promise<{ id: number; d: unknown; x?: unknown }[]> {
  const body = { epoch: null, scopes: { [`u:${id}`]: [0, null] } }
  const pulled = await t.call('POST', '/api/sync/pull', { as, body })
  return pulled.body.changes.filter(({ c }: { c: string }) => c === 'review')
}

/** A further completed rental of the listing with a review by its renter. */
async function reviewedRental(stars: number, nth: number, renter = rental.rival): Promise<number> {
  const now = t.clock.now.toISOString()
  const { value } = await t.deps.db.write(async (ids) => {
    const [bookingId, id] = [await ids.next('bookings'), await ids.next('reviews')]
    const [deal] = await t.deps.db.read.select().from(bookings).where(eq(bookings.id, rental.bookingId))
    if (!deal) throw new Error('The rental is gone')
    const copy = { ...deal, id: bookingId, userId: renter.id, clientId: null, stripePaymentIntentId: `pi_${nth}` }
    const about = { bookingId, authorId: renter.id, subjectId: rental.owner.id, listingId: rental.listingId }
    const words = { stars, points: [], content: `Number ${nth}`, createdAt: now, revealsAt: now, revealedAt: now }
    return {
      value: id,
      steps: [
        step(build.insert(bookings).values(copy)),
        step(build.insert(reviews).values({ id, ...about, ...words })),
      ],
    }
  })
  return value
}

describe('a review', () => {
  test('of two devices keeps what only one of them changed, and refuses a field that both did', async () => {
    const first = { stars: 5, points: ['clean'], content: 'Spotless plates' }
    const none = { stars: 0, points: [], content: '' }
    await put('renter', { ...first, seen: none })
    const fresh = await put('renter', { stars: 2, points: [], content: 'Two were chipped', seen: none })
    expect([fresh.status, fresh.body.code]).toEqual([409, 'edit_conflict'])
    expect(fresh.body.now).toEqual({ stars: 5, content: 'Spotless plates' })
    const stars = await put('renter', { ...first, stars: 4, seen: first })
    expect([stars.status, stars.body.stars]).toEqual([200, 4])
    const words = await put('renter', { ...first, content: 'One was chipped', seen: first })
    expect(words.body).toMatchObject({ stars: 4, points: ['clean'], content: 'One was chipped' })
    const last = await put('renter', { ...first, content: 'Mine', seen: { ...first, content: 'One was chipped' } })
    expect(last.body).toMatchObject({ stars: 4, content: 'Mine' })
    expect((await put('renter', none)).status).toBe(422)
    expect((await put('renter', { ...none, stars: 1 })).body).toMatchObject({ stars: 1, content: '' })
  })

  test('is seen by nobody but its author until both have written; the second reveals both', async () => {
    const first = await put('renter', {
      stars: 5,
      points: ['clean', 'clean', 'described'],
      content: '  Spotless plates ',
    })
    expect(first).toMatchObject({
      status: 200,
      body: {
        bookingId: rental.bookingId,
        role: 'renter',
        listingId: rental.listingId,
        title: 'Forty plates',
        stars: 5,
        points: ['clean', 'described'],
        content: 'Spotless plates',
        revealedAt: null,
        hidden: false,
      },
    })
    expect(await ofListing()).toEqual([])
    expect(await held(rental.renter)).toHaveLength(1)
    expect(await held(rental.owner)).toEqual([])

    const second = await put('owner', { stars: 4, points: ['clean'], content: 'Brought back on time' })
    expect(second.body).toMatchObject({ role: 'owner', listingId: null, title: null, points: [] })
    expect(second.body.revealedAt).toBe(t.clock.now.toISOString())
    expect(await ofListing()).toMatchObject([{ authorUsername: 'rene', stars: 5, content: 'Spotless plates' }])
    expect(await list(`person=${rental.renter.id}`)).toMatchObject([{ authorUsername: 'rosa', role: 'owner' }])
    expect(await list(`person=${rental.owner.id}`)).toMatchObject([{ role: 'renter', title: 'Forty plates' }])
    for (const side of ['owner', 'renter'] as const) expect(await held(rental[side])).toHaveLength(2)
  })

  test('that waits can be changed; one that is revealed cannot', async () => {
    const { body } = await put('renter', { stars: 2 })
    t.clock.advance(60_000)
    expect((await put('renter', { stars: 3, content: 'Better than I thought' })).body).toMatchObject({
      id: body.id,
      stars: 3,
      createdAt: body.createdAt,
    })
    await put('owner', { stars: 5 })
    for (const side of ['owner', 'renter'] as const)
      expect(await put(side, { stars: 1 })).toMatchObject({ status: 409, body: { code: 'review_final' } })
    expect(await ofListing()).toMatchObject([{ stars: 3 }])
  })

  test('is revealed without the other one when 14 days are over', async () => {
    await put('renter', { stars: 1, content: 'Chipped' })
    t.clock.now = addDays(RENTAL_ENDS, REVIEW_DAYS - 1)
    await revealDueReviews(t.deps)
    expect(await ofListing()).toEqual([])
    t.clock.now = addDays(t.clock.now, 2)
    await revealDueReviews(t.deps)
    expect(await ofListing()).toMatchObject([{ stars: 1 }])
    rental.owner.as = await signIn(t, 'rosa')
    expect(await put('owner', { stars: 1 })).toMatchObject({ status: 409, body: { code: 'review_not_open' } })
    expect(await held(rental.owner)).toHaveLength(1)
  })

  test('a repeat of one write gets the first answer', async () => {
    const key = { 'idempotency-key': crypto.randomUUID(), 'sync-queued': '1' }
    const first = await put('renter', { stars: 4 }, key)
    await put('renter', { stars: 2 })
    expect((await put('renter', { stars: 4 }, key)).body).toEqual(first.body)
    expect((await held(rental.renter))[0]?.d).toMatchObject({ stars: 2 })
  })

  test('needs a completed rental between these two', async () => {
    expect(await put('rival', { stars: 5 })).toMatchObject({ status: 404 })
    const open = await holdOffer(t, rental, 'rival', { startDate: '2026-12-20', endDate: '2026-12-20' })
    const early = await t.call('POST', `/api/bookings/${open}/review`, { as: rental.rival.as, body: { stars: 5 } })
    expect(early).toMatchObject({ status: 409, body: { code: 'review_not_open' } })
  })

  test('is refused when its words or stars make no sense, with the field', async () => {
    for (const [body, field] of [
      [{ stars: 0 }, 'stars'],
      [{ stars: 6 }, 'stars'],
      [{ stars: 4.5 }, 'stars'],
      [{}, 'stars'],
      [{ stars: 5, points: ['cheap'] }, 'points.0'],
      [{ stars: 5, content: 'x'.repeat(REVIEW_MAX + 1) }, 'content'],
    ] as const) {
      const refused = await put('renter', body)
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, [field]])
    }
    expect(await held(rental.renter)).toEqual([])
  })

  test('of somebody who has been suspended cannot be written', async () => {
    await suspend('rosa')
    const message = 'rosa is not on the marketplace any more, so no review can be written.'
    expect(await put('renter', { stars: 1 })).toMatchObject({ status: 404, body: { code: 'user_not_found', message } })
  })

  test('of somebody who closes their account can be written until nobody can take it back', async () => {
    const now = t.clock.now.toISOString()
    const settled = build.update(bookings).set({ releasedAt: now, transferredAmount: sql`total_amount` })
    await t.deps.db.write(() => [step(settled)])
    const closing = { as: rental.owner.as, body: { password: TEST_PASSWORD } }
    expect((await t.call('POST', '/api/user/closing', closing)).status).toBe(200)
    expect(await put('renter', { stars: 2 })).toMatchObject({ status: 200, body: { stars: 2 } })
    const closed = build.update(users).set({ closedAt: now }).where(eq(users.id, rental.owner.id))
    await t.deps.db.write(() => [step(closed)])
    expect(await put('renter', { stars: 1 })).toMatchObject({ status: 404, body: { code: 'user_not_found' } })
  })
})

describe('an answer', () => {
  test('comes once, from the person whom the review is about, when it can be read', async () => {
    const { body } = await put('renter', { stars: 2, content: 'Late' })
    expect(await answer('owner', body.id)).toMatchObject({ status: 404 })
    await put('owner', { stars: 5 })
    expect(await answer('renter', body.id)).toMatchObject({ status: 404 })
    expect(await answer('rival', body.id)).toMatchObject({ status: 404 })
    expect((await answer('owner', body.id, '   ')).status).toBe(422)
    expect((await answer('owner', body.id, 'The bridge was closed.')).body.answer).toBe('The bridge was closed.')
    expect(await answer('owner', body.id)).toMatchObject({ status: 409, body: { code: 'review_answered' } })
    expect(await ofListing()).toMatchObject([{ answer: 'The bridge was closed.' }])
  })
})

describe('ratings', () => {
  const ratings = async () => {
    const { body: listing } = await t.call('GET', `/api/listings/${rental.listingId}`)
    const { body: owner } = await t.call('GET', `/api/users/${rental.owner.id}`)
    return [listing.rating, owner.rating]
  }

  test('stand from three reviews on, and count what everybody can read', async () => {
    await reviewedRental(5, 1)
    await reviewedRental(4, 2)
    expect(await ratings()).toEqual([undefined, undefined])
    await put('renter', { stars: 4 })
    expect(await ratings()).toEqual([undefined, undefined])
    await put('owner', { stars: 1 })
    expect(await ratings()).toEqual(Array(2).fill({ count: 3, stars: 4.3 }))
  })

  test('leave out what operators hide and what suspended people wrote', async () => {
    const worst = await reviewedRental(1, 1)
    for (const nth of [2, 3, 4]) await reviewedRental(5, nth, rental.renter)
    expect(await ratings()).toEqual(Array(2).fill({ count: 4, stars: 4 }))
    const hide = (hidden: boolean) => {
      const body = { kind: 'review', id: worst, hidden, note: 'Insults' }
      return t.call('POST', '/api/operator/hidden', { as: rental.operator.as, body })
    }
    expect((await hide(true)).status).toBe(200)
    expect(await ratings()).toEqual(Array(2).fill({ count: 3, stars: 5 }))
    expect((await ofListing()).map(({ stars }: { stars: number }) => stars)).toEqual([5, 5, 5])
    await hide(false)
    await suspend('rene')
    expect(await ratings()).toEqual([undefined, undefined])
    expect(await ofListing()).toMatchObject([{ id: worst }])
  })

  test('count the stars of a closed account, without its words, once nobody can take it back', async () => {
    const cora = await signUp(t, 'cora')
    for (const nth of [1, 2]) await reviewedRental(5, nth)
    const last = await reviewedRental(2, 3, cora)
    const three = Array(2).fill({ count: 3, stars: 4 })
    expect(await ratings()).toEqual(three)
    t.clock.now = addDays(RENTAL_ENDS, REVIEW_DAYS)
    const released = build.update(bookings).set({ releasedAt: t.clock.now.toISOString() })
    await t.deps.db.write(() => [step(released.where(eq(bookings.userId, cora.id)))])
    const body = { password: TEST_PASSWORD }
    expect((await t.call('POST', '/api/user/closing', { as: await signIn(t, 'cora'), body })).status).toBe(200)
    expect(await ratings()).toEqual([undefined, undefined])
    t.clock.now = addDays(t.clock.now, CLOSING_DAYS + 1)
    await endClosedAccounts(t.deps)
    expect(await ratings()).toEqual(three)
    expect((await ofListing())[0]).toMatchObject({ id: last, authorUsername: 'Former member', stars: 2, content: '' })
    const owner = { ...rental.owner, as: await signIn(t, 'rosa') }
    expect(await held(owner)).toHaveLength(3)
  })

  test('reach every device with the listing and its owner', async () => {
    for (const nth of [1, 2, 3]) await reviewedRental(5, nth)
    const body = { epoch: null, scopes: { 'pub:l': [0, null], 'pub:u': [0, null] } }
    const { changes } = (await t.call('POST', '/api/sync/pull', { body })).body
    const rated = changes.filter(({ d }: { d?: { rating?: unknown } }) => d?.rating)
    expect(rated.map(({ c, d }: { c: string; d: { rating: unknown } }) => [c, d.rating])).toEqual([
      ['listing', { count: 3, stars: 5 }],
      ['person', { count: 3, stars: 5 }],
    ])
    const [row] = await t.deps.db.read.select().from(listings).where(eq(listings.id, rental.listingId))
    const [owner] = await t.deps.db.read.select().from(users).where(eq(users.id, rental.owner.id))
    expect([row?.reviewCount, row?.reviewStars, owner?.reviewStars]).toEqual([3, 15, 15])
  })
})

test('reviews come in pages, newest first', async () => {
  for (const nth of [1, 2, 3, 4, 5]) await reviewedRental(5, nth)
  const query = `listing=${rental.listingId}&limit=2`
  const first = await list(query)
  expect(first.map(({ content }: { content: string }) => content)).toEqual(['Number 5', 'Number 4'])
  const second = await list(`${query}&cursor=${first[1].id}`)
  expect(second.map(({ content }: { content: string }) => content)).toEqual(['Number 3', 'Number 2'])
})

test('both sides of an order review each other once it was delivered, whatever is set after that', async () => {
  const maker = await signUp(t, 'mira')
  const itemId = await postItem(t, maker, { title: 'Place cards' })
  const id = await placeOrder(t, rental.rival, itemId)
  const review = (as: string) =>
    t.call('POST', `/api/purchases/${id}/review`, { as, body: { stars: 5, points: ['on_time'] } })
  const setStatus = (status: string) => setOrderStatus(t, maker, id, status)
  await setStatus('shipped')
  expect(await review(rental.rival.as)).toMatchObject({ status: 409, body: { code: 'review_not_open' } })
  await setStatus('delivered')
  await setStatus('processing')
  expect((await review(rental.rival.as)).body).toMatchObject({ itemId, role: 'buyer', points: ['on_time'] })
  expect((await review(maker.as)).body).toMatchObject({ itemId: null, role: 'seller', points: [] })
  expect(await list(`item=${itemId}`)).toMatchObject([{ authorUsername: 'rita', title: 'Place cards' }])
  expect((await review(rental.renter.as)).status).toBe(404)
})

const told = async (person: TestPerson) =>
  (await t.deps.db.read.query.mailOutbox.findMany({ where: (mail, { eq }) => eq(mail.userId, person.id) }))
    .filter(({ kind }) => kind === 'reviews')
    .map(({ word }) => word)

test('a review that operators have hidden while it waits stays hidden when it is changed, and its author reads so', async () => {
  const { body } = await put('renter', { stars: 1, content: 'Threats' })
  const hide = { kind: 'review', id: body.id, hidden: true, note: 'Threats' }
  expect((await t.call('POST', '/api/operator/hidden', { as: rental.operator.as, body: hide })).status).toBe(200)
  expect((await put('renter', { stars: 1, content: 'More threats' })).body).toMatchObject({ hidden: true })
  await put('owner', { stars: 5 })
  expect(await ofListing()).toEqual([])
})

test.each(['suspended', 'hidden'])(
  'nobody is told that they can read a review that is %s when its time comes',
  async (why) => {
    const { body } = await put('renter', { stars: 1, content: 'Threats' })
    if (why === 'suspended') await suspend('rene')
    else
      await t.deps.db.write(() => [step(build.update(reviews).set({ hiddenAt: 'x' }).where(eq(reviews.id, body.id)))])
    t.clock.now = addDays(RENTAL_ENDS, REVIEW_DAYS + 1)
    await revealDueReviews(t.deps)
    rental.owner.as = await signIn(t, 'rosa')
    expect(await held(rental.owner)).toEqual([])
    expect(await told(rental.owner)).toEqual(['review_waiting'])
  },
)

test('people are told that they can write, that the other side has, and that they can read', async () => {
  expect([await told(rental.renter), await told(rental.owner)]).toEqual([['review_open'], []])
  await put('renter', { stars: 5 })
  await put('renter', { stars: 4 })
  expect(await told(rental.owner)).toEqual(['review_waiting'])
  await put('owner', { stars: 5 })
  expect([await told(rental.renter), await told(rental.owner)]).toEqual([['review_open', 'review'], ['review_waiting']])
})

function suspend(username: string) {
  const body = { username, suspended: true, note: 'Threats' }
  return t.call('POST', '/api/operator/suspended', { as: rental.operator.as, body })
}
