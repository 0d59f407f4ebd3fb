import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { build, step } from '../../db/steps'
import { bookings, listingDays, listings, paymentOps } from '../../db/tables'
import { holdOffer, makeOffer, type OfferInput, openRental, type Rental } from '../../test-support/rental-kit'
import { openTestApp, type TestApp } from '../../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../../test-support/test-photos'

let t: TestApp
let rental: Rental
let id: number

beforeEach(async () => {
  t = await openTestApp()
  rental = await openRental(t)
  await keepTestPhoto(t, rental.owner, 'a', 'b', 'c')
  id = rental.listingId
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const PHOTOS = ['a', 'b', 'c'].map(testPhoto)
const [A = '', B = '', C = ''] = PHOTOS
const WORDS = {
  title: 'Forty plates and bowls',
  description: 'Speckled, counted, washed.',
  price: 15,
  category: 'tableware',
  terms: 'Back by noon.',
  mainImage: A,
  images: [B, C],
  photoAlts: ['A stack of plates', '', 'A bowl'],
  quantity: 2,
  cancellationPreset: 'strict',
  pickupNote: 'Ring twice.',
}
const own = () => rental.owner.as
const change = (body: unknown, as = own(), headers: Record<string, string> = {}) =>
  t.call('POST', `/api/listings/${id}`, { as, body, headers })
const show = (available: unknown, as = own()) =>
  t.call('POST', `/api/listings/${id}/availability`, { as, body: { available } })
const remove = (as = own(), headers: Record<string, string> = {}) =>
  t.call('DELETE', `/api/listings/${id}`, { as, headers })
const seen = (as?: string) => t.call('GET', `/api/listings/${id}`, as ? { as } : {})
const answerOffer = (bookingId: number, status: string) =>
  t.call('POST', `/api/bookings/${bookingId}/status`, { as: own(), body: { status } })
const held = (input: OfferInput = {}, who: 'renter' | 'rival' = 'renter') => holdOffer(t, rental, who, input)
const rowOf = async (bookingId: number) =>
  (await t.deps.db.read.select().from(bookings).where(eq(bookings.id, bookingId)))[0]
const days = () => t.deps.db.read.select().from(listingDays).where(eq(listingDays.listingId, id))
const sweep = () => t.call('POST', '/api/bookings/update-statuses', { as: own() })

/** The change feed of the owner's devices. */
async function pulled(): Promise<{ c: string; i: string; d: unknown }[]> {
  const body = { epoch: null, scopes: { [`u:${rental.owner.id}`]: [0, null] } }
  return (await t.call('POST', '/api/sync/pull', { as: own(), body })).body.changes
}

async function approved(input: OfferInput = {}): Promise<number> {
  const bookingId = await held(input)
  expect((await answerOffer(bookingId, 'approved')).status).toBe(200)
  return bookingId
}

describe('editing', () => {
  test('saves the whole listing, and tells its owner what only they may know', async () => {
    const answer = await change({ ...WORDS, title: '  Forty plates and bowls ' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      ...WORDS,
      id,
      hidden: false,
      clientId: null,
      availability: { available: true },
    })
    const publicly = (await seen()).body
    expect(publicly).toMatchObject({ title: WORDS.title, price: 15, photoAlts: WORDS.photoAlts })
    expect(JSON.stringify(publicly)).not.toContain('Ring twice')
    expect((await t.call('GET', '/api/listings')).body[0]).toEqual(publicly)
    const changes = await pulled()
    const row = changes.find((one) => one.c === 'ownListing' && one.i === String(id))
    expect(row?.d).toEqual(answer.body)
  })

  test('keeps one text for each photo, whatever was sent', async () => {
    expect((await change({ ...WORDS, photoAlts: ['A', 'B', 'C', 'D'] })).body.photoAlts).toEqual(['A', 'B', 'C'])
    expect((await change({ ...WORDS, photoAlts: ['A'] })).body.photoAlts).toEqual(['A', '', ''])
    const twice = (await change({ ...WORDS, images: [A, B], photoAlts: ['A', 'A again', 'B'] })).body
    expect([twice.images, twice.photoAlts]).toEqual([[B], ['A', 'B']])
  })

  test('a pickup note that is not sent stays, and an empty one goes', async () => {
    const { pickupNote: _, ...without } = WORDS
    await change(WORDS)
    expect((await change(without)).body.pickupNote).toBe('Ring twice.')
    expect((await change({ ...WORDS, pickupNote: '  ' })).body.pickupNote).toBeNull()
  })

  test('leaves offers as they were made', async () => {
    const bookingId = await held()
    const before = await rowOf(bookingId)
    await change(WORDS)
    expect(await rowOf(bookingId)).toEqual(before)
    expect((await answerOffer(bookingId, 'approved')).body).toMatchObject({
      listingTitle: 'Forty plates',
      terms: 'Standard rental terms apply.',
      cancellationPreset: 'standard',
      totalAmount: 3 * 1250,
    })
  })

  test('happens once per key, however often it arrives', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => change(WORDS, own(), headers)))
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body])
    await change({ ...WORDS, title: 'Later' })
    expect((await change(WORDS, own(), headers)).body.title).toBe(WORDS.title)
    expect((await seen()).body.title).toBe('Later')
  })

  test('is the owner’s alone, and a listing that is not on show does not exist for others', async () => {
    expect((await change(WORDS, rental.rival.as)).body.code).toBe('forbidden')
    expect((await change(WORDS, '')).status).toBe(401)
    await show(false)
    for (const call of [change(WORDS, rental.rival.as), show(true, rental.rival.as), remove(rental.rival.as)]) {
      const { status, body } = await call
      expect([status, body.code]).toEqual([404, 'listing_not_found'])
    }
    expect((await t.call('POST', '/api/listings/999', { as: own(), body: WORDS })).body.code).toBe('listing_not_found')
  })

  test('needs no payout account any more', async () => {
    const move = build.update(listings).set({ userId: rental.rival.id }).where(eq(listings.id, id))
    await t.deps.db.write(() => [step(move)])
    await keepTestPhoto(t, rental.rival, 'a', 'b', 'c')
    expect((await change(WORDS, rental.rival.as)).status).toBe(200)
  })

  const PRICE = 'Price must be a positive amount with at most two decimals'
  const REFUSED: [wrong: object, field: string, message: string][] = [
    [{ price: 0 }, 'price', PRICE],
    [{ price: 1e9 }, 'price', PRICE],
    [{ price: '12,50' }, 'price', PRICE],
    [{ price: -5 }, 'price', PRICE],
    [{ price: [] }, 'price', PRICE],
    [{ title: '\u00a0 ' }, 'title', 'Title is required'],
    [{ title: 'w'.repeat(300) }, 'title', 'Please keep the title under 120 characters'],
    [{ title: 7 }, 'title', 'Title is required'],
    [{ mainImage: '' }, 'mainImage', 'Please add at least one image'],
    [{ images: ['data:image/svg+xml,<svg/>'] }, 'images.0', 'Please provide a valid image URL'],
    [{ photoAlts: ['x'.repeat(301)] }, 'photoAlts.0', 'Please keep this under 300 characters'],
    [{ pickupNote: 'x'.repeat(501) }, 'pickupNote', 'Please keep the pickup note under 500 characters'],
    [{ quantity: 0 }, 'quantity', 'Quantity must be at least 1'],
    [{ quantity: '2' }, 'quantity', 'Quantity must be a whole number'],
  ]
  test('an impossible value is refused beside its field, and nothing changes', async () => {
    for (const [wrong, field, message] of REFUSED) {
      const { status, body } = await change({ ...WORDS, ...wrong })
      expect([wrong, status, body]).toEqual([wrong, 422, { code: 'validation', message, fields: { [field]: message } }])
    }
    expect((await seen()).body.title).toBe('Forty plates')
  })

  test('a body that is not a listing is refused in words', async () => {
    for (const body of [[], 'text', 7, null, {}]) {
      const answer = await change(body)
      expect([body, answer.status, answer.body.code]).toEqual([body, 422, 'validation'])
      expect(answer.body.message.length).toBeGreaterThan(0)
    }
    expect(Object.keys((await change({})).body.fields)).toEqual(['title', 'description', 'price', 'mainImage'])
    expect((await t.call('POST', '/api/listings/forty', { as: own(), body: WORDS })).body.fields).toHaveProperty('id')
  })

  test('long words, emoji and other scripts are taken as they are', async () => {
    for (const words of ['w'.repeat(120), '🎉 فستان للإيجار', '"><img src=x onerror=alert(1)>']) {
      const texts = { title: words, description: words.repeat(3), pickupNote: words, photoAlts: [words, '', ''] }
      expect((await change({ ...WORDS, ...texts })).body).toMatchObject(texts)
    }
  })
})

