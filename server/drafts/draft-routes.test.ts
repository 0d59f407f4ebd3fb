import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { syncOps } from '../db/tables'
import { keptAnswers } from '../http/limits'
import { signUp, signUpHost, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../test-support/test-photos'

const PHONE = '0193a6c1-7f2e-4b54-9a11-2d6f0c9b7a01'
const TABLET = '0193a6c1-7f2e-4b54-9a11-2d6f0c9b7a02'

let t: TestApp
let host: TestPerson
beforeEach(async () => {
  t = await openTestApp()
  host = await signUpHost(t, 'rosa')
  await keepTestPhoto(t, host, 'a')
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const edit = (value: unknown, minute: number, by = PHONE, base: string | null = null) => ({
  value,
  at: `2026-12-01T12:${String(minute).padStart(2, '0')}:00.000Z`,
  by,
  base,
})
const put = (key: string, fields: Record<string, unknown>, person = host, headers: Record<string, string> = {}) =>
  t.call('POST', `/api/user/drafts/${key}`, { as: person.as, body: { kind: 'listing', fields }, headers })
const drafts = async (person = host) => (await t.call('GET', '/api/user/drafts', { as: person.as })).body
const listing = (clientId: string) => ({
  title: 'Forty plates',
  description: 'Speckled.',
  price: 12,
  mainImage: testPhoto('a'),
  clientId,
})

test('edits of two devices meet field by field; of a clash both versions stay', async () => {
  const key = crypto.randomUUID()
  await put(key, { title: edit('Plates', 1), price: edit('12', 1) })
  const { body } = await put(key, { title: edit('Bowls', 2, TABLET), terms: edit('Clean', 2, TABLET) })
  expect(body.fields).toMatchObject({ title: { value: 'Bowls' }, price: { value: '12' }, terms: { value: 'Clean' } })
  expect(body.others.title).toMatchObject([{ value: 'Plates', by: PHONE }])
  expect(await drafts()).toMatchObject([{ key, kind: 'listing' }])
})

test('the same edit under the same key is taken once', async () => {
  const key = crypto.randomUUID()
  const once = { 'idempotency-key': crypto.randomUUID() }
  const [first, second] = await Promise.all([1, 2].map(() => put(key, { title: edit('Plates', 1) }, host, once)))
  expect(second?.body).toEqual(first?.body)
  expect(await drafts()).toHaveLength(1)
})

test('a receipt keeps no copy of the draft: a repeat of a save is answered with what stands', async () => {
  const key = crypto.randomUUID()
  const once = { 'idempotency-key': crypto.randomUUID() }
  const long = 'x'.repeat(5_000)
  await put(key, { description: edit(long, 1) }, host, once)
  const [{ kept } = { kept: -1 }] = await t.deps.db.read
    .select({ kept: sql<number>`sum(length(answer))` })
    .from(syncOps)
  expect(kept).toBe(0)
  await put(key, { title: edit('Plates', 2) })
  const again = await put(key, { description: edit(long, 1) }, host, once)
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
  expect(again.body).toEqual((await drafts())[0])
  // Thrown away since, the draft is still answered, without its words.
  await t.call('DELETE', `/api/user/drafts/${key}`, { as: host.as })
  expect((await put(key, { description: edit(long, 1) }, host, once)).body.fields).toEqual({})
})

test('publishing ends the draft, and an edit that comes late does not bring it back', async () => {
  const [early, late] = [crypto.randomUUID(), crypto.randomUUID()]
  await put(early, { title: edit('Plates', 1) })
  for (const key of [early, late]) {
    expect((await t.call('POST', '/api/listings', { as: host.as, body: listing(key) })).status).toBe(201)
    expect((await put(key, { title: edit('Plates, big', 2) })).status).toBe(200)
  }
  expect(await drafts()).toEqual([])
})

test('thrown away is thrown away; a second time there is nothing', async () => {
  const key = crypto.randomUUID()
  await put(key, { title: edit('Plates', 1) })
  const drop = () => t.call('DELETE', `/api/user/drafts/${key}`, { as: host.as })
  expect([(await drop()).status, (await drop()).status]).toEqual([200, 404])
  await put(key, { title: edit('Plates', 2) })
  expect(await drafts()).toEqual([])
})

test('nobody reads or writes another’s draft', async () => {
  const key = crypto.randomUUID()
  const other = await signUp(t, 'rene')
  await put(key, { title: edit('Plates', 1) })
  expect((await put(key, { title: edit('Mine', 2) }, other)).body.code).toBe('not_found')
  expect((await t.call('DELETE', `/api/user/drafts/${key}`, { as: other.as })).status).toBe(404)
  expect(await drafts(other)).toEqual([])
})

test.each([
  ['a word as a key', 'mine', {}],
  ['no instant', crypto.randomUUID(), { title: { value: 'x', at: 'today', by: PHONE, base: null } }],
  ['no device', crypto.randomUUID(), { title: { value: 'x', at: '2026-12-01T12:00:00.000Z', by: '', base: null } }],
  ['a book', crypto.randomUUID(), { title: edit('x'.repeat(200_001), 1) }],
])('%s is refused', async (_, key, fields) => {
  expect((await put(key, fields)).status).toBe(422)
})

test('a draft does not grow without end, and neither do the answers that are kept of it', async () => {
  const key = crypto.randomUUID()
  const long = 'x'.repeat(150_000)
  const from = '203.0.113.7'
  const send = (fields: Record<string, unknown>) =>
    t.call('POST', `/api/user/drafts/${key}`, {
      as: host.as,
      from,
      body: { kind: 'listing', fields },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
  const statuses: number[] = []
  for (let nth = 0; nth < 5; nth++) statuses.push((await send({ [`part ${nth}`]: edit(long, nth) })).status)
  expect(statuses).toEqual([200, 200, 200, 422, 422])
  let answered = 0
  while ((await send({ title: edit(`Plates ${answered}`, 30) })).status === 200) answered++
  const [kept] = await t.deps.db.read.select({ chars: sql<number>`sum(length(answer))` }).from(syncOps)
  expect(kept?.chars).toBeLessThan((keptAnswers.atOnce + 1_000) * 1_000)
  expect((await send({ title: edit('Plates', 31) })).status).toBe(429)
}, 30_000)
