import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { BOOKING_STATUSES, blocksDates } from '#schema/booking'
import { MADE_TO_ORDER_CATEGORIES, RENTAL_CATEGORIES } from '#schema/category-names'
import { addDays, eachDay, rangesOverlap, todayIn } from '#schema/date-range'
import { NewPost } from '#schema/inspiration'
import { NewListing } from '#schema/listing'
import { customizationProblems } from '#schema/made-to-order'
import { centsToDollars } from '#schema/money'
import { DeliveryAddress, isLate, PURCHASE_STATUSES } from '#schema/purchase'
import {
  bookingHistory,
  bookings,
  inspirationPosts,
  listingDays,
  listings,
  madeToOrderItems,
  messages,
  postMarks,
  purchaseHistory,
  purchases,
  reviews,
  uploads,
  userBlockedDates,
  users,
} from '../db/tables'
import { sweepPurchases } from '../made-to-order/purchases/purchase-sweep'
import { auditLedger } from '../money/ledger/audit'
import { sweepBookings } from '../rentals/bookings/booking-sweep'
import { catchUpLedger } from '../settlement/catch-up-ledger'
import { cookieOf } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { composeDemo } from './compose-demo'
import { storeDemoPhotos } from './demo-photos'
import { seedDemo, seedIfEmpty } from './seed'

