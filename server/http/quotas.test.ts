import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { createApp } from '../app'
import type { Db } from '../db/client'
import { build, step } from '../db/steps'
import {
  boards,
  bookings,
  drafts,
  inspirationPosts,
  listings,
  madeToOrderItems,
  messages,
  purchases,
  questionMessages,
  reports,
  uploads,
  userBlockedDates,
  users,
} from '../db/tables'
import { linkToken } from '../mail/account-links'
import { findLink } from '../mail/mail-queries'
import { DELIVERY_ADDRESS, newItem } from '../test-support/order-kit'
import { holdOffer, makeOffer, openRental, type Rental } from '../test-support/rental-kit'
import { cookieOf, TEST_PASSWORD } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../test-support/test-photos'
import { grayPng } from '../test-support/test-pictures'
import { type Limits, quotaLimits, unprovenPhotos } from './limits'

const DAY_MS = 86_400_000
const PHOTO = testPhoto('a')
const ITEM = newItem()
let pictures = 10
let reported = 1_000

/** How one looks that counts for the day and no longer among all, where both limits are near to each other. */
const OVER: Record<string, Record<string, unknown>> = {
  offer: { status: 'cancelled' },
  order: { status: 'cancelled' },
  report: { closedAt: '2026-12-01T17:00:00.000Z' },
  draft: { deletedAt: '2026-12-01T17:00:00.000Z' },
}