describe('the number of pieces', () => {
  test('cannot fall below what is booked on a day to come; the days are named', async () => {
    await approved({ quantity: 2 })
    const answer = await change({ ...WORDS, quantity: 1 })
    expect(answer.status).toBe(409)
    expect(answer.body).toEqual({
      code: 'quantity_booked',
      message: 'More pieces than that are booked already.',
      fields: { quantity: 'More pieces than that are booked already.', days: '2026-12-10,2026-12-11,2026-12-12' },
    })
    expect((await seen()).body).toMatchObject({ quantity: 2, title: 'Forty plates' })
  })

  test('falls to exactly what is booked, and no further offer fits then', async () => {
    await approved()
    expect((await change({ ...WORDS, quantity: 1 })).status).toBe(200)
    expect((await days()).map(({ taken, capacity }) => [taken, capacity])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ])
    expect((await makeOffer(t, rental, 'rival')).body.code).toBe('dates_taken')
  })

  test('rises, and there is room for more on days that were full', async () => {
    await approved({ quantity: 2 })
    expect((await makeOffer(t, rental, 'rival')).body.code).toBe('dates_taken')
    expect((await change({ ...WORDS, quantity: 3 })).status).toBe(200)
    const second = await held({}, 'rival')
    expect((await answerOffer(second, 'approved')).status).toBe(200)
    expect((await days()).map(({ taken, capacity }) => [taken, capacity])).toEqual([
      [3, 3],
      [3, 3],
      [3, 3],
    ])
  })

  test('days that are over do not count, the day under way does', async () => {
    t.clock.now = new Date('2026-12-01T16:00:00Z')
    await approved({ startDate: '2026-12-01', endDate: '2026-12-02', quantity: 2 })
    t.clock.now = new Date('2026-12-03T04:59:00Z')
    expect((await change({ ...WORDS, quantity: 1 })).body.fields.days).toBe('2026-12-02')
    t.clock.now = new Date('2026-12-03T05:00:00Z')
    expect((await change({ ...WORDS, quantity: 1 })).status).toBe(200)
    expect((await days()).map(({ taken, capacity }) => [taken, capacity])).toEqual([
      [2, 2],
      [2, 2],
    ])
  })

  test('falls below what an open offer asks for, and its approval is refused for that reason', async () => {
    const bookingId = await held({ quantity: 2 })
    expect((await change({ ...WORDS, quantity: 1 })).status).toBe(200)
    expect(await answerOffer(bookingId, 'approved')).toMatchObject({
      status: 409,
      body: { code: 'dates_taken', message: 'There are fewer pieces now than this offer asks for.' },
    })
    expect((await answerOffer(bookingId, 'declined')).status).toBe(200)
  })

  test('holds against an approval at the same moment', async () => {
    const bookingId = await held({ quantity: 2 })
    const [lowered, answered] = await Promise.all([
      change({ ...WORDS, quantity: 1 }),
      answerOffer(bookingId, 'approved'),
    ])
    expect([lowered.status, answered.status].toSorted()).toEqual([200, 409])
    for (const { taken, capacity } of await days()) expect(taken).toBeLessThanOrEqual(capacity)
  })
})

