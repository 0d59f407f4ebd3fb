import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type SQL, sql } from 'drizzle-orm'
import { step } from '../db/steps'
import { pruneTombstones, TOMBSTONE_DAYS } from '../sync/clock'
import { SQLD } from '../test-support/database-server'
import { randomFrom } from '../test-support/hostile-photos'
import { recordReads } from '../test-support/record-reads'
import { signUp, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../test-support/test-photos'
import { searchPosts } from './search-posts'

let t: TestApp
let rosa: TestPerson

beforeEach(async () => {
  t = await openTestApp()
  rosa = await signUp(t, 'rosa')
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const search = async (words: string, as?: string) => {
  const path = `/api/inspiration?search=${encodeURIComponent(words)}`
  const { status, body } = await t.call('GET', path, as ? { as } : {})
  expect(status).toBe(200)
  return body.map(({ title }: { title: string }) => title)
}

test('a search finds posts as they are now: shared, edited, taken down, shown again, deleted', async () => {
  const words = (title: string) => ({ title, imageUrl: testPhoto('a'), tags: [] })
  await keepTestPhoto(t, rosa, 'a')
  const { body } = await t.call('POST', '/api/inspiration', { as: rosa.as, body: words('Copper lantern') })
  expect(await search('lantern')).toEqual(['Copper lantern'])
  await t.call('POST', '/api/inspiration', { as: rosa.as, body: words('Oak lantern') })
  expect(await search('lantern')).toEqual(['Oak lantern', 'Copper lantern'])
  await t.call('POST', `/api/inspiration/${body.id}`, { as: rosa.as, body: words('Copper candle') })
  expect([await search('lantern'), await search('copper')]).toEqual([['Oak lantern'], ['Copper candle']])
  const hide = (at: string | null) =>
    t.deps.db.write(() => [step(sql`UPDATE inspiration_posts SET hidden_at = ${at} WHERE id = ${body.id}`)])
  await hide(t.clock.now.toISOString())
  expect(await search('copper')).toEqual([])
  await hide(null)
  expect(await search('copper')).toEqual(['Copper candle'])
  await t.call('DELETE', `/api/inspiration/${body.id}`, { as: rosa.as })
  expect(await search('copper')).toEqual([])
})

/** How many posts a search reads the texts of. Nothing has moved when its statements are asked once more. */
async function postsRead(words: string): Promise<number> {
  const reads = await recordReads(t, () => search(words))
  const ofTexts = reads.filter(({ sql }) => sql.includes('"description"') && !sql.includes('"image_url"'))
  const results = await t.deps.db.readBatch(ofTexts)
  return results.flatMap(({ rows }) => rows.filter(({ title }) => title !== null)).length
}

test('all posts are read for the first search, for a later one those that have moved since', async () => {
  await keepTestPhoto(t, rosa, 'a')
  const post = (title: string) => ({ title, imageUrl: testPhoto('a'), tags: [] })
  const share = (title: string) => t.call('POST', '/api/inspiration', { as: rosa.as, body: post(title) })
  for (const title of ['Oak arch', 'Copper arch', 'Paper arch']) await share(title)
  expect(await postsRead('arch')).toBeGreaterThanOrEqual(3)
  expect(await postsRead('arch zzqqx wwkkv')).toBe(0)
  const { body } = await share('Willow arch')
  expect(await postsRead('arch')).toBe(1)
  await t.call('DELETE', `/api/inspiration/${body.id}`, { as: rosa.as })
  expect(await postsRead('arch')).toBe(0)
})

test('after a row of random changes a search finds the same as on a server that has just started', async () => {
  const random = randomFrom(7)
  const oneOf = <One>(list: readonly One[]) => list[Math.floor(random() * list.length)] as One
  const WORDS = ['copper', 'lantern', 'chairs', 'café', 'oak', 'arch', 'willow']
  const words = () => ({ title: `${oneOf(WORDS)} ${oneOf(WORDS)}`, imageUrl: testPhoto('a'), tags: [oneOf(WORDS)] })
  await keepTestPhoto(t, rosa, 'a')
  const ids: number[] = []
  const row = (change: SQL) => {
    const id = oneOf(ids)
    return t.deps.db.write(() => [step(sql`UPDATE inspiration_posts SET ${change} WHERE id = ${id}`)])
  }
  const changes = [
    async () => ids.push((await t.call('POST', '/api/inspiration', { as: rosa.as, body: words() })).body.id),
    () => t.call('POST', `/api/inspiration/${oneOf(ids)}`, { as: rosa.as, body: words() }),
    () => row(sql`hidden_at = ${t.clock.now.toISOString()}`),
    () => row(sql`hidden_at = NULL`),
    () => t.call('DELETE', `/api/inspiration/${oneOf(ids)}`, { as: rosa.as }),
  ]
  await changes[0]?.()
  for (let round = 0; round < 25; round++) {
    for (let times = 0; times < 3; times++) await oneOf(changes)()
    // Another object for the same database has nothing kept.
    const fresh = { ...t.deps.db }
    for (const wanted of [oneOf(WORDS), 'lantren', 'coper'])
      expect((await searchPosts(t.deps.db, wanted)).toSorted()).toEqual((await searchPosts(fresh, wanted)).toSorted())
  }
})

test('posts that went longer ago than the feed remembers are not found', async () => {
  await keepTestPhoto(t, rosa, 'a')
  const post = { title: 'Willow arch', imageUrl: testPhoto('a'), tags: [] }
  const { body } = await t.call('POST', '/api/inspiration', { as: rosa.as, body: post })
  expect(await search('willow')).toEqual(['Willow arch'])
  await t.call('DELETE', `/api/inspiration/${body.id}`, { as: rosa.as })
  await pruneTombstones(t.deps)
  t.clock.advance((TOMBSTONE_DAYS + 1) * 24 * 3_600_000)
  await pruneTombstones(t.deps)
  expect(await searchPosts(t.deps.db, 'willow')).toEqual([])
})

const manyPosts = (
  person: TestPerson,
) => sql`WITH RECURSIVE one (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM one WHERE n < 6000)
  INSERT INTO inspiration_posts (user_id, title, description, image_url, tags, created_at)
  SELECT ${person.id}, CASE n WHEN 1 THEN 'Copper' WHEN 6000 THEN 'Willow' ELSE 'Paper' END, printf('%.*c', 2000, 'x'), '', '[]', '2026-11-01T00:00:00.000Z' FROM one`

test.skipIf(!SQLD)(
  'a search finds the first and the last of more posts than an answer of a database server holds',
  async () => {
    const cluster = await openTestApp({}, { servers: 2 })
    try {
      const ben = await signUp(cluster, 'ben')
      const [one] = cluster.servers
      await one?.db.write(() => [step(manyPosts(ben))])
      const found = (words: string) => cluster.call('GET', `/api/inspiration?search=${words}`)
      expect(await found('copper')).toMatchObject({ status: 200, body: [{ title: 'Copper' }] })
      expect(await found('willow')).toMatchObject({ status: 200, body: [{ title: 'Willow' }] })
    } finally {
      await cluster.close()
    }
  },
)