let t: TestApp
let rental: Rental
beforeEach(async () => {
  t = await openTestApp()
  rental = await openRental(t)
  const older = build.update(listings).set({ createdAt: '2026-01-01T00:00:00.000Z' })
  await t.deps.db.write(() => [step(older)])
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

type Answer = { status: number; body: { code?: string; message?: string }; headers: Headers }
const post = (path: string, body: unknown, as = rental.owner.as) =>
  t.call('POST', path, { as, body }) as Promise<Answer>

async function uploadOne(as = rental.owner.as): Promise<Answer> {
  const form = new FormData()
  // Another width each time, or the photo is known already.
  form.append('file', new Blob([grayPng(pictures++, 10)]), 'photo.png')
  const headers = { cookie: as }
  const answer = await t.fetch(new Request(`${TEST_ORIGIN}/api/upload`, { method: 'POST', headers, body: form }))
  return { status: answer.status, body: (await answer.json()) as Answer['body'], headers: answer.headers }
}

/** Copies of a row, each as if made by the same person at the same moment. */
async function multiply(table: SQLiteTable, count: number, changes: Record<string, unknown> = {}): Promise<void> {
  const [row] = (await t.deps.db.read.select().from(table)).slice(-1) as Record<string, unknown>[]
  const copy = () => {
    const { id: _, ...rest } = row ?? {}
    return {
      ...rest,
      ...('clientId' in rest && { clientId: null }),
      ...('key' in rest && { key: crypto.randomUUID() }),
      ...('subjectId' in rest && { subjectId: reported++ }),
      ...('sha256' in rest && { sha256: crypto.randomUUID() }),
      ...('stripePaymentIntentId' in rest && { stripePaymentIntentId: null }),
      ...changes,
    }
  }
  for (let left = count; left > 0; left -= 200) {
    const rows = Array.from({ length: Math.min(left, 200) }, copy)
    await t.deps.db.write(() => rows.map((one) => step(build.insert(table).values(one as never))))
  }
}

const makers = {
  listing: {
    table: listings,
    make: withPhotos(() =>
      post('/api/listings', { title: 'Plates', description: 'Forty.', price: '12', mainImage: PHOTO }),
    ),
  },
  item: { table: madeToOrderItems, make: withPhotos(() => post('/api/made-to-order', ITEM)) },
  post: {
    table: inspirationPosts,
    make: withPhotos(() => post('/api/inspiration', { title: 'A table', imageUrl: PHOTO })),
  },
  board: { table: boards, make: () => post(`/api/user/boards/${crypto.randomUUID()}`, { name: 'Wedding' }) },
  draft: {
    table: drafts,
    make: () => post(`/api/user/drafts/${crypto.randomUUID()}`, { kind: 'item', fields: {} }),
  },
  blockedRange: {
    table: userBlockedDates,
    make: () => post(`/api/users/${rental.owner.id}/blocked-dates`, { startDate: '2027-01-01', endDate: '2027-01-02' }),
  },
  upload: { table: uploads, make: () => uploadOne() },
  offer: { table: bookings, make: () => makeOffer(t, rental, 'renter') as Promise<Answer> },
  order: { table: purchases, make: order },
  message: { table: messages, make: say },
  question: {
    table: questionMessages,
    make: () => post('/api/questions', { content: 'Hello', listingId: rental.listingId }, rental.renter.as),
  },
  report: { table: reports, make: report },
} satisfies Partial<Record<keyof typeof quotaLimits, { table: SQLiteTable; make: () => Promise<Answer> }>>

/** Photos of things that are made have been uploaded. */
function withPhotos(make: () => Promise<Answer>): () => Promise<Answer> {
  return async () => {
    await keepTestPhoto(t, rental.owner, 'a', 'b')
    return make()
  }
}

async function order(): Promise<Answer> {
  const items = await t.deps.db.read.select().from(madeToOrderItems)
  if (items.length === 0) await makers.item.make()
  return post('/api/made-to-order/1/purchase', { deliveryAddress: DELIVERY_ADDRESS }, rental.renter.as)
}

/** Each about another post. */
async function report(): Promise<Answer> {
  const id = reported++
  const row = {
    id,
    userId: rental.owner.id,
    title: 'Arch',
    imageUrl: PHOTO,
    tags: [],
    createdAt: '2026-01-01T00:00:00Z',
  }
  await t.deps.db.write(() => [step(build.insert(inspirationPosts).values(row))])
  return post('/api/reports', { kind: 'post', id, reason: 'spam' }, rental.renter.as)
}

async function say(): Promise<Answer> {
  const known = await t.deps.db.read.select().from(bookings)
  if (known.length === 0) await holdOffer(t, rental, 'renter')
  return post('/api/bookings/1/messages', { content: 'Hello' }, rental.renter.as)
}

describe.each(Object.entries(makers))('%s', (name, { table, make }) => {
  const { aDay, inAll, several } = quotaLimits[name as keyof typeof makers]

  test('beyond the limit of a day: refused until there is room again, in words', async () => {
    expect((await make()).status).toBeLessThan(202)
    await multiply(table, aDay.young - 2, OVER[name] ?? {})
    t.clock.advance(3_600_000)
    expect((await make()).status).toBeLessThan(202)
    const refused = await make()
    expect([refused.status, refused.body.code]).toEqual([429, 'daily_limit'])
    expect(refused.headers.get('retry-after')).toBe(String((DAY_MS - 3_600_000) / 1000))
    expect(refused.body.message).toStartWith(`The limit for one day is ${aDay.young} ${several}. The next `)
    expect(refused.body.message).toEndWith('can be sent on Wednesday, 12:00 PM EST.')
    t.clock.advance(DAY_MS - 3_600_000)
    expect((await make()).status).toBeLessThan(202)
  })

  test('beyond the limit of all: refused for good', async () => {
    expect((await make()).status).toBeLessThan(202)
    const open = name === 'order' ? { status: 'pending' } : {}
    await multiply(table, inAll.young, { ...open, createdAt: '2026-01-01T00:00:00.000Z' })
    const refused = await make()
    expect([refused.status, refused.body.code]).toEqual([409, 'too_many_kept'])
    expect(refused.body.message).toContain('the most that your account can have now')
  })
})

test('an account that is older than a week may make more', async () => {
  const { young, older } = quotaLimits.board.aDay
  await makers.board.make()
  await multiply(boards, young - 1, { deletedAt: t.deps.now().toISOString() })
  expect((await makers.board.make()).status).toBe(429)
  const born = new Date(t.deps.now().getTime() - 7 * DAY_MS).toISOString()
  const age = build.update(users).set({ createdAt: born }).where(eq(users.id, rental.owner.id))
  await t.deps.db.write(() => [step(age)])
  expect((await makers.board.make()).status).toBe(200)
  await multiply(boards, older - young - 1)
  expect((await makers.board.make()).status).toBe(429)
})

test('nobody else’s things count, and neither does a repeat', async () => {
  for (const maker of [rental.owner, rental.renter]) await keepTestPhoto(t, maker, 'a', 'b')
  const key = crypto.randomUUID()
  const body = { ...ITEM, clientId: key }
  expect((await post('/api/made-to-order', body)).status).toBe(201)
  await multiply(madeToOrderItems, quotaLimits.item.aDay.young - 1)
  expect((await post('/api/made-to-order', body)).status).toBe(201)
  expect((await post('/api/made-to-order', { ...ITEM, clientId: crypto.randomUUID() })).status).toBe(429)
  expect((await post('/api/made-to-order', ITEM, rental.renter.as)).status).toBe(201)
})

test('photos count by their bytes too, and one that is kept already counts for nothing', async () => {
  const first = grayPng(9, 9)
  const send = async () => {
    const form = new FormData()
    form.append('file', new Blob([first]), 'photo.png')
    const headers = { cookie: rental.owner.as }
    return t.fetch(new Request(`${TEST_ORIGIN}/api/upload`, { method: 'POST', headers, body: form }))
  }
  expect((await send()).status).toBe(201)
  await multiply(uploads, 1, { bytes: quotaLimits.uploadMegabytes.aDay.young * 1_000_000 - 500 })
  const refused = await uploadOne()
  expect([refused.status, refused.body.code]).toEqual([429, 'daily_limit'])
  expect(refused.body.message).toStartWith('The limit for one day is 150 megabytes of photos.')
  expect((await send()).status).toBe(201)
  t.clock.advance(DAY_MS)
  expect((await uploadOne()).status).toBe(201)
  await multiply(uploads, 1, {
    bytes: quotaLimits.uploadMegabytes.inAll.young * 1_000_000,
    createdAt: '2026-01-01T00:00:00.000Z',
  })
  expect((await uploadOne()).body.code).toBe('too_many_kept')
})

describe('photos of an account whose address waits for its confirmation', () => {
  /** Somebody with one photo, and how they confirm their address. */
  const signUpNina = async () => {
    const body = { username: 'nina', password: TEST_PASSWORD, email: 'nina@example.com' }
    const registered = await t.call('POST', '/api/register', { body })
    const as = cookieOf(registered.headers)
    expect((await uploadOne(as)).status).toBe(201)
    const confirm = async () => {
      await t.call('POST', '/api/user/email/link', { as })
      const link = await findLink(t.deps.db, registered.body.id, 'verify')
      const token = link && linkToken(t.deps.env.dataDir, link)
      expect((await t.call('POST', '/api/email-link', { body: { token } })).status).toBe(200)
    }
    return { as, confirm }
  }

  test('are fewer, and wait for the link that was mailed', async () => {
    const { as, confirm } = await signUpNina()
    await multiply(uploads, unprovenPhotos.aDay - 2)
    expect((await uploadOne(as)).status).toBe(201)
    const refused = await uploadOne(as)
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([403, 'unverified', '900'])
    expect(refused.body.message).toBe(
      'Until your email address is confirmed, the limit for one day is 40 photos. Please open the link in the mail that we sent you.',
    )
    t.clock.advance(DAY_MS)
    expect((await uploadOne(as)).status).toBe(201)
    await multiply(uploads, unprovenPhotos.aDay)
    await confirm()
    expect((await uploadOne(as)).status).toBe(201)
  })

  test('have fewer megabytes', async () => {
    const { as, confirm } = await signUpNina()
    await multiply(uploads, 1, { bytes: unprovenPhotos.megabytesADay * 1_000_000 - 500 })
    const refused = await uploadOne(as)
    expect([refused.status, refused.body.code]).toEqual([403, 'unverified'])
    expect(refused.body.message).toStartWith(
      'Until your email address is confirmed, the limit for one day is 15 megabytes of photos.',
    )
    await confirm()
    expect((await uploadOne(as)).status).toBe(201)
  })

  test('are as many as those of others on a server that sends no mail', async () => {
    await t.close()
    t = await openTestApp({ MAIL: 'off' })
    const { as } = await signUpNina()
    await multiply(uploads, unprovenPhotos.aDay)
    expect((await uploadOne(as)).status).toBe(201)
  })
})

test('a range that is blocked and freed again and again counts each time', async () => {
  const { young } = quotaLimits.blockedRange.aDay
  const path = `/api/users/${rental.owner.id}/blocked-dates`
  for (let nth = 0; nth < young; nth++) {
    const { body } = await post(path, { startDate: '2027-01-01', endDate: '2027-01-02' })
    const freed = await t.call('DELETE', `${path}/${(body as { id: number }).id}`, { as: rental.owner.as })
    expect(freed.status).toBe(200)
  }
  const refused = await makers.blockedRange.make()
  expect([refused.status, refused.body.code]).toEqual([429, 'daily_limit'])
})

const browser = (nth: number) => ({
  endpoint: `https://updates.push.services.mozilla.com/${nth}`,
  keys: {
    p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    auth: 'tBHItJI5svbpez7KI4CCXg',
  },
})

test('browsers that are notified are limited by the day', async () => {
  const subscribe = (nth: number) => post('/api/user/push', browser(nth))
  const { young } = quotaLimits.subscription.aDay
  const statuses = new Set<number>()
  for (let nth = 0; nth < young; nth++) statuses.add((await subscribe(nth)).status)
  expect(statuses).toEqual(new Set([200]))
  const refused = await subscribe(young)
  expect([refused.status, refused.body.code]).toEqual([429, 'daily_limit'])
})

test.each([
  ['a range', () => `/api/users/${rental.owner.id}/blocked-dates`, { startDate: '2027-01-01', endDate: '2027-01-02' }],
  ['a person', () => `/api/users/${rental.renter.id}/block`, {}],
  ['a browser', () => '/api/user/push', browser(0)],
])('%s counts once for the day, however often its write runs', async (_, path, body) => {
  const { db, limits } = t.deps
  const write: Db['write'] = (plan) =>
    db.write(async (ids) => {
      await plan(ids)
      return plan(ids)
    })
  const counted: string[] = []
  const count: Limits['count'] = (key, rate) => {
    counted.push(key)
    return limits.count(key, rate)
  }
  const app = createApp({ ...t.deps, db: { ...db, write }, limits: { ...limits, count } })
  const headers = { cookie: rental.owner.as, origin: TEST_ORIGIN, 'content-type': 'application/json' }
  const request = new Request(TEST_ORIGIN + path(), { method: 'POST', headers, body: JSON.stringify(body) })
  expect((await app.handle(request)).status).toBeLessThan(300)
  expect(counted.filter((key) => key.endsWith(`/person/${rental.owner.id}`))).toHaveLength(1)
})