describe('pausing', () => {
  test('takes the page away from others, refuses new offers, and leaves bookings alone', async () => {
    const [agreed, pending] = [await approved(), await held({}, 'rival')]
    const answer = await show(false)
    expect([answer.status, answer.body.availability]).toEqual([200, { available: false }])
    expect([(await seen()).status, (await seen(rental.renter.as)).status, (await seen(own())).status]).toEqual([
      404, 404, 200,
    ])
    expect((await t.call('GET', `/api/users/${rental.owner.id}/listings`, { as: own() })).body).toEqual([])
    const refused = await makeOffer(t, rental, 'renter', { startDate: '2026-12-20', endDate: '2026-12-20' })
    expect([refused.status, refused.body]).toEqual([
      409,
      { code: 'listing_unavailable', message: 'This listing is not taking offers at the moment.' },
    ])
    expect([(await rowOf(agreed))?.status, (await rowOf(pending))?.status]).toEqual(['paid', 'pending'])
    expect((await answerOffer(pending, 'approved')).status).toBe(200)
    expect((await change(WORDS)).body.availability).toEqual({ available: false })
  })

  test('a press that was made before the last one, on another device, comes too late', async () => {
    const press = async (available: boolean, secondsAgo: number) => {
      const headers = { 'pressed-at': new Date(t.clock.now.getTime() - secondsAgo * 1000).toISOString() }
      const asked = { as: own(), body: { available }, headers }
      return (await t.call('POST', `/api/listings/${id}/availability`, asked)).body.availability.available
    }
    expect(await press(false, 60)).toBe(false)
    expect(await press(true, 90)).toBe(false)
    expect(await press(true, 30)).toBe(true)
    expect(await press(false, 45)).toBe(true)
    expect((await show(false)).body.availability).toEqual({ available: false })
  })

  test('ends by opening it again; the same wish twice is one state', async () => {
    for (const available of [false, false, true, true]) {
      expect((await show(available)).body.availability).toEqual({ available })
    }
    expect((await seen()).status).toBe(200)
    expect((await makeOffer(t, rental, 'renter')).status).toBe(201)
  })

  test('needs a yes or a no', async () => {
    for (const available of ['yes', 1, null, undefined]) {
      const answer = await show(available)
      expect([available, answer.status, Object.keys(answer.body.fields)]).toEqual([available, 422, ['available']])
    }
  })

  test('a listing that operators have hidden is not there for renters, and stays hidden', async () => {
    const hide = build.update(listings).set({ hiddenAt: t.clock.now.toISOString() }).where(eq(listings.id, id))
    await t.deps.db.write(() => [step(hide)])
    expect((await show(true)).body).toMatchObject({ hidden: true, availability: { available: true } })
    expect((await seen()).status).toBe(404)
    expect((await makeOffer(t, rental, 'renter')).body.code).toBe('listing_not_found')
  })
})

