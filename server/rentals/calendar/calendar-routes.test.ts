import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { build, step } from '../../db/steps'
import { syncOps, users } from '../../db/tables'
import { fileTest } from '../../test-support/file-test'
import { recordReads } from '../../test-support/record-reads'
import { answerOffer, createListingRow, holdOffer, openRental, type Rental } from '../../test-support/rental-kit'
import { TEST_ADDRESS } from '../../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../../test-support/test-app'
import { hashOldTokens } from './calendar-service'

const DAY_MS = 86_400_000

let t: TestApp
let rental: Rental

beforeEach(async () => {
  t = await openTestApp()
  rental = await openRental(t)
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const feed = (method: 'GET' | 'POST' | 'DELETE', as = rental.renter.as, headers: Record<string, string> = {}) =>
  t.call(method, '/api/user/calendar', { as, headers })
const read = (url: string) => t.fetch(new Request(url))
const textOf = async (url: string) => (await (await read(url)).text()).replaceAll('\r\n ', '')
const urlOf = async (as = rental.renter.as): Promise<string> => (await feed('POST', as)).body.url
const cancel = (id: number) => t.call('POST', `/api/bookings/${id}/cancel`, { as: rental.renter.as })
const uids = (text: string) => [...text.matchAll(/^UID:(.+)\r$/gm)].map(([, uid]) => uid)

test('a person has no calendar until they make one, and none once they drop it', async () => {
  expect((await feed('GET')).body).toEqual({ url: null })
  const url = await urlOf()
  expect(url).toMatch(/^http:\/\/localhost:3000\/api\/calendar\/[A-Za-z0-9_-]{43}\.ics$/)
  expect((await feed('GET')).body).toEqual({ url })
  expect((await feed('GET', rental.owner.as)).body).toEqual({ url: null })
  expect((await read(url)).status).toBe(200)
  expect((await feed('DELETE')).body).toEqual({ url: null })
  expect((await feed('DELETE')).body).toEqual({ url: null })
  expect((await feed('GET')).body).toEqual({ url: null })
  expect((await read(url)).status).toBe(404)
})

test('a new address stops the old one; the same press twice is one new address', async () => {
  const first = await urlOf()
  const key = { 'idempotency-key': crypto.randomUUID() }
  const answers = [await feed('POST', rental.renter.as, key), await feed('POST', rental.renter.as, key)]
  const second = answers[0]?.body.url
  expect(second).not.toBe(first)
  expect(answers[1]?.body.url).toBe(second)
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])
})

test('the file is a calendar, for its reader alone to keep, and needs no session', async () => {
  const answer = await read(await urlOf())
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('private, max-age=300')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  const text = await answer.text()
  expect(text).toStartWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')
  expect(text).not.toContain('VEVENT')
})

test('nobody finds a calendar by guessing', async () => {
  const url = await urlOf()
  const token = url.slice(-47, -4)
  const guesses = [
    'nobody.ics',
    'null.ics',
    '.ics',
    'x',
    token,
    `${token}.ICS`,
    `${token}x.ics`,
    `${token.slice(1)}.ics`,
  ]
  for (const guess of [...guesses, `${'A'.repeat(43)}.ics`, '%00.ics', '..%2fuser', '%25.ics']) {
    const answer = await read(`${TEST_ORIGIN}/api/calendar/${guess}`)
    expect([guess, answer.status]).toEqual([guess, 404])
    expect(await answer.json()).toEqual({ code: 'not_found', message: 'We could not find that.' })
  }
  const long = await read(`${TEST_ORIGIN}/api/calendar/${'x'.repeat(101)}`)
  expect([long.status, ((await long.json()) as { code: string }).code]).toEqual([422, 'validation'])
  const suspend = build.update(users).set({ suspendedAt: 'x' }).where(eq(users.id, rental.renter.id))
  await t.deps.db.write(() => [step(suspend)])
  expect((await read(url)).status).toBe(404)
})

test('the token is told to nobody but its person, on this one call', async () => {
  const token = (await urlOf()).slice(-47, -4)
  for (const path of ['/api/user', `/api/users/${rental.renter.id}`]) {
    expect(JSON.stringify((await t.call('GET', path, { as: rental.renter.as })).body)).not.toContain(token)
  }
  const body = { epoch: null, scopes: { [`u:${rental.renter.id}`]: [0, null], 'pub:u': [0, null] } }
  const pulled = await t.call('POST', '/api/sync/pull', { as: rental.renter.as, body })
  expect(JSON.stringify(pulled.body)).not.toContain(token)
})

test('an agreed booking stands in both calendars, each with its own side; an open offer in neither', async () => {
  await t.call('POST', '/api/user/address', {
    as: rental.renter.as,
    body: { ...TEST_ADDRESS, street: '9 Hidden Lane' },
  })
  const [mine, theirs] = [await urlOf(), await urlOf(rental.owner.as)]
  const id = await holdOffer(t, rental, 'renter', { quantity: 2 })
  expect([uids(await textOf(mine)), uids(await textOf(theirs))]).toEqual([[], []])
  await answerOffer(t, rental, id, 'approved')
  const [renters, owners] = [await textOf(mine), await textOf(theirs)]
  expect(uids(renters)).toEqual([`booking-${id}-renter@localhost`])
  expect(uids(owners)).toEqual([`booking-${id}-owner@localhost`])
  expect(renters).toContain('SUMMARY:Pick up: Forty plates\r\nLOCATION:412 5th Street\\, Brooklyn\\, NY 11215\r\n')
  expect(renters).toContain(`DESCRIPTION:2 pieces\\nFrom rosa\\n${TEST_ORIGIN}/offers/${id}\r\n`)
  expect(owners).toContain('SUMMARY:Hand over: Forty plates\r\n')
  expect(owners).toContain(`DESCRIPTION:2 pieces\\nFor rene\\n`)
  for (const text of [renters, owners]) {
    expect(text).toContain('DTSTART;TZID=America/New_York:20261210T000000\r\n')
    for (const secret of ['Hidden Lane', 'person@example.com', 'Ana’s 40th', 'pm_', 'pi_'])
      expect(text).not.toContain(secret)
  }
  expect(await textOf(await urlOf(rental.rival.as))).not.toContain('VEVENT')
})

