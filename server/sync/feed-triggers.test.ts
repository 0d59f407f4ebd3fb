import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import type { Db } from '../db/client'
import { openDatabase } from '../db/open-database'
import { build, guard, step } from '../db/steps'
import { inspirationPosts, postMarks, users } from '../db/tables'
import { prepareDatabase } from '../prepare-database'
import { testPhoto } from '../test-support/test-photos'
import { syncedTables } from './feed-triggers'

const folder = mkdtempSync(join(tmpdir(), 'trestle-feed-'))
const url = `file:${join(folder, 'feed.db')}`
let db: Db

const person = (username: string) => ({
  username,
  usernameKey: username,
  email: `${username}@example.com`,
  passwordHash: '-',
  createdAt: '2026-12-01T00:00:00.000Z',
})

const post = {
  userId: 1,
  title: 'Gold arch',
  imageUrl: testPhoto('a'),
  tags: [],
  createdAt: '2026-12-01T00:00:00.000Z',
}

beforeAll(async () => {
  await prepareDatabase(url)
  db = await openDatabase(url)
  await db.write(() => ({ value: null, steps: [step(build.insert(users).values([person('ana'), person('bo')]))] }))
  await db.write(() => ({
    value: null,
    steps: [step(build.insert(inspirationPosts).values(post))],
  }))
})

afterAll(async () => {
  await db.close()
  rmSync(folder, { recursive: true, force: true })
})

async function rows(text: string): Promise<Record<string, unknown>[]> {
  const [result] = await db.readBatch([{ sql: text, args: [] }])
  return (result?.rows ?? []).map((row) => ({ ...row }))
}

async function feed(): Promise<string[]> {
  return (await rows('SELECT scope, coll, rid, del FROM sync_feed ORDER BY seq')).map(
    (row) => `${row.scope} ${row.coll} ${row.rid} ${row.del}`,
  )
}

/** The newest entries; which of one write comes first is SQLite's affair. */
async function newest(count: number): Promise<string[]> {
  return (await feed()).slice(-count).toSorted()
}

const like = (userId: number) =>
  step(build.insert(postMarks).values({ kind: 'like', postId: 1, userId, createdAt: '2026-12-01T00:00:00.000Z' }))

describe('the change feed', () => {
  test('every table is STRICT', async () => {
    const loose = await rows(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_\\_%' ESCAPE '\\'",
    )
    expect(loose).toEqual([])
  })

  test('a person appears to themselves, and to everyone while they have something on show', async () => {
    expect(await newest(8)).toEqual([
      'pub:p post 1 0',
      'pub:p:2026-12 post 1 0',
      'pub:s stat 1 0',
      'pub:s:2026-12 stat 1 0',
      'pub:u person 1 0',
      'pub:u:elsewhere person 1 0',
      'u:1 me 1 0',
      'u:2 me 2 0',
    ])
  })

  test.each(syncedTables)('a write to %s outside db.write is refused', async (table) => {
    const attempt = db.batch([{ sql: `INSERT INTO ${table} DEFAULT VALUES`, args: [] }])
    expect(attempt).rejects.toThrow('write outside the change feed')
  })

  test('a like is a mark of its person and a new count for all; taking it back leaves a tombstone of the mark alone', async () => {
    await db.write(() => ({ value: null, steps: [like(2)] }))
    expect(await newest(3)).toEqual(['pub:s stat 1 0', 'pub:s:2026-12 stat 1 0', 'u:2 mark like/1 0'])
    await db.write(() => ({ value: null, steps: [step(build.delete(postMarks))] }))
    expect(await newest(3)).toEqual(['pub:s stat 1 0', 'pub:s:2026-12 stat 1 0', 'u:2 mark like/1 1'])
  })

  test('deleting a post leaves tombstones where it was seen, and its author had nothing else on show', async () => {
    await db.write(() => ({
      value: null,
      steps: [step(build.update(inspirationPosts).set({ deletedAt: '2026-12-02T00:00:00.000Z' }))],
    }))
    expect(await newest(6)).toEqual([
      'pub:p post 1 1',
      'pub:p:2026-12 post 1 1',
      'pub:s stat 1 1',
      'pub:s:2026-12 stat 1 1',
      'pub:u person 1 1',
      'pub:u:elsewhere person 1 1',
    ])
  })

  test('what changes for nobody spends no number: a tombstone that stands already, a row that nobody holds', async () => {
    const at = async () => Number((await rows('SELECT seq FROM sync_clock'))[0]?.seq)
    const before = await at()
    const rewrite = () => step(build.update(inspirationPosts).set({ title: 'Rewritten' }))
    await db.write(() => ({ value: null, steps: [rewrite(), rewrite()] }))
    expect(await at()).toBe(before)
    const hidden = { ...post, hiddenAt: '2026-12-02T00:00:00.000Z' }
    await db.write(() => ({ value: null, steps: [step(build.insert(inspirationPosts).values(hidden))] }))
    expect(await at()).toBe(before)
    // Each number has its entry: what was counted is what devices can hear of.
    expect(await rows('SELECT max(seq) AS seq FROM sync_feed')).toEqual([{ seq: before }])
  })

  test('count and sum per scope agree with the feed after any of this', async () => {
    const kept = await rows('SELECT scope, n, sum, head FROM sync_scopes ORDER BY scope')
    const counted = await rows(
      'SELECT scope, SUM(del = 0) AS n, SUM(CASE WHEN del = 0 THEN seq ELSE 0 END) AS sum, MAX(seq) AS head FROM sync_feed GROUP BY scope ORDER BY scope',
    )
    expect(kept).toEqual(counted)
  })

  test('numbers are unique, and the clock is closed again', async () => {
    const [numbers] = await rows('SELECT COUNT(*) = COUNT(DISTINCT seq) AS all_unique FROM sync_feed')
    expect(numbers?.all_unique).toBe(1)
    expect((await rows('SELECT open FROM sync_clock'))[0]?.open).toBe(0)
  })

  test('a guard that does not hold undoes its whole batch and says why', async () => {
    const before = await feed()
    const attempt = db.write(() => ({
      value: null,
      steps: [step(build.insert(users).values(person('cleo'))), guard(sql`1 = 0`, new Refusal('dates_taken'))],
    }))
    expect(attempt).rejects.toThrow(new Refusal('dates_taken'))
    await attempt.catch(() => undefined)
    expect(await feed()).toEqual(before)
    expect((await rows('SELECT open FROM sync_clock'))[0]?.open).toBe(0)
  })

  test('an unknown truth counts as a guard that does not hold', async () => {
    const attempt = db.write(() => ({ value: null, steps: [guard(sql`NULL`, new Refusal('busy'))] }))
    expect(attempt).rejects.toThrow(new Refusal('busy'))
  })
})

test('a start looks through the rows only after another build has changed the triggers', async () => {
  const own = `file:${join(folder, 'starts.db')}`
  await prepareDatabase(own)
  const other = await openDatabase(own)
  await other.write(() => ({ value: null, steps: [step(build.insert(users).values(person('cy')))] }))
  const run = async (text: string) => (await other.batch([{ sql: text, args: [] }]))[0]?.rows.length
  const entries = () => run('SELECT 1 FROM sync_feed')
  await run('DELETE FROM sync_feed')
  await prepareDatabase(own)
  expect(await entries()).toBe(0)
  await run('DROP TRIGGER sync_users_feed_1_INSERT')
  await prepareDatabase(own)
  expect(await entries()).toBe(1)
  await run('DELETE FROM sync_feed')
  await prepareDatabase(own)
  expect(await entries()).toBe(0)
  await other.close()
})
