import { afterEach, beforeEach, expect, test } from 'bun:test'
import { build, step } from '../db/steps'
import { inspirationPosts } from '../db/tables'
import { signUp } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { testPhoto } from '../test-support/test-photos'
import { heavyReads } from './limits'

const POSTS = 120
const CROWD = 40

let t: TestApp
let poster: Awaited<ReturnType<typeof signUp>>

beforeEach(async () => {
  t = await openTestApp()
  poster = await signUp(t, 'rosa')
  const post = { userId: poster.id, title: 'Arch', description: 'x'.repeat(900), imageUrl: testPhoto('a'), tags: [] }
  const createdAt = t.clock.now.toISOString()
  const steps = Array.from({ length: POSTS }, () => step(build.insert(inspirationPosts).values({ ...post, createdAt })))
  await t.deps.db.write(() => steps)
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const pull = (from: string, as?: string) =>
  t.call('POST', '/api/sync/pull', { from, body: { epoch: null, scopes: { 'pub:p': [0, null] } }, ...(as && { as }) })
const posts = (from: string) => t.call('GET', `/api/users/${poster.id}/inspiration`, { from })

test.each([
  ['pulls everything', pull],
  ['asks for a long list', posts],
])('a stranger who %s again and again waits behind whoever comes for the first time', async (_, ask) => {
  let done = 0
  const crowd = Array.from({ length: CROWD }, async () => {
    const { status } = await ask('198.51.100.1')
    done++
    return status
  })
  // The stranger's first ones are under way.
  await crowd[0]
  const before = done
  expect((await ask('203.0.113.1')).status).toBe(200)
  expect(done - before).toBeLessThanOrEqual(2 * heavyReads.atOnce)
  expect(new Set(await Promise.all(crowd))).toEqual(new Set([200]))
})

test('a person counts as one from wherever they ask', async () => {
  let done = 0
  const crowd = Array.from({ length: CROWD }, (_, nth) => pull(`198.51.100.${nth}`, poster.as).then(() => done++))
  await crowd[0]
  const before = done
  expect((await pull('203.0.113.1')).status).toBe(200)
  expect(done - before).toBeLessThanOrEqual(2 * heavyReads.atOnce)
  await Promise.all(crowd)
})

test('nobody who pulls waits behind searches that take long', async () => {
  let done = 0
  // The threads are busy for so long that no search ends before the pull.
  const counting = `WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 3000000) SELECT count(*) FROM n`
  const busy = Array.from({ length: 4 }, () => t.deps.db.readLong([{ sql: counting, args: [] }]))
  const searches = Array.from({ length: heavyReads.atOnce }, async (_, nth) => {
    const { status } = await t.call('GET', '/api/search?text=arch', { from: `198.51.100.${nth}` })
    done++
    return status
  })
  expect((await pull('203.0.113.1')).status).toBe(200)
  expect(done).toBe(0)
  expect(await Promise.all(searches)).toEqual(searches.map(() => 200))
  await Promise.all(busy)
})
