import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import type { Change, Cursor, PullAnswer } from '#schema/sync'
import { MISSED_MAX } from '#schema/sync-scopes'
import { build, step } from '../db/steps'
import { inspirationPosts, postMarks, users } from '../db/tables'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { testPhoto } from '../test-support/test-photos'
import { pruneTombstones, TOMBSTONE_DAYS } from './clock'
import { liveRows } from './feed'
import { readClock } from './history'

let t: TestApp
let ana: number
let bo: number

/** Writers keep the machine busy on purpose. */
const BUSY_LIMIT_MS = 30_000
const NOW = '2026-12-01T17:00:00.000Z'

beforeEach(async () => {
  t = await openTestApp()
  ana = await addPerson('ana')
  bo = await addPerson('bo')
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

async function write(...queries: Parameters<typeof step>[0][]): Promise<number> {
  return (await t.deps.db.write(() => ({ value: null, steps: queries.map((query) => step(query)) }))).seq
}

async function addPerson(username: string): Promise<number> {
  const { value } = await t.deps.db.write(async (ids) => {
    const id = await ids.next('users')
    const row = { id, username, usernameKey: username, email: 'a@example.com', passwordHash: '-', createdAt: NOW }
    return { value: id, steps: [step(build.insert(users).values(row))] }
  })
  return value
}
const describeAs = (id: number, description: string) => build.update(users).set({ description }).where(eq(users.id, id))
const row = (id: number) => ({
  id,
  userId: ana,
  title: `Post ${id}`,
  imageUrl: testPhoto('a'),
  tags: [],
  createdAt: NOW,
})
const post = (id: number) => build.insert(inspirationPosts).values(row(id))
const retitled = (id: number, title: string) => build.insert(inspirationPosts).values({ ...row(id), title })
const retitle = (id: number, title: string) =>
  build.update(inspirationPosts).set({ title }).where(eq(inspirationPosts.id, id))
const remove = (id: number) => build.update(inspirationPosts).set({ deletedAt: NOW }).where(eq(inspirationPosts.id, id))
const like = (userId: number, postId: number) =>
  build.insert(postMarks).values({ kind: 'like', postId, userId, createdAt: NOW })
const unlike = (userId: number, postId: number) =>
  build.delete(postMarks).where(and(eq(postMarks.userId, userId), eq(postMarks.postId, postId)))

const pull = (
  scopes: Record<string, Cursor>,
  { userId = ana as number | null, epoch = t.deps.feed.epoch() as string | null, limit = 500, ...further } = {} as {
    userId?: number | null
    epoch?: string | null
    limit?: number
    bytes?: number
    newest?: true
  },
) => t.deps.feed.pull({ epoch, scopes, limit, ...further }, userId)
const named = ({ c, i, x }: Change) => `${x ? '-' : ''}${c} ${i}`

/** Lets so many days pass, with the daily work of the first and of the last. */
async function pruneAfter(days: number): Promise<void> {
  await pruneTombstones(t.deps)
  t.clock.advance(days * 86_400_000)
  await pruneTombstones(t.deps)
}

describe('pages', () => {
  test('come in the order of their numbers over all scopes, cut at one number, until nothing is left', async () => {
    await write(post(1), post(2))
    await write(like(ana, 1))
    const all = await pull({ 'pub:p': [0], 'pub:s': [0], [`u:${ana}`]: [0] })
    expect(all.more).toBe(false)
    expect(all.changes.map(({ q }) => q)).toEqual(all.changes.map(({ q }) => q).toSorted((a, b) => a - b))
    expect(all.to).toBe(t.deps.feed.seq())
    for (const limit of [1, 2, 3]) {
      const pages: PullAnswer[] = []
      let at = 0
      do {
        const from = at === 0 ? null : all.to
        const page = await pull({ 'pub:p': [at, from], 'pub:s': [at, from], [`u:${ana}`]: [at, from] }, { limit })
        expect(page.changes.length).toBeLessThanOrEqual(limit)
        for (const { q } of page.changes) expect(q).toBeGreaterThan(at)
        // Nothing of a later number is in this page, nothing of an earlier one is missing from it.
        expect(page.changes.filter(({ q }) => q > page.to)).toEqual([])
        pages.push(page)
        at = page.to
      } while (pages.at(-1)?.more)
      expect(pages.flatMap(({ changes }) => changes)).toEqual(all.changes)
      expect(pages.at(-1)?.to).toBe(all.to)
    }
  })

  test('end before they are longer than a device wants them, and are never empty', async () => {
    await write(...[1, 2, 3, 4].map((id) => retitled(id, 'x'.repeat(1_000))))
    const all = await pull({ 'pub:p': [0, null] })
    const lengthOf = (changes: Change[]) => changes.reduce((sum, change) => sum + JSON.stringify(change).length, 0)
    const two = lengthOf(all.changes.slice(0, 2))
    for (const [bytes, count] of [
      [two, 2],
      [two - 1, 1],
      [1, 1],
    ] as const) {
      const page = await pull({ 'pub:p': [0, null] }, { bytes })
      expect([page.changes.length, page.more, page.to]).toEqual([count, true, page.changes.at(-1)?.q ?? 0])
      const rest = await pull({ 'pub:p': [page.to, page.scopes['pub:p']?.from ?? null] })
      expect([...page.changes, ...rest.changes]).toEqual(all.changes)
    }
    expect(await pull({ 'pub:p': [0, null] }, { bytes: 10 * two })).toEqual(all)
  })

  test('a first sight shows the newest rows first, of scopes that hold nothing yet alone, and counts for nothing', async () => {
    await write(post(1), post(2), post(3))
    await write(like(ana, 1))
    await write(like(ana, 2), unlike(ana, 1))
    const at = t.deps.feed.seq()
    const sight = await pull({ [`u:${ana}`]: [0, null], 'pub:p': [1] }, { newest: true, limit: 1 })
    expect([sight.changes.map(named), sight.more, sight.scopes, sight.to]).toEqual([['mark like/2'], true, {}, at])
    const whole = await pull({ [`u:${ana}`]: [0, null] }, { newest: true })
    expect([whole.changes.map(named), whole.more]).toEqual([['mark like/2', `me ${ana}`], false])
    expect((await pull({ [`u:${ana}`]: [0, null] }, { newest: true, userId: bo })).changes).toEqual([])
  })

  test('a scope that has come further than the page is not asked for again', async () => {
    await write(post(1))
    await write(describeAs(ana, 'hi'))
    const at = t.deps.feed.seq()
    const page = await pull({ [`u:${ana}`]: [0], 'pub:p': [at] }, { limit: 1 })
    expect(page.changes.map(named)).toEqual([`me ${ana}`])
    expect(page.to).toBeLessThanOrEqual(at)
  })

  test('the last page says how many rows there are and the sum of their numbers', async () => {
    await write(post(1), post(2), post(3))
    await write(remove(2))
    const answer = await pull({ 'pub:p': [0] })
    const live = answer.changes.filter(({ x }) => !x)
    expect(answer.scopes['pub:p']).toMatchObject({ n: 2, sum: live.reduce((sum, { q }) => sum + q, 0) })
    const first = await pull({ 'pub:p': [0] }, { limit: 1 })
    expect(first.scopes['pub:p']).toEqual({ from: t.deps.feed.seq() })
  })

  test('leave out a collection that a newer build keeps, also where a page holds nothing else', async () => {
    await write(post(1))
    await t.deps.db.batch([
      { sql: `UPDATE sync_feed SET coll = 'newer' WHERE scope = 'pub:p' AND rid = '1'`, args: [] },
    ])
    await write(post(2))
    const first = await pull({ 'pub:p': [0] }, { limit: 1 })
    expect(first).toMatchObject({ changes: [], more: true })
    const rest = await pull({ 'pub:p': [first.to, first.scopes['pub:p']?.from ?? null] })
    expect([rest.changes.map(named), rest.more]).toEqual([['post 2'], false])
    expect(await liveRows(t.deps.db, 'pub:p', t.clock.now, 10)).toHaveLength(1)
  })

  test('nothing new: the number moves on, nothing is sent', async () => {
    await write(post(1))
    await write(like(bo, 1))
    const answer = await pull({ 'pub:p': [t.deps.feed.seq()] })
    expect(answer).toMatchObject({ changes: [], more: false, to: t.deps.feed.seq(), reset: [], gone: [] })
  })
})

describe('what is gone', () => {
  test('is told to those who may hold it, and not to those who start from nothing', async () => {
    await write(post(1), post(2))
    const held = t.deps.feed.seq()
    await write(remove(1))
    expect((await pull({ 'pub:p': [held] })).changes.map(named)).toEqual(['-post 1'])
    expect((await pull({ 'pub:p': [0] })).changes.map(named)).toEqual(['post 2'])
  })

  test('a like taken back, also between two pages of a first fill', async () => {
    await write(post(1), post(2))
    await write(like(ana, 1))
    const first = await pull({ [`u:${ana}`]: [0, null], 'pub:s': [0, null] }, { limit: 1 })
    await write(unlike(ana, 1))
    const from = first.scopes[`u:${ana}`]?.from ?? null
    const rest = await pull({ [`u:${ana}`]: [first.to, from], 'pub:s': [first.to, from] })
    expect(rest.changes.map(named)).toContain('-mark like/1')
  })
})

describe('a reset', () => {
  test('another life of the database: everything, and nothing beside it', async () => {
    await write(post(1))
    const answer = await pull({ 'pub:p': [1], [`u:${ana}`]: [0] }, { epoch: 'another' })
    expect(answer).toMatchObject({ reset: [{ s: '*', why: 'epoch' }], changes: [], epoch: t.deps.feed.epoch() })
  })

  test('somebody who holds nothing has nothing to forget', async () => {
    await write(post(1))
    for (const epoch of [null, 'another'])
      expect((await pull({ 'pub:p': [0] }, { epoch })).changes.map(named)).toEqual(['post 1'])
  })

  test('a device that has counted further than we have', async () => {
    await write(post(1))
    const at = t.deps.feed.seq()
    const answer = await pull({ 'pub:p': [at + 1], 'pub:s': [at] })
    expect(answer).toMatchObject({ reset: [{ s: 'pub:p', why: 'ahead' }], changes: [] })
  })

  test('tombstones that are forgotten: only scopes that had some, only devices that were away', async () => {
    await write(post(1), post(2))
    const before = t.deps.feed.seq()
    await write(remove(1))
    const after = t.deps.feed.seq()
    await pruneAfter(TOMBSTONE_DAYS)
    const answer = await pull({ 'pub:p': [before], 'pub:s': [before], 'pub:u': [before] })
    expect(answer.reset.toSorted((a, b) => (a.s < b.s ? -1 : 1))).toEqual([
      { s: 'pub:p', why: 'floor' },
      { s: 'pub:s', why: 'floor' },
    ])
    expect(answer.changes).toEqual([])
    // A device that has come as far as the last tombstone knows them all.
    expect((await pull({ 'pub:p': [after] })).reset).toEqual([])
    expect((await pull({ 'pub:p': [t.deps.feed.seq()] })).reset).toEqual([])
    expect((await pull({ 'pub:p': [0] })).changes.map(named)).toEqual(['post 2'])
  })

  test(
    'a device that has missed more than a snapshot holds fetches the public scope afresh, its own never',
    async () => {
      await write(post(1))
      const held = t.deps.feed.seq()
      const entries = (scope: string) => ({
        sql: `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= ${MISSED_MAX})
        INSERT INTO sync_feed (scope, coll, rid, seq, del) SELECT ?, 'gone', i, ? + i, 1 FROM n`,
        args: [scope, t.deps.feed.seq()],
      })
      const own = `u:${ana}`
      await t.deps.db.batch([entries('pub:p'), entries(own)])
      await t.deps.db.batch([{ sql: 'UPDATE sync_clock SET seq = seq + ?', args: [MISSED_MAX + 1] }])
      expect((await pull({ 'pub:p': [held], 'pub:s': [held], [own]: [held] })).reset).toEqual([
        { s: 'pub:p', why: 'floor' },
      ])
      // One that has missed one less goes on, and so does one that is at the beginning of a filling.
      expect((await pull({ 'pub:p': [held + 1], [own]: [held] })).reset).toEqual([])
      expect((await pull({ 'pub:p': [0, null] })).reset).toEqual([])
    },
    BUSY_LIMIT_MS,
  )

  test('a busy day takes nothing from a device that was away: tombstones are kept by age', async () => {
    await write(post(1), post(2))
    const held = t.deps.feed.seq()
    await write(remove(1))
    await t.deps.db.batch([{ sql: 'UPDATE sync_clock SET seq = seq + ?', args: [1_000_000] }])
    await pruneAfter(TOMBSTONE_DAYS - 1)
    const answer = await pull({ 'pub:p': [held] })
    expect([answer.reset, answer.changes.map(named)]).toEqual([[], ['-post 1']])
    t.clock.advance(86_400_000)
    await pruneTombstones(t.deps)
    expect((await pull({ 'pub:p': [held] })).reset).toEqual([{ s: 'pub:p', why: 'floor' }])
    expect((await t.deps.db.readBatch([{ sql: 'SELECT count(*) AS n FROM sync_days', args: [] }]))[0]?.rows[0]?.n).toBe(
      3,
    )
  })

  test('a first fill in pages is not reset by a floor below its beginning, else it would never end', async () => {
    await write(post(1), post(2), post(3))
    await write(remove(1))
    await pruneAfter(TOMBSTONE_DAYS)
    await write(retitle(3, 'Post 3 again'))
    const first = await pull({ 'pub:p': [0, null] }, { limit: 1 })
    const from = first.scopes['pub:p']?.from ?? 0
    expect(from).toBe(t.deps.feed.seq())
    const second = await pull({ 'pub:p': [first.to, from] }, { limit: 1 })
    expect(second.reset).toEqual([])
    expect([...first.changes, ...second.changes].map(named)).toEqual(['post 2', 'post 3'])
    // Its own number alone lies far below the floor.
    expect((await pull({ 'pub:p': [first.to] }, { limit: 1 })).reset).toHaveLength(1)
  })

  test('but one above its beginning does reset it: what was deleted meanwhile would stay for ever', async () => {
    await write(post(1), post(2))
    const first = await pull({ 'pub:p': [0, null] }, { limit: 1 })
    const from = first.scopes['pub:p']?.from ?? 0
    await write(remove(1))
    await pruneAfter(TOMBSTONE_DAYS)
    expect((await pull({ 'pub:p': [first.to, from] })).reset).toEqual([{ s: 'pub:p', why: 'floor' }])
  })
})

describe('whose rows', () => {
  test('another person’s scope, an unknown one and a visitor’s claim are gone, not empty', async () => {
    const scopes: Record<string, Cursor> = { [`u:${ana}`]: [0], [`u:${bo}`]: [0], 'pub:x': [0], "u:1' OR 1": [0] }
    const answer = await pull(scopes)
    expect(answer.gone.toSorted()).toEqual([`u:${bo}`, 'pub:x', "u:1' OR 1"].toSorted())
    expect(answer.changes.map(named)).toEqual([`me ${ana}`])
    expect((await pull(scopes, { userId: null })).gone).toHaveLength(4)
    expect((await pull(scopes, { userId: null })).changes).toEqual([])
  })

  test('nothing asked, nothing told', async () => {
    await write(post(1))
    expect(await pull({})).toMatchObject({ changes: [], more: false, reset: [], gone: [] })
  })
})

/** Whole numbers below a limit, the same in every run. */
function generator(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * limit)
  }
}

