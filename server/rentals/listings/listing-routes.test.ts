import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { BOOKING_STATUSES } from '#schema/booking'
import { build, step } from '../../db/steps'
import { bookings, listings, users } from '../../db/tables'
import { signUp, signUpHost, TEST_ADDRESS, type TestPerson } from '../../test-support/sign-up'
import { openTestApp, type TestApp } from '../../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../../test-support/test-photos'

let t: TestApp
let rosa: TestPerson
let ben: TestPerson

beforeAll(async () => {
  t = await openTestApp()
  rosa = await signUpHost(t, 'rosa')
  await keepTestPhoto(t, rosa, 'table', 'cloth')
  ben = await signUp(t, 'ben')
})
afterAll(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const PHOTO = testPhoto('table')
const WANTED = {
  title: 'Oak farm table',
  description: 'Seats eight, folds flat.',
  price: 42.5,
  category: 'furniture',
  mainImage: PHOTO,
}
const post = (body: unknown, as = rosa.as, headers: Record<string, string> = {}) =>
  t.call('POST', '/api/listings', { body, as, headers })

test('a host posts a listing, and everyone sees it without its street', async () => {
  const answer = await post({
    ...WANTED,
    title: '  Oak farm table ',
    availability: { available: true },
    terms: 'Back by noon.',
    images: [testPhoto('cloth')],
    quantity: 40,
    cancellationPreset: 'strict',
  })
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual({
    id: answer.body.id,
    userId: rosa.id,
    ownerUsername: 'rosa',
    title: 'Oak farm table',
    description: 'Seats eight, folds flat.',
    images: [testPhoto('cloth')],
    mainImage: PHOTO,
    price: 42.5,
    category: 'furniture',
    availability: { available: true },
    terms: 'Back by noon.',
    quantity: 40,
    cancellationPreset: 'strict',
    neighborhood: 'Park Slope',
    city: 'Brooklyn',
    photoAlts: [],
    timezone: 'America/New_York',
    createdAt: '2026-12-01T17:00:00.000Z',
  })
  expect((await t.call('GET', `/api/listings/${answer.body.id}`)).body).toEqual(answer.body)
  const all = await t.call('GET', '/api/listings')
  expect(all.body[0]).toEqual(answer.body)
  const wire = JSON.stringify(all.body)
  for (const secret of ['5th Street', '11215', 'person@example.com', 'argon2id', 'priceCents']) {
    expect(wire).not.toContain(secret)
  }
  const [row] = await t.deps.db.read.select().from(listings).where(eq(listings.id, answer.body.id))
  expect(row).toMatchObject({ priceCents: 4250, ...TEST_ADDRESS })
})

test('an absent field has the default of the form', async () => {
  const { category: _, ...bare } = WANTED
  expect((await post(bare)).body).toMatchObject({
    category: 'tableware',
    terms: 'Standard rental terms apply.',
    images: [],
    quantity: 1,
    cancellationPreset: 'standard',
    availability: { available: true },
  })
})

test.each([
  [12, 12],
  ['12', 12],
  ['12.5', 12.5],
  [0.01, 0.01],
  [19.99, 19.99],
  ['100000', 100_000],
])('a price of %p is %p dollars', async (price, dollars) => {
  expect((await post({ ...WANTED, price })).body.price).toBe(dollars)
})

const PRICE = 'Price must be a positive amount with at most two decimals'
const NOT_PRICES = [0, -1, '-1', '12,50', 12.345, 1e9, '1e9', 1e21, '', ' ', null, true, [12], {}, '0x10', '٣']
test.each(NOT_PRICES.map((price) => ({ price })))('a price of $price is refused', async ({ price }) => {
  const answer = await post({ ...WANTED, price })
  expect([answer.status, answer.body.fields]).toEqual([422, { price: PRICE }])
})

test('a price above the most that one may be is refused in words of its own', async () => {
  const answer = await post({ ...WANTED, price: 100_000.01 })
  expect([answer.status, answer.body.fields]).toEqual([422, { price: 'A price is at most $100,000.00 a day' }])
})

const PHOTO_URL = 'Please provide a valid image URL'
test.each([
  [{ title: ' ' }, 'title', 'Title is required'],
  [{ title: '\u200b\u3164' }, 'title', 'Title is required'],
  [{ title: '\u0007\u202e\u2800' }, 'title', 'Title is required'],
  [{ title: 'x'.repeat(300) }, 'title', 'Please keep the title under 120 characters'],
  [{ description: undefined }, 'description', 'Description is required'],
  [{ description: 'x'.repeat(5001) }, 'description', 'Please keep the description under 5,000 characters'],
  [{ category: 'weapons' }, 'category', 'Please select a category'],
  [{ category: 'custom_cakes' }, 'category', 'Please select a category'],
  [{ mainImage: undefined }, 'mainImage', 'Please add at least one image'],
  [{ mainImage: '' }, 'mainImage', 'Please add at least one image'],
  [{ mainImage: 'table.jpg' }, 'mainImage', PHOTO_URL],
  [{ mainImage: 'http://photos.example.com/a.jpg' }, 'mainImage', PHOTO_URL],
  [{ mainImage: 'javascript:alert(1)//https://x.example' }, 'mainImage', PHOTO_URL],
  [{ mainImage: '//photos.example.com/a.jpg' }, 'mainImage', PHOTO_URL],
  [{ images: ['https://localhost'] }, 'images.0', PHOTO_URL],
  [{ images: [PHOTO, 7] }, 'images.1', PHOTO_URL],
  [{ images: Array(13).fill(PHOTO) }, 'images', 'Please use at most 12 photos'],
  [{ quantity: 0 }, 'quantity', 'Quantity must be at least 1'],
  [{ quantity: 1.5 }, 'quantity', 'Quantity must be a whole number'],
  [{ quantity: 10_001 }, 'quantity', 'Quantity is too large'],
])('%j is refused at %s', async (change, field, message) => {
  const answer = await post({ ...WANTED, ...change })
  expect(answer.status).toBe(422)
  expect(answer.body).toEqual({ code: 'validation', message, fields: { [field]: message } })
})

test.each([
  { availability: 'yes' },
  { availability: { available: 'yes' } },
  { terms: { toString: 'x' } },
  { images: { 0: PHOTO } },
  { clientId: '1 OR 1=1' },
  { cancellationPreset: '__proto__' },
])('junk such as %j is refused', async (change) => {
  expect((await post({ ...WANTED, ...change })).body.code).toBe('validation')
})

test('long words, emoji and other scripts come back as they were', async () => {
  for (const title of [
    'w'.repeat(120),
    '🎉🎈 פתוח للإيجار',
    '"><img src=x onerror=alert(1)>',
    "Robert'); DROP TABLE listings;--",
  ]) {
    const { body } = await post({ ...WANTED, title, description: title.repeat(3) })
    expect((await t.call('GET', `/api/listings/${body.id}`)).body).toMatchObject({
      title,
      description: title.repeat(3),
    })
  }
})

test('fields that the server decides cannot be sent along', async () => {
  const forged = { id: 1, userId: ben.id, ownerUsername: 'ben', neighborhood: 'Tribeca', timezone: 'UTC', street: 'x' }
  const { body } = await post({ ...WANTED, ...forged })
  expect(body).toMatchObject({
    userId: rosa.id,
    ownerUsername: 'rosa',
    neighborhood: 'Park Slope',
    timezone: 'America/New_York',
  })
})

test('posting needs a session, an address and a payout account, in this order', async () => {
  expect((await t.call('POST', '/api/listings', { body: WANTED })).status).toBe(401)
  const first = await post(WANTED, ben.as)
  expect([first.status, first.body.code]).toEqual([403, 'address_required'])
  await t.call('POST', '/api/user/address', { body: TEST_ADDRESS, as: ben.as })
  const second = await post(WANTED, ben.as)
  expect(second.status).toBe(403)
  expect(second.body).toEqual({
    code: 'payout_setup_required',
    message: 'Please complete the Stripe account setup to receive rental payments',
  })
  const ready = build.update(users).set({ hasCompletedStripeOnboarding: true }).where(eq(users.id, ben.id))
  await t.deps.db.write(() => [step(ready)])
  expect((await post(WANTED, ben.as)).status).toBe(201)
  expect((await post(WANTED, ben.as, { origin: 'https://evil.example' })).status).toBe(403)
})

test('a listing made offline is posted once, however often it arrives', async () => {
  const clientId = crypto.randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => post({ ...WANTED, clientId })))
  for (const answer of answers) expect([answer.status, answer.body]).toEqual([201, answers[0]?.body])
  const edited = await post({ ...WANTED, title: 'Edited since', clientId })
  expect(edited.body).toEqual(answers[0]?.body)
  const stranger = await post({ ...WANTED, clientId }, (await signUpHost(t, 'same-id')).as)
  expect(stranger.body.id).not.toBe(answers[0]?.body.id)
})

