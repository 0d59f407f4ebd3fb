import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { openDatabase } from '../db/client'
import { build, step } from '../db/steps'
import { inspirationPosts } from '../db/tables'
import type { Deps } from '../deps'
import { signUp, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { testPhoto } from '../test-support/test-photos'
import { noticeRestore, writeHighWater } from './clock'
import { openFeed } from './feed'

let t: TestApp
let ana: TestPerson
const opened: Deps[] = []

beforeEach(async () => {
  t = await openTestApp()
  ana = await signUp(t, 'ana')
  await addPost(t.deps)
})
afterEach(async () => {
  for (const deps of opened.splice(0)) await deps.db.close()
  await t.close()
})

async function addPost(deps: Deps): Promise<number> {
  await deps.db.write(() => ({
    value: null,
    steps: [
      step(
        build.insert(inspirationPosts).values({
          userId: ana.id,
          title: 'Gold arch',
          imageUrl: testPhoto('a'),
          tags: [],
          createdAt: t.clock.now.toISOString(),
        }),
      ),
    ],
  }))
  const newest = await deps.db.read.query.inspirationPosts.findFirst({ orderBy: (posts, { desc }) => desc(posts.id) })
  return newest?.id ?? 0
}

/** Copies the database as a backup does, while the server runs. @returns the server's parts over the copy */
async function backUp(): Promise<() => Promise<Deps>> {
  const file = join(t.deps.env.dataDir, `copy-${crypto.randomUUID()}.db`)
  const client = createClient({ url: `file:${join(t.deps.env.dataDir, 'test.db')}` })
  await client.execute({ sql: 'VACUUM INTO ?', args: [file] })
  client.close()
  return async () => {
    const db = await openDatabase(`file:${file}`)
    const deps = { ...t.deps, db, feed: await openFeed(db) }
    opened.push(deps)
    return deps
  }
}

test('a copy that has counted less far than we once had starts a new life', async () => {
  const restore = await backUp()
  const lost = await addPost(t.deps)
  const seen = t.deps.feed.seq()
  await writeHighWater(t.deps)
  const restored = await restore()
  expect(await noticeRestore(restored)).toBe(true)
  expect(restored.feed.epoch()).not.toBe(t.deps.feed.epoch())
  // Numbers given out since the copy point at other rows on devices: none is given out again.
  expect(restored.feed.seq()).toBeGreaterThan(seen)
  expect(await addPost(restored)).toBeGreaterThan(lost)
  const answer = await restored.feed.pull({ epoch: t.deps.feed.epoch(), scopes: { 'pub:p': [seen] } }, null)
  expect(answer).toMatchObject({ reset: [{ s: '*', why: 'epoch' }], changes: [] })
})

test('also a table that was empty in the copy gives out numbers that nobody has seen', async () => {
  const restore = await backUp()
  await writeHighWater({ ...t.deps, feed: { ...t.deps.feed, seq: () => t.deps.feed.seq() + 1 } })
  const restored = await restore()
  expect(await noticeRestore(restored)).toBe(true)
  const { value } = await restored.db.write(async (ids) => ({ steps: [], value: await ids.next('bookings') }))
  expect(value).toBeGreaterThan(1_000)
})

test('the new life is kept: the next start is an ordinary one', async () => {
  const restore = await backUp()
  await addPost(t.deps)
  await writeHighWater(t.deps)
  const restored = await restore()
  await noticeRestore(restored)
  const epoch = restored.feed.epoch()
  // Before the first note of the new life, and after it.
  for (const note of [false, true]) {
    if (note) await writeHighWater(restored)
    const again = await restore()
    expect(await noticeRestore(again)).toBe(false)
    expect([again.feed.epoch(), again.feed.seq()]).toEqual([epoch, restored.feed.seq()])
  }
})

test('the same copy restored a second time starts yet another life', async () => {
  const [first, second] = [await backUp(), await backUp()]
  await addPost(t.deps)
  await writeHighWater(t.deps)
  const one = await first()
  expect(await noticeRestore(one)).toBe(true)
  await addPost(one)
  await writeHighWater(one)
  const two = await second()
  expect(await noticeRestore(two)).toBe(true)
  expect(new Set([t.deps.feed.epoch(), one.feed.epoch(), two.feed.epoch()]).size).toBe(3)
})

test('an ordinary start is none: nothing noted, the same number, or further', async () => {
  expect(await noticeRestore(t.deps)).toBe(false)
  await writeHighWater(t.deps)
  expect(await noticeRestore(t.deps)).toBe(false)
  await addPost(t.deps)
  expect(await noticeRestore(t.deps)).toBe(false)
})