const SEED_TIMEOUT_MS = 30_000
const SALTED_COLUMNS = new Set(['passwordHash'])

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
  expect(await seedIfEmpty(t.deps)).toBe(true)
  await catchUpLedger(t.deps)
}, SEED_TIMEOUT_MS)
afterAll(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const signIn = async (username: string) =>
  cookieOf((await t.call('POST', '/api/login', { body: { username, password: 'trestle' } })).headers)

test('the books know every booking that was paid, and are in order before and after owners are paid', async () => {
  expect(await auditLedger(t.deps.db)).toEqual([])
  const earnings = async () => (await t.call('GET', '/api/user/earnings', { as: await signIn('host') })).body
  const before = await earnings()
  expect(before).toMatchObject({ available: 0 })
  await sweepBookings(t.deps)
  await catchUpLedger(t.deps)
  expect(await auditLedger(t.deps.db)).toEqual([])
  const after = await earnings()
  expect(after.available).toBeGreaterThan(0)
  expect(after.available + after.pending).toBe(before.pending)
})

describe('the content of the demo', () => {
  test('has people, things, posts and bookings in the promised numbers', async () => {
    const { read } = t.deps.db
    // The operator is no neighbor.
    expect(await read.$count(users)).toBe(24 + 1)
    expect(await read.$count(listings)).toBe(200)
    expect(await read.$count(madeToOrderItems)).toBe(60)
    expect(await read.$count(inspirationPosts)).toBe(60)
    expect(await read.$count(bookings)).toBe(120)
    expect(await read.$count(purchases)).toBe(25)
    expect(await read.$count(messages)).toBeGreaterThan(80)
    expect(await read.$count(postMarks)).toBeGreaterThan(200)
    expect(await read.$count(reviews)).toBeGreaterThan(30)
    expect(await read.$count(userBlockedDates)).toBeGreaterThan(8)
  })

  test('every listing is one that its form would take, and no title comes twice', async () => {
    const rows = await t.deps.db.read.select().from(listings)
    for (const row of rows) {
      const rules = {
        weekPrice: row.weekPriceCents && centsToDollars(row.weekPriceCents),
        deliveryFee: row.deliveryFeeCents && centsToDollars(row.deliveryFeeCents),
      }
      const price = centsToDollars(row.priceCents)
      const form = { ...row, ...rules, price, availability: { available: row.available } }
      const parsed = NewListing.safeParse({ ...form, clientId: undefined })
      expect([row.title, parsed.error?.issues]).toEqual([row.title, undefined])
      expect(row.neighborhood).not.toBeNull()
    }
    expect(rows.filter(({ weekPriceCents }) => weekPriceCents).length).toBeGreaterThan(2)
    expect(rows.filter(({ deliveryMiles }) => deliveryMiles).length).toBeGreaterThan(2)
    expect(new Set(rows.map(({ title }) => title)).size).toBe(rows.length)
    for (const category of RENTAL_CATEGORIES) {
      expect(rows.filter((row) => row.category === category).length).toBeGreaterThan(20)
    }
  })

  test('a description fits its thing: no sentence comes twice but the note of an owner', async () => {
    const texts = (await t.deps.db.read.select().from(listings)).map(({ description }) => description.split('\n\n')[0])
    const sentences = texts.flatMap((text) => text?.split(/(?<=[.!?]) /) ?? [])
    expect(sentences.filter((sentence, place) => sentences.indexOf(sentence) !== place)).toEqual([])
  })

  test('every photo of a listing is described, and a third of the listings say where to ring', async () => {
    const rows = await t.deps.db.read.select().from(listings)
    for (const row of rows) {
      expect([row.title, row.photoAlts.length]).toEqual([row.title, row.images.length + 1])
      expect([row.title, row.photoAlts.every(Boolean)]).toEqual([row.title, true])
    }
    const noted = rows.filter(({ pickupNote }) => pickupNote)
    expect(noted.length).toBe(Math.ceil(rows.length / 3))
    expect(new Set(noted.map(({ pickupNote }) => pickupNote)).size).toBeGreaterThan(12)
  })

  test('every item has what the made-to-order form asks for', async () => {
    const rows = await t.deps.db.read.select().from(madeToOrderItems)
    for (const row of rows) {
      expect([row.title, row.title.length >= 5 && row.description.length >= 10]).toEqual([row.title, true])
      expect([row.title, row.images.length > 0 && row.terms.length >= 10]).toEqual([row.title, true])
      for (const { name, type, options } of row.customizationOptions) {
        expect([row.title, name, options.length > 0]).toEqual([row.title, name, type !== 'text'])
      }
    }
    expect(new Set(rows.map(({ title }) => title)).size).toBe(rows.length)
    for (const category of MADE_TO_ORDER_CATEGORIES) {
      expect([category, rows.some((row) => row.category === category)]).toEqual([category, true])
    }
  })

  test('every post is one that its form would take, with two to six tags', async () => {
    for (const row of await t.deps.db.read.select().from(inspirationPosts)) {
      const parsed = NewPost.safeParse({ ...row, clientId: undefined })
      expect([row.title, parsed.error?.issues]).toEqual([row.title, undefined])
      expect([row.title, row.tags.length >= 2 && row.tags.length <= 6]).toEqual([row.title, true])
      expect(row.alt).toBeTruthy()
    }
  })

  test('every photo that is shown lies on the disk in three widths and is noted among the uploads', async () => {
    const { read } = t.deps.db
    const things = [...(await read.select().from(listings)), ...(await read.select().from(madeToOrderItems))]
    const urls = new Set([
      ...things.flatMap(({ mainImage, images }) => [mainImage, ...images]),
      ...(await read.select().from(inspirationPosts)).map(({ imageUrl }) => imageUrl),
      ...(await read.select().from(users)).flatMap(({ profilePhoto }) => profilePhoto ?? []),
      ...(await read.select().from(bookings)).map(({ listingPhoto }) => listingPhoto),
    ])
    expect(urls.size).toBeGreaterThan(90)
    const noted = new Set((await read.select().from(uploads)).map(({ sha256 }) => sha256))
    for (const url of urls) {
      const [, hash = ''] = /^\/uploads\/([a-f0-9]{64})\.jpg$/.exec(url) ?? []
      for (const width of ['', '-320', '-640']) {
        const file = join(t.deps.env.dataDir, 'uploads', `${hash}${width}.jpg`)
        expect([file, existsSync(file)]).toEqual([file, true])
      }
      expect([url, noted.has(hash)]).toEqual([url, true])
    }
  })

  test('a screen of the newest listings never shows one photo twice', async () => {
    const newest = (await t.call('GET', '/api/listings?limit=24')).body as { mainImage: string }[]
    const photos = newest.map(({ mainImage }) => mainImage)
    for (let from = 0; from + 12 <= photos.length; from++) {
      expect(new Set(photos.slice(from, from + 12)).size).toBe(12)
    }
  })
})

describe('bookings', () => {
  test('are there in every status, some because somebody was faster', async () => {
    const rows = await t.deps.db.read.select().from(bookings)
    for (const status of BOOKING_STATUSES) {
      expect([status, rows.some((row) => row.status === status)]).toEqual([status, true])
    }
    expect(rows.filter(({ statusReason }) => statusReason === 'dates_taken').length).toBeGreaterThanOrEqual(5)
  })

  test('never take more than there is on any day, and the day counts say the same', async () => {
    const { read } = t.deps.db
    const rows = await read.select().from(bookings)
    const things = new Map((await read.select().from(listings)).map((listing) => [listing.id, listing]))
    const taken = new Map<string, number>()
    for (const row of rows.filter(({ status }) => blocksDates(status))) {
      for (const day of eachDay(row)) {
        const key = `${row.listingId} ${day}`
        taken.set(key, (taken.get(key) ?? 0) + row.quantity)
      }
    }
    const counted = (await read.select().from(listingDays)).filter((row) => row.taken > 0)
    expect(Object.fromEntries(counted.map((row) => [`${row.listingId} ${row.day}`, row.taken]))).toEqual(
      Object.fromEntries(taken),
    )
    for (const row of counted) {
      expect(row.capacity).toBe(things.get(row.listingId)?.quantity ?? 0)
      expect(row.taken).toBeLessThanOrEqual(row.capacity)
    }
  })

  test('pending offers still fit, are not on blocked days, and wait some time yet', async () => {
    const { read } = t.deps.db
    const blocks = await read.select().from(userBlockedDates)
    const days = await read.select().from(listingDays)
    const things = new Map((await read.select().from(listings)).map((listing) => [listing.id, listing.quantity]))
    for (const row of (await read.select().from(bookings)).filter(({ status }) => status === 'pending')) {
      const used = days.filter((day) => day.listingId === row.listingId && eachDay(row).includes(day.day))
      const most = Math.max(0, ...used.map((day) => day.taken))
      expect(most + row.quantity).toBeLessThanOrEqual(things.get(row.listingId) ?? 0)
      expect(blocks.some((block) => block.userId === row.ownerId && rangesOverlap(block, row))).toBe(false)
      expect(row.expiresAt).toSatisfy((at) => typeof at === 'string' && at > t.deps.now().toISOString())
    }
  })

  test('that are held or paid are so at the payment provider, which will tell us of every change', async () => {
    const { gateway, local } = t.deps.payments
    const rows = (await t.deps.db.read.select().from(bookings)).filter(
      ({ paymentState, status }) => paymentState === 'held' || status === 'paid',
    )
    expect(rows.length).toBe(46)
    for (const row of rows) {
      const intent = await gateway.getIntent(row.stripePaymentIntentId ?? '')
      const { state, amount, bookingId, chargeId } = intent
      expect({ state, amount, bookingId, chargeId }).toEqual({
        state: row.status === 'paid' ? 'captured' : 'held',
        amount: row.totalAmount,
        bookingId: row.id,
        chargeId: row.stripeChargeId,
      })
    }
    const asking = new Request('http://local.invalid/v1/webhook_endpoints', {
      headers: { authorization: 'Bearer sk_test_local' },
    })
    const endpoints = (await (await local?.fetch(asking))?.json()) as { data: { status: string }[] }
    expect(new Set(endpoints.data.map(({ status }) => status))).toEqual(new Set(['enabled']))
  })

  test('lie where their status says: over, under way or ahead', async () => {
    const today = todayIn(t.deps.env.timezone, t.deps.now())
    const rows = await t.deps.db.read.select().from(bookings)
    for (const row of rows) {
      if (row.status === 'completed') expect(row.endDate < today).toBe(true)
      if (row.status === 'paid') expect(row.endDate >= today).toBe(true)
      if (row.status === 'pending' || row.status === 'approved') expect(row.startDate > today).toBe(true)
      expect(row.createdAt <= row.statusChangedAt && row.statusChangedAt <= t.deps.now().toISOString()).toBe(true)
    }
    const ended = rows.filter((row) => row.status === 'completed' && row.endDate === addDays(today, -1))
    expect(ended.length).toBeGreaterThan(0)
  })

  test('have a history that ends in their status', async () => {
    const entries = Map.groupBy(await t.deps.db.read.select().from(bookingHistory), (entry) => entry.bookingId)
    for (const row of await t.deps.db.read.select().from(bookings)) {
      const history = entries.get(row.id) ?? []
      expect(history[0]).toMatchObject({ actor: 'renter', status: 'pending', at: row.createdAt })
      expect(history.at(-1)).toMatchObject({ status: row.status, reason: row.statusReason, at: row.statusChangedAt })
      expect(history.map(({ at }) => at)).toEqual(history.map(({ at }) => at).toSorted())
    }
  })

  test('have threads that only their two sides write in, and that nobody writes ahead of time', async () => {
    const rows = new Map((await t.deps.db.read.select().from(bookings)).map((row) => [row.id, row]))
    const written = await t.deps.db.read.select().from(messages)
    for (const message of written.filter(({ bookingId }) => bookingId !== null)) {
      const booking = rows.get(message.bookingId ?? 0)
      expect([booking?.userId, booking?.ownerId]).toContain(message.senderId)
      expect(message.createdAt >= (booking?.createdAt ?? 'never')).toBe(true)
      expect(message.createdAt < t.deps.now().toISOString()).toBe(true)
    }
  })
})

describe('orders', () => {
  const readOrders = () => t.deps.db.read.select().from(purchases)

  test('are there in every status, some late, one with a wish to cancel', async () => {
    const rows = await readOrders()
    const today = todayIn(t.deps.env.timezone, t.deps.now())
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(PURCHASE_STATUSES))
    expect(rows.filter((row) => isLate(row, today)).length).toBeGreaterThanOrEqual(2)
    expect(rows.some(({ cancelAskedAt, status }) => cancelAskedAt && status === 'paid')).toBe(true)
  })

  test('are of things that existed, by somebody else, with options that the thing asks for', async () => {
    const items = new Map((await t.deps.db.read.select().from(madeToOrderItems)).map((item) => [item.id, item]))
    for (const row of await readOrders()) {
      const item = items.get(row.itemId)
      expect([row.id, row.sellerId, row.totalAmount]).toEqual([row.id, item?.userId ?? 0, item?.price ?? 0])
      expect(row.userId).not.toBe(row.sellerId)
      expect((item?.createdAt ?? '') < row.createdAt).toBe(true)
      expect(customizationProblems(item?.customizationOptions ?? [], row.customizations)).toEqual({})
      expect(DeliveryAddress.safeParse(row.deliveryAddress).success).toBe(true)
    }
  })

  test('have a history that ends in their status, and threads that only their two sides write in', async () => {
    const entries = Map.groupBy(await t.deps.db.read.select().from(purchaseHistory), (entry) => entry.purchaseId)
    const rows = new Map((await readOrders()).map((row) => [row.id, row]))
    for (const row of rows.values()) {
      const history = entries.get(row.id) ?? []
      expect(history[0]).toMatchObject({ actor: 'buyer', status: 'pending', at: row.createdAt })
      expect([row.id, history.at(-1)?.status]).toEqual([row.id, row.status])
      expect(history.map(({ at }) => at)).toEqual(history.map(({ at }) => at).toSorted())
    }
    const talked = (await t.deps.db.read.select().from(messages)).filter(({ purchaseId }) => purchaseId !== null)
    expect(talked.length).toBeGreaterThan(30)
    for (const { purchaseId, senderId, createdAt } of talked) {
      const row = rows.get(purchaseId ?? 0)
      expect([row?.userId, row?.sellerId]).toContain(senderId)
      expect(createdAt > (row?.createdAt ?? 'never') && createdAt < t.deps.now().toISOString()).toBe(true)
    }
  })

  test('are paid, returned or waiting at the provider as they say, and sweeping keeps the books in order', async () => {
    for (const row of await readOrders()) {
      if (row.paymentState === 'unpaid' && row.status === 'cancelled') continue
      const intent = await t.deps.payments.gateway.getIntent(row.stripePaymentIntentId ?? '')
      const isTaken = row.paymentState !== 'unpaid'
      expect([row.id, intent.amount, intent.chargeId]).toEqual([row.id, row.totalAmount, row.stripeChargeId])
      expect([row.id, intent.state === 'captured']).toEqual([row.id, isTaken])
    }
    await sweepPurchases(t.deps)
    expect(await auditLedger(t.deps.db)).toEqual([])
    const after = await readOrders()
    expect(after.filter(({ status }) => status === 'pending').length).toBe(1)
    expect(after.some(({ transferredAmount }) => transferredAmount > 0)).toBe(true)
  })
})