test('a booking keeps its name while it moves on, and one called off is shown as such for 30 days', async () => {
  const url = await urlOf()
  const id = await holdOffer(t, rental, 'renter')
  await answerOffer(t, rental, id, 'approved')
  const before = await textOf(url)
  t.clock.advance(1000)
  expect((await cancel(id)).status).toBe(200)
  const after = await textOf(url)
  expect(uids(after)).toEqual(uids(before))
  const sequence = (text: string) => Number(/^SEQUENCE:(\d+)/m.exec(text)?.[1])
  expect(sequence(after)).toBeGreaterThan(sequence(before))
  expect(after).toContain('STATUS:CANCELLED')
  expect(after).not.toContain('LOCATION')
  t.clock.advance(30 * DAY_MS)
  expect(uids(await textOf(url))).toHaveLength(1)
  t.clock.advance(1)
  expect(uids(await textOf(url))).toEqual([])
})

test('an offer that was withdrawn or declined never was in it', async () => {
  const url = await urlOf()
  await cancel(await holdOffer(t, rental, 'renter'))
  await answerOffer(t, rental, await holdOffer(t, rental, 'renter'), 'declined')
  expect(uids(await textOf(url))).toEqual([])
})

test('titles of every script and length come through whole', async () => {
  const title = '🎉 פתוח; «w», \\n '.padEnd(120, 'w')
  const listingId = await createListingRow(t, rental.owner, { title, timezone: 'Asia/Tokyo' })
  const url = await urlOf()
  await answerOffer(t, rental, await holdOffer(t, rental, 'renter', { listingId }), 'approved')
  const text = await textOf(url)
  const written = title.replace(/[\\;,]/g, (sign) => `\\${sign}`)
  expect(text).toContain(`SUMMARY:Pick up: ${written}\r\n`)
  expect(text).toContain('TZID:Asia/Tokyo\r\n')
})

test('making and dropping need a session, our own site and a connection', async () => {
  for (const method of ['POST', 'DELETE'] as const) {
    expect((await t.call(method, '/api/user/calendar')).status).toBe(401)
    const foreign = await feed(method, rental.renter.as, { origin: 'https://evil.example' })
    expect(foreign.body.code).toBe('cross_site')
    expect((await feed(method, rental.renter.as, { 'sync-queued': '1' })).body.code).toBe('online_only')
  }
  expect((await t.call('GET', '/api/user/calendar')).status).toBe(401)
})

fileTest('the database holds no token: not with its person, and in no receipt', async () => {
  const { url } = (await feed('POST', rental.renter.as, { 'idempotency-key': crypto.randomUUID() })).body
  const token = url.slice(-47, -4)
  await t.deps.db.readBatch([{ sql: 'PRAGMA wal_checkpoint(TRUNCATE)', args: [] }])
  const bytes = await Bun.file(join(t.deps.env.dataDir, 'trestle.db')).bytes()
  expect(Buffer.from(bytes).includes(token)).toBe(false)
  expect((await read(url)).status).toBe(200)
})

test('an address from a build that stored its token as it is keeps working, and the token is hashed at the start', async () => {
  const token = 'x'.repeat(43)
  const url = `${TEST_ORIGIN}/api/calendar/${token}.ics`
  const old = build.update(users).set({ calendarToken: token }).where(eq(users.id, rental.renter.id))
  const receipt = {
    userId: rental.renter.id,
    opId: crypto.randomUUID(),
    route: 'POST /api/user/calendar',
    bodyHash: 'x',
    status: 200,
    answer: JSON.stringify({ url }),
    at: t.clock.now.toISOString(),
  }
  await t.deps.db.write(() => [step(old), step(build.insert(syncOps).values(receipt))])
  await hashOldTokens(t.deps)
  await hashOldTokens(t.deps)
  expect((await read(url)).status).toBe(200)
  expect((await feed('GET')).body).toEqual({ url: null })
  expect(await t.deps.db.read.select().from(syncOps).where(eq(syncOps.opId, receipt.opId))).toEqual([])
  const fresh = await urlOf()
  expect([(await read(url)).status, (await read(fresh)).status]).toEqual([404, 200])
})

test('a start finds by an index that no token is left to hash, and writes nothing', async () => {
  await urlOf()
  const before = t.deps.feed.seq()
  let writes = 0
  const { db } = t.deps
  const write: typeof db.write = (plan) => {
    writes++
    return db.write(plan)
  }
  const reads = await recordReads(t, () => hashOldTokens({ ...t.deps, db: { ...db, write } }))
  const plans: string[] = []
  for (const { sql, args } of reads) {
    const [plan] = await db.readBatch([{ sql: `EXPLAIN QUERY PLAN ${sql}`, args }])
    plans.push(...(plan?.rows ?? []).map(({ detail }) => String(detail)))
  }
  expect(plans).toEqual(['SEARCH users USING COVERING INDEX users_calendar_token (calendar_token>?)'])
  expect([writes, t.deps.feed.seq()]).toEqual([0, before])
})
