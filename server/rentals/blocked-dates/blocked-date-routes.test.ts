import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { PRESSED_HEADER } from '#schema/sync-scopes'
import { updateStep } from '../../db/steps'
import { listings } from '../../db/tables'
import { createListingRow } from '../../test-support/rental-kit'
import { signUp, type TestPerson } from '../../test-support/sign-up'
import { openTestApp, TEST_NOW, type TestApp } from '../../test-support/test-app'

let t: TestApp
let rosa: TestPerson
let ben: TestPerson

beforeAll(async () => {
  t = await openTestApp()
  rosa = await signUp(t, 'rosa')
  ben = await signUp(t, 'ben')
})
afterAll(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const block = (body: unknown, headers: Record<string, string> = {}) =>
  t.call('POST', `/api/users/${rosa.id}/blocked-dates`, { body, as: rosa.as, headers })
const free = (id: number, headers: Record<string, string> = {}) =>
  t.call('DELETE', `/api/users/${rosa.id}/blocked-dates/${id}`, { as: rosa.as, headers })
const seen = async (as?: string) =>
  (await t.call('GET', `/api/users/${rosa.id}/blocked-dates`, as ? { as } : {})).body as Record<string, unknown>[]

test('an owner blocks a range: the reason is theirs, the days are everyones', async () => {
  const answer = await block({ startDate: '2026-12-24', endDate: '2026-12-26', reason: '  With family 🎄 ' })
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual({
    id: answer.body.id,
    startDate: '2026-12-24',
    endDate: '2026-12-26',
    reason: 'With family 🎄',
    createdAt: TEST_NOW,
  })
  expect(await seen(rosa.as)).toEqual([answer.body])
  const days = [{ startDate: '2026-12-24', endDate: '2026-12-26' }]
  expect(await seen()).toEqual(days)
  expect(await seen(ben.as)).toEqual(days)
})

test('ranges come in order, and freeing one is final', async () => {
  const { id } = (await block({ startDate: '2026-12-03', endDate: '2026-12-03', reason: '' })).body
  expect((await seen()).map((range) => range.startDate)).toEqual(['2026-12-03', '2026-12-24'])
  expect((await seen(rosa.as))[0]?.reason).toBeNull()
  const gone = await free(id)
  expect([gone.status, gone.body]).toEqual([200, {}])
  expect((await seen()).length).toBe(1)
  const again = await free(id)
  expect([again.status, again.body.code]).toEqual([404, 'not_found'])
})

test('strangers are told the days of listings on show, and not even the number of any other', async () => {
  const owner = await signUp(t, 'vera')
  const path = `/api/users/${owner.id}/blocked-dates`
  const add = async (body: object) => (await t.call('POST', path, { body, as: owner.as })).body
  const days = { startDate: '2026-12-24', endDate: '2026-12-24' }
  const own = [await add(days)]
  for (const title of ['On show', 'Paused', 'Hidden', 'Deleted'])
    own.push(await add({ ...days, listingId: await createListingRow(t, owner, { title }) }))
  const seenBy = async (as?: string) => (await t.call('GET', path, as ? { as } : {})).body
  expect(await seenBy()).toHaveLength(5)
  const titled = (title: string) => eq(listings.title, title)
  await t.deps.db.write(() => [
    updateStep(listings, { available: false }, titled('Paused')),
    updateStep(listings, { hiddenAt: TEST_NOW }, titled('Hidden')),
    updateStep(listings, { deletedAt: TEST_NOW }, titled('Deleted')),
  ])
  for (const as of [undefined, ben.as])
    expect(await seenBy(as)).toEqual([days, { ...days, listingId: own[1].listingId }])
  expect(await seenBy(owner.as)).toEqual(own)
})

test.each([
  ['2026-11-30', '2026-12-02', 'startDate', 'Start date must be in the future'],
  ['2026-12-05', '2026-12-04', 'endDate', 'End date must be after start date'],
  ['2026-02-30', '2026-12-04', 'startDate', 'Please choose a date'],
  ['tomorrow', '2026-12-04', 'startDate', 'Please choose a date'],
  [20261205, '2026-12-05', 'startDate', 'Please choose a date'],
  ['2026-12-05', undefined, 'endDate', 'Please choose a date'],
])('%p to %p is refused at %p', async (startDate, endDate, field, message) => {
  const answer = await block({ startDate, endDate })
  expect([answer.status, answer.body]).toEqual([422, { code: 'validation', message, fields: { [field]: message } }])
})

test('a range wholly in the past is wrong at both ends', async () => {
  const { body } = await block({ startDate: '2026-11-01', endDate: '2026-11-02' })
  expect(body.fields).toEqual({
    startDate: 'Start date must be in the future',
    endDate: 'End date must be in the future',
  })
  const long = await block({ startDate: '2026-12-05', endDate: '2026-12-05', reason: 'x'.repeat(201) })
  expect(long.body.fields).toEqual({ reason: 'Please keep the reason under 200 characters' })
})

test('today can be blocked, in New York even when it is tomorrow in London, and years ahead too', async () => {
  const noon = t.clock.now
  t.clock.now = new Date('2026-12-02T04:30:00.000Z')
  expect((await block({ startDate: '2026-12-01', endDate: '2026-12-01' })).status).toBe(201)
  t.clock.now = new Date('2026-12-02T05:00:00.000Z')
  expect((await block({ startDate: '2026-12-01', endDate: '2026-12-01' })).status).toBe(422)
  t.clock.now = noon
  expect((await block({ startDate: '2026-12-05T00:00:00.000Z', endDate: '2031-01-01' })).body).toMatchObject({
    startDate: '2026-12-05',
    endDate: '2031-01-01',
  })
})

test('a range blocked offline is kept once, even when it arrives after its day', async () => {
  const body = { startDate: '2026-12-09', endDate: '2026-12-09', clientId: crypto.randomUUID() }
  const first = await block(body)
  const together = await Promise.all([block(body), block(body)])
  t.clock.advance(10 * 86_400_000)
  const late = await block(body)
  t.clock.advance(-10 * 86_400_000)
  for (const answer of [...together, late]) expect([answer.status, answer.body]).toEqual([201, first.body])
})

test('a range blocked before midnight arrives after it: the press counts, and its days that are left are blocked', async () => {
  const headers = { [PRESSED_HEADER]: '2026-11-30T17:00:00.000Z' }
  const range = { startDate: '2026-11-30', endDate: '2026-12-02' }
  expect((await block(range)).status).toBe(422)
  expect(await block(range, headers)).toMatchObject({ status: 201, body: range })
  expect((await block({ ...range, startDate: '2026-11-29' }, headers)).status).toBe(422)
})

test('with its key the same deletion answers the same, and another one is refused', async () => {
  const { id } = (await block({ startDate: '2026-12-11', endDate: '2026-12-11' })).body
  const headers = { 'idempotency-key': 'free-key-1' }
  const answers = [await free(id, headers), await free(id, headers)]
  for (const answer of answers) expect([answer.status, answer.body]).toEqual([200, {}])
  const other = (await block({ startDate: '2026-12-12', endDate: '2026-12-12' })).body
  expect((await free(other.id, headers)).body.code).toBe('key_reused')
})

test("nobody touches somebody else's days", async () => {
  const { id } = (await block({ startDate: '2026-12-14', endDate: '2026-12-14' })).body
  const path = `/api/users/${rosa.id}/blocked-dates`
  const body = { startDate: '2026-12-15', endDate: '2026-12-15' }
  expect((await t.call('POST', path, { body })).status).toBe(401)
  expect((await t.call('POST', path, { body, as: ben.as })).body.code).toBe('forbidden')
  expect((await t.call('DELETE', `${path}/${id}`)).status).toBe(401)
  expect((await t.call('DELETE', `${path}/${id}`, { as: ben.as })).status).toBe(403)
  expect((await t.call('DELETE', `/api/users/${ben.id}/blocked-dates/${id}`, { as: ben.as })).status).toBe(404)
  expect((await block(body, { origin: 'https://evil.example' })).body.code).toBe('cross_site')
  expect((await free(id, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await seen()).map((range) => range.startDate)).toContain('2026-12-14')
  expect((await t.call('GET', '/api/users/999/blocked-dates')).body.code).toBe('user_not_found')
})