describe('the demo accounts', () => {
  test('the host has offers to answer, and of two rivals the slower one is declined', async () => {
    const as = await signIn('host')
    const me = (await t.call('GET', '/api/user', { as })).body
    const incoming = (await t.call('GET', `/api/users/${me.id}/listings/bookings`, { as })).body as {
      id: number
      listingId: number
      startDate: string
      status: string
    }[]
    const pending = incoming.filter(({ status }) => status === 'pending')
    expect(pending.length).toBeGreaterThanOrEqual(5)
    const rivals = [...Map.groupBy(pending, ({ listingId, startDate }) => `${listingId} ${startDate}`).values()]
    const [first, second] = rivals.find((group) => group.length === 2) ?? []
    if (!first || !second) throw new Error('The host has no two offers for the same days')

    const answer = await t.call('POST', `/api/bookings/${first.id}/status`, { as, body: { status: 'approved' } })
    expect([answer.status, answer.body.status]).toEqual([200, 'paid'])
    const after = (await t.call('GET', `/api/users/${me.id}/listings/bookings`, { as })).body as typeof incoming
    expect(after.find(({ id }) => id === second.id)).toMatchObject({ status: 'declined', statusReason: 'dates_taken' })
  })

  test('the planner has cards, and gets the money back when a paid booking is cancelled', async () => {
    const as = await signIn('planner')
    const me = (await t.call('GET', '/api/user', { as })).body
    const cards = (await t.call('GET', '/api/stripe/payment-methods', { as })).body.paymentMethods
    expect(cards.map((method: { card: { brand: string } }) => method.card.brand).sort()).toEqual(['mastercard', 'visa'])
    expect(cards.find(({ isDefault }: { isDefault: boolean }) => isDefault).card.last4).toBe('4242')

    const mine = (await t.call('GET', `/api/users/${me.id}/bookings`, { as })).body as { id: number; status: string }[]
    expect(new Set(mine.map(({ status }) => status))).toEqual(new Set(BOOKING_STATUSES))
    const today = todayIn(t.deps.env.timezone, t.deps.now())
    const [ahead] = (await t.deps.db.read.select().from(bookings)).filter(
      (row) => row.userId === me.id && row.status === 'paid' && row.startDate > addDays(today, 3),
    )
    const preview = (await t.call('GET', `/api/bookings/${ahead?.id}/cancel-preview`, { as })).body
    expect((await t.call('POST', `/api/bookings/${ahead?.id}/cancel`, { as })).body).toMatchObject({
      status: 'cancelled',
      refundedAmount: preview.refundAmount,
    })
  })

  test('the maker can be paid and sells things', async () => {
    const as = await signIn('maker')
    expect((await t.call('GET', '/api/stripe/connect-status', { as })).body).toMatchObject({
      hasCompletedOnboarding: true,
    })
    const me = (await t.call('GET', '/api/user', { as })).body
    expect((await t.call('GET', `/api/users/${me.id}/made-to-order`)).body.length).toBeGreaterThan(10)
  })

  test('the operator is one, by an act in the log, and nobody else is', async () => {
    const as = await signIn('operator')
    expect((await t.call('GET', '/api/user', { as })).body.isOperator).toBe(true)
    const [act, ...others] = (await t.call('GET', '/api/operator/log', { as })).body
    expect(act).toMatchObject({ operator: 'demo', act: 'grant operator', subject: 'user operator' })
    expect(others).toEqual([])
    expect(await t.deps.db.read.$count(users, eq(users.isOperator, true))).toBe(1)
  })

  test('nobody else signs in with the known password', async () => {
    for (const { username } of await t.deps.db.read.select({ username: users.username }).from(users)) {
      if (['host', 'planner', 'maker', 'operator'].includes(username)) continue
      const request = new Request(`${TEST_ORIGIN}/api/login`, {
        method: 'POST',
        headers: { origin: TEST_ORIGIN, 'content-type': 'application/json' },
        body: JSON.stringify({ username, password: 'trestle' }),
      })
      expect([username, (await t.fetch(request)).status]).toEqual([username, 401])
    }
  })
})