test('a listing that was deleted is not posted again by another device; a repeat of the first post is answered as before', async () => {
  const body = { ...WANTED, clientId: crypto.randomUUID() }
  const once = { 'idempotency-key': crypto.randomUUID() }
  const first = await post(body, rosa.as, once)
  expect((await t.call('DELETE', `/api/listings/${first.body.id}`, { as: rosa.as })).status).toBe(200)
  const late = await post({ ...body, title: 'From the tablet' })
  expect([late.status, late.body]).toEqual([
    404,
    { code: 'listing_not_found', message: 'This listing was published before and is no longer there.' },
  ])
  const repeat = await post(body, rosa.as, once)
  expect([repeat.status, repeat.body]).toEqual([201, first.body])
})

test('the same key gives the same answer; with other content it is refused', async () => {
  const headers = { 'idempotency-key': 'listing-key-1' }
  const answers = await Promise.all([1, 2, 3].map(() => post(WANTED, rosa.as, headers)))
  for (const answer of answers) expect([answer.status, answer.body]).toEqual([201, answers[0]?.body])
  const other = await post({ ...WANTED, price: 1 }, rosa.as, headers)
  expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
})

test('lists come newest first and can be read page by page', async () => {
  const ids = (answer: { body: { id: number }[] }) => answer.body.map((listing) => listing.id)
  const all = ids(await t.call('GET', '/api/listings'))
  expect(all).toEqual(all.toSorted((a, b) => b - a))
  const first = ids(await t.call('GET', '/api/listings?limit=3'))
  const second = ids(await t.call('GET', `/api/listings?limit=3&cursor=${first.at(-1)}`))
  expect([...first, ...second]).toEqual(all.slice(0, 6))
  for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=-1']) {
    expect((await t.call('GET', `/api/listings?${query}`)).status).toBe(422)
  }
})