/** Does `work` while so many others write one change after the other. */
async function amidWrites(writers: number, change: () => Promise<unknown>, work: () => Promise<void>): Promise<void> {
  let isOver = false
  const writing = Array.from({ length: writers }, async () => {
    while (!isOver) await change()
  })
  try {
    await work()
  } finally {
    isOver = true
    await Promise.all(writing)
  }
}

/** A device that keeps what it is sent, as devices do. */
class Holder {
  readonly held = new Map<string, string>()
  #scopes: Record<string, Cursor>

  constructor(scopes: string[]) {
    this.#scopes = Object.fromEntries(scopes.map((scope) => [scope, [0, null]]))
  }

  /** @returns whether there is more to come */
  async pull(limit: number): Promise<boolean> {
    const answer = await pull(this.#scopes, { limit })
    expect([answer.reset, answer.gone]).toEqual([[], []])
    for (const { s, i, q, d, x } of answer.changes) {
      if (x) this.held.delete(`${s} ${i}`)
      else this.held.set(`${s} ${i}`, JSON.stringify([q, d]))
    }
    for (const scope of Object.keys(this.#scopes))
      this.#scopes[scope] = answer.more ? [answer.to, answer.scopes[scope]?.from ?? null] : [answer.to]
    return answer.more
  }
}

describe('while others write', () => {
  test(
    'a pull never shows half of a write',
    async () => {
      // Both have something on show.
      const bosPost = { id: 1001, userId: bo, title: 'Post', imageUrl: testPhoto('a'), tags: [], createdAt: NOW }
      await write(post(1000), build.insert(inspirationPosts).values(bosPost))
      let round = 0
      const change = () => write(describeAs(ana, `round ${++round}`), describeAs(bo, `round ${round}`))
      const texts = (rows: unknown[]) => rows.map((row) => (row as { description: string | null }).description)
      await amidWrites(1, change, async () => {
        for (let nth = 0; nth < 12; nth++) {
          const answer = await pull({ 'pub:u': [0] })
          expect(new Set(texts(answer.changes.map(({ d }) => d))).size).toBe(1)
          for (const { q } of answer.changes) expect(q).toBeLessThanOrEqual(answer.to)
          const { to, rows } = await t.deps.db.snapshot(async (reads) => ({
            to: (await readClock(reads)).seq,
            rows: await liveRows(reads, 'pub:u', t.clock.now, 10),
          }))
          expect(new Set(texts(rows.map(([, , row]) => row))).size).toBe(1)
          for (const [q] of rows) expect(q).toBeLessThanOrEqual(to)
        }
      })
      expect(round).toBeGreaterThan(10)
    },
    BUSY_LIMIT_MS,
  )

  test(
    'a device that pulls at any moment, in pages of any size, ends with what the server has',
    async () => {
      await write(post(1), post(2), post(3), post(4))
      const below = generator(20261201)
      const acts = [
        () => retitle(1 + below(4), `Title ${below(1000)}`),
        () => like(below(2) ? ana : bo, 1 + below(4)),
        () => unlike(ana, 1 + below(4)),
      ] as const
      // A like that stands already is refused by its key: that is somebody's second press.
      const change = () => write((acts[below(3)] ?? acts[0])()).catch(() => undefined)
      const scopes = ['pub:p', 'pub:s', `u:${ana}`]
      const device = new Holder(scopes)
      await amidWrites(3, change, async () => {
        for (let nth = 0; nth < 30; nth++) await device.pull(1 + below(3))
      })
      while (await device.pull(500));
      const fresh = new Holder(scopes)
      await fresh.pull(500)
      expect(device.held).toEqual(fresh.held)
      expect(device.held.size).toBeGreaterThan(8)
    },
    BUSY_LIMIT_MS,
  )
})