describe('filling', () => {
  test('an existing marketplace is left alone', async () => {
    const before = await digests(t)
    expect(await seedIfEmpty(t.deps)).toBe(false)
    expect(await digests(t)).toEqual(before)
  })

  test(
    'the same seed and instant give the same rows, and a start that was stopped half way is finished by the next',
    async () => {
      const [one, two] = await Promise.all([openTestApp(), openTestApp()])
      await seedDemo(one.deps)
      await seedDemo(two.deps)
      expect(await digests(one)).toEqual(await digests(two))

      expect(await seedIfEmpty(one.deps)).toBe(false)
      const held = (await one.deps.db.read.select().from(bookings)).filter((row) => row.paymentState === 'held')
      expect(held.length).toBe(24)
      expect(held.every((row) => row.stripePaymentIntentId && row.paymentMethodId)).toBe(true)
      await one.close()
      await two.close()
    },
    SEED_TIMEOUT_MS,
  )

  test(
    'looks alive whatever the day, and different with another seed',
    async () => {
      const photos = await storeDemoPhotos(t.deps.photos)
      const hashes = { known: 'known', unknown: 'unknown' }
      const zone = t.deps.env.timezone
      const compose = (seed: number, at: string) => composeDemo({ seed, now: new Date(at), zone, photos, hashes })
      for (const at of ['2026-11-21T17:00Z', '2027-02-28T04:30Z', '2027-03-14T07:00Z', '2028-02-29T23:59Z']) {
        const rows = compose(7, at)
        const now = new Date(at).toISOString()
        expect(new Set(rows.bookings.map(({ status }) => status))).toEqual(new Set(BOOKING_STATUSES))
        const open = rows.bookings.filter(({ status }) => status === 'pending' || status === 'approved')
        expect(open.every(({ expiresAt, payBy }) => (expiresAt ?? payBy ?? '') > now)).toBe(true)
        expect(rows.messages.every(({ createdAt }) => createdAt < now)).toBe(true)
        expect(new Set(rows.purchases.map(({ status }) => status))).toEqual(new Set(PURCHASE_STATUSES))
        expect(rows.purchaseHistory.every((entry) => entry.at <= now)).toBe(true)
      }
      const [one, other] = [compose(7, '2026-11-21T17:00Z'), compose(8, '2026-11-21T17:00Z')]
      expect(one.listings.map(({ title }) => title)).not.toEqual(other.listings.map(({ title }) => title))
    },
    SEED_TIMEOUT_MS,
  )

  test('nothing happens beside a real payment provider', async () => {
    const empty = await openTestApp()
    const live = { ...empty.deps, payments: { ...empty.deps.payments, local: null } }
    expect(await seedIfEmpty(live)).toBe(false)
    expect(await empty.deps.db.read.$count(users)).toBe(0)
    await empty.close()
  })
})

const tables = {
  messages,
  purchaseHistory,
  purchases,
  listingDays,
  bookingHistory,
  bookings,
  userBlockedDates,
  postMarks,
  inspirationPosts,
  madeToOrderItems,
  listings,
  uploads,
  users,
}

/** A short name for the content of every table; salted hashes are left out. */
async function digests(app: TestApp): Promise<Record<string, string>> {
  const entries = await Promise.all(
    Object.entries(tables).map(async ([name, table]) => {
      const rows: Record<string, unknown>[] = await app.deps.db.read.select().from(table)
      const text = JSON.stringify(rows, (key, value) => (SALTED_COLUMNS.has(key) ? undefined : value))
      return [name, createHash('sha256').update(text).digest('hex')]
    }),
  )
  return Object.fromEntries(entries)
}