test.each([
  ['999', 404, 'listing_not_found', 'Listing not found'],
  ['0', 422, 'validation', undefined],
  ['x', 422, 'validation', undefined],
  ['1e99', 422, 'validation', undefined],
])('listing %s is not there', async (id, status, code, message) => {
  for (const path of [`/api/listings/${id}`, `/api/listings/${id}/bookings`]) {
    const answer = await t.call('GET', path)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    if (message) expect(answer.body.message).toBe(message)
  }
})

test('hidden, deleted and unavailable listings are not on show', async () => {
  for (const change of [{ hiddenAt: 'x' }, { deletedAt: 'x' }, { available: false }]) {
    const { id } = (await post(WANTED)).body
    const update = build.update(listings).set(change).where(eq(listings.id, id))
    await t.deps.db.write(() => [step(update)])
    expect((await t.call('GET', `/api/listings/${id}`)).status).toBe(404)
    expect((await t.call('GET', '/api/listings')).body.map((listing: { id: number }) => listing.id)).not.toContain(id)
    expect((await t.call('GET', `/api/users/${rosa.id}/listings`)).body.map((l: { id: number }) => l.id)).not.toContain(
      id,
    )
  }
})

test('of the bookings anyone sees status and days of the blocking ones', async () => {
  const { id } = (await post(WANTED)).body
  const renter = await signUp(t, 'renter')
  const rows = BOOKING_STATUSES.map((status, index) => ({
    listingId: id,
    userId: renter.id,
    ownerId: rosa.id,
    startDate: `2026-12-1${8 - index}`,
    endDate: `2026-12-1${9 - index}`,
    note: 'For my mother',
    status,
    statusChangedAt: '2026-12-01T17:00:00.000Z',
    totalAmount: 8500,
    stripePaymentIntentId: `pi_secret_${status}`,
    listingTitle: WANTED.title,
    listingPhoto: PHOTO,
    priceCents: 4250,
    terms: 'Back by noon.',
    cancellationPreset: 'standard' as const,
    timezone: 'America/New_York',
    createdAt: '2026-12-01T17:00:00.000Z',
  }))
  await t.deps.db.write(() => [step(build.insert(bookings).values(rows))])
  expect((await t.call('GET', `/api/listings/${id}/bookings`)).body).toEqual([
    { status: 'completed', startDate: '2026-12-15', endDate: '2026-12-16' },
    { status: 'paid', startDate: '2026-12-16', endDate: '2026-12-17' },
    { status: 'approved', startDate: '2026-12-17', endDate: '2026-12-18' },
  ])
})
