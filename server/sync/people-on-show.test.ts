import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Change } from '#schema/sync'
import { build, step } from '../db/steps'
import { listings, users } from '../db/tables'
import { createListingRow } from '../test-support/rental-kit'
import { signUp, signUpHost, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'

let t: TestApp
let host: TestPerson
let guest: TestPerson

beforeEach(async () => {
  t = await openTestApp()
  host = await signUpHost(t, 'rosa')
  guest = await signUp(t, 'rene')
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

/** The rows of a public scope, as a visitor's device gets them. */
async function rowsOf(scope: string): Promise<Record<string, unknown>[]> {
  const { body } = await t.call('POST', '/api/sync/pull', { body: { epoch: null, scopes: { [scope]: [0, null] } } })
  return (body.changes as Change[]).filter(({ x }) => x === undefined).map(({ d }) => d as Record<string, unknown>)
}
const names = async () => (await rowsOf('pub:u')).map(({ username }) => username)
const set = (id: number, change: Partial<typeof listings.$inferInsert>) =>
  t.deps.db.write(() => ({ value: null, steps: [step(build.update(listings).set(change).where(eq(listings.id, id)))] }))

test('a device holds the people who have something on show, as long as they have', async () => {
  expect(await names()).toEqual([])
  const first = await createListingRow(t, host)
  const second = await createListingRow(t, host)
  expect(await names()).toEqual(['rosa'])
  await set(first, { available: false })
  expect(await names()).toEqual(['rosa'])
  await set(second, { hiddenAt: '2026-12-01T00:00:00.000Z' })
  expect(await names()).toEqual([])
  await set(first, { available: true })
  expect(await names()).toEqual(['rosa'])
  await set(first, { deletedAt: '2026-12-01T00:00:00.000Z' })
  expect(await names()).toEqual([])
  // A change of the person alone brings nobody back.
  await t.call('POST', '/api/user/profile', { as: host.as, body: { description: 'Plates' } })
  expect(await names()).toEqual([])
  expect(JSON.stringify((await t.call('GET', '/api/sync/snapshot/pub:u')).body)).not.toContain('rene')
})

test('a suspended person is not on show whatever they post', async () => {
  const suspend = build.update(users).set({ suspendedAt: 'x' }).where(eq(users.id, host.id))
  await t.deps.db.write(() => ({ value: null, steps: [step(suspend)] }))
  await createListingRow(t, host)
  expect(await names()).toEqual([])
})

test('the days on which an owner is away come with their listings, and with nobody’s profile', async () => {
  await createListingRow(t, host)
  const days = { startDate: '2026-12-24', endDate: '2026-12-26' }
  const path = `/api/users/${host.id}/blocked-dates`
  const { body } = await t.call('POST', path, { as: host.as, body: { ...days, reason: 'Away' } })
  await t.call('POST', `/api/users/${guest.id}/blocked-dates`, { as: guest.as, body: days })
  expect((await rowsOf('pub:l')).map(({ away }) => away)).toEqual([[['2026-12-24', '2026-12-26']]])
  const [shown] = await rowsOf('pub:u')
  expect(Object.keys(shown ?? {}).toSorted()).toEqual(
    ['city', 'description', 'id', 'memberSince', 'neighborhood', 'profilePhoto', 'username'].toSorted(),
  )
  await t.call('DELETE', `${path}/${body.id}`, { as: host.as })
  expect((await rowsOf('pub:l')).map(({ away }) => away)).toEqual([[]])
})

test('what was taken long ago travels to nobody: ranges come from yesterday on, wherever one asks', async () => {
  await createListingRow(t, host)
  const path = `/api/users/${host.id}/blocked-dates`
  await t.call('POST', path, { as: host.as, body: { startDate: '2026-12-01', endDate: '2026-12-03' } })
  await t.call('POST', path, { as: host.as, body: { startDate: '2026-12-04', endDate: '2026-12-09' } })
  const away = async () => (await rowsOf('pub:l')).map((row) => row.away)
  t.clock.now = new Date('2026-12-05T11:00:00.000Z')
  expect(await away()).toEqual([
    [
      ['2026-12-01', '2026-12-03'],
      ['2026-12-04', '2026-12-09'],
    ],
  ])
  t.clock.now = new Date('2026-12-06T13:00:00.000Z')
  expect(await away()).toEqual([[['2026-12-04', '2026-12-09']]])
})

test('whoever has nothing on show is still found one by one', async () => {
  const { body } = await t.call('GET', `/api/users/${guest.id}`, { as: host.as })
  expect(body).toMatchObject({ id: guest.id, username: 'rene' })
})