describe('deleting', () => {
  test('is refused while somebody has an approved or paid booking, and possible after it', async () => {
    const bookingId = await approved()
    const refused = await remove()
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        code: 'listing_has_bookings',
        message: 'This listing has approved or paid bookings, so it cannot be deleted yet.',
      },
    ])
    expect((await seen()).status).toBe(200)
    t.clock.now = new Date('2026-12-13T05:01:00Z')
    await sweep()
    expect((await rowOf(bookingId))?.status).toBe('completed')
    expect((await remove()).status).toBe(200)
    const { body } = await t.call('GET', `/api/users/${rental.renter.id}/bookings`, { as: rental.renter.as })
    expect(body).toMatchObject([{ id: bookingId, status: 'completed', listingTitle: 'Forty plates' }])
  })

  test('declines offers and lets their holds go; one that nobody has confirmed yet ends as never sent', async () => {
    const confirmed = await held()
    const open = (await makeOffer(t, rental, 'rival')).body.booking.id
    const answer = await remove()
    expect([answer.status, answer.body]).toEqual([200, {}])
    await sweep()
    const ends = [
      [confirmed, 'declined', 'listing_deleted'],
      [open, 'expired', 'listing_deleted'],
    ] as const
    for (const [bookingId, status, statusReason] of ends) {
      const row = await rowOf(bookingId)
      expect(row).toMatchObject({ status, statusReason, paymentState: 'released' })
      const intent = await t.deps.payments.gateway.getIntent(row?.stripePaymentIntentId ?? '')
      expect(intent.state).toBe('released')
      const releases = and(eq(paymentOps.bookingId, bookingId), eq(paymentOps.kind, 'release'))
      expect(await t.deps.db.read.select().from(paymentOps).where(releases)).toHaveLength(1)
    }
    const { body } = await t.call('GET', `/api/users/${rental.renter.id}/bookings`, { as: rental.renter.as })
    expect(body[0].history.at(-1)).toMatchObject({ actor: 'owner', status: 'declined', reason: 'listing_deleted' })
  })

  test('takes it away from everybody, for good', async () => {
    await remove()
    expect([(await seen()).status, (await seen(own())).status]).toEqual([404, 404])
    expect((await t.call('GET', '/api/listings')).body).toEqual([])
    for (const call of [remove(), change(WORDS), show(true)]) {
      const { status, body } = await call
      expect([status, body.code]).toEqual([404, 'listing_not_found'])
    }
    expect((await makeOffer(t, rental, 'renter')).body.code).toBe('listing_not_found')
    const changes = await pulled()
    expect(changes.filter((one) => one.c === 'ownListing')).toEqual([])
  })

  test('answers the same key the same again', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    for (const _ of [1, 2]) expect((await remove(own(), headers)).status).toBe(200)
    expect((await remove()).status).toBe(404)
  })

  test('is the owner’s alone', async () => {
    expect((await remove(rental.renter.as)).body.code).toBe('forbidden')
    expect((await seen()).status).toBe(200)
  })

  test('against an approval at the same moment: one of the two, never both', async () => {
    const bookingId = await held()
    const [removed, answered] = await Promise.all([remove(), answerOffer(bookingId, 'approved')])
    await sweep()
    const row = await rowOf(bookingId)
    if (removed.status === 200) {
      expect([answered.status, row?.status]).toEqual([409, 'declined'])
    } else {
      expect([removed.body.code, answered.status]).toEqual(['listing_has_bookings', 200])
    }
  })
})
