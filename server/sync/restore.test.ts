import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { PullAnswer } from '#schema/sync'
import { KEY_HEADER, MARK_HEADER, PUBLIC_SCOPES } from '#schema/sync-scopes'
import { createApp } from '../app'
import { openDatabase } from '../db/open-database'
import { build, step } from '../db/steps'
import { inspirationPosts, users } from '../db/tables'
import type { Deps } from '../deps'
import { SQLD } from '../test-support/database-server'
import { signUp, type TestPerson } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { testPhoto } from '../test-support/test-photos'
import { isBehindHighWater, noticeRestore, writeHighWater } from './clock'
import { openFeed } from './feed'
import { beginRun, RUNS_KEPT } from './history'

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
  const copy = await t.backUp()
  return async () => {
    const db = await openDatabase(t.sourceOf(copy))
    const deps = { ...t.deps, db, feed: await openFeed(db, t.deps.now) }
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
  expect(restored.feed.seq()).toBeGreaterThanOrEqual(seen + 10_000)
  expect(await addPost(restored)).toBeGreaterThanOrEqual(lost + 10_000)
  const answer = await restored.feed.pull({ epoch: t.deps.feed.epoch(), scopes: { 'pub:p': [seen] } }, null)
  expect(answer).toMatchObject({ reset: [{ s: '*', why: 'epoch' }], changes: [] })
})

test('also a table that was empty in the copy gives out numbers that nobody has seen', async () => {
  const restore = await backUp()
  await addPost(t.deps)
  await writeHighWater(t.deps)
  const restored = await restore()
  expect(await noticeRestore(restored)).toBe(true)
  const { value } = await restored.db.write(async (ids) => ({ steps: [], value: await ids.next('bookings') }))
  expect(value).toBeGreaterThan(10_000)
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

test.each(['', '{"epoch":"a","se', '[]', '{"seq":"many"}'])(
  'a note that is damaged (%s) keeps no server from starting, and the next one is whole',
  async (damaged) => {
    await Bun.write(join(t.deps.env.dataDir, 'high-water.json'), damaged)
    expect(await noticeRestore(t.deps)).toBe(false)
    await writeHighWater(t.deps)
    expect(await Bun.file(join(t.deps.env.dataDir, 'high-water.json')).json()).toEqual({
      epoch: t.deps.feed.epoch(),
      seq: t.deps.feed.seq(),
    })
  },
)

test.skipIf(!SQLD)(
  'a server that starts while another one writes and notes how far it has counted takes it for no restore',
  async () => {
    const several = await openTestApp({}, { servers: 2 })
    const [running, starting] = several.servers
    if (!running || !starting) throw new Error('There are two servers')
    const epoch = running.feed.epoch()
    for (const username of ['cy', 'di', 'ed']) {
      const row = {
        username,
        usernameKey: username,
        email: '',
        passwordHash: '-',
        createdAt: t.clock.now.toISOString(),
      }
      await running.db.write(() => [step(build.insert(users).values(row))])
      await writeHighWater(running)
      expect(await noticeRestore(starting)).toBe(false)
    }
    // Another server has begun an epoch since; the one that has not heard of it notes none that is gone.
    await starting.feed.restart(0)
    await writeHighWater(running)
    expect(await isBehindHighWater(starting)).toBe(false)
    expect(starting.feed.epoch()).not.toBe(epoch)
    await several.close()
  },
)

describe('the whole folder restored, the note of how far it had counted too', () => {
  /** The server over a copy that was made now, and what devices have been told since. */
  async function goBack(lost: number, { restarted = false } = {}) {
    const restore = await backUp()
    if (restarted) await t.restart()
    const marks = [await markOf(t.deps)]
    const ids: number[] = []
    for (let nth = 0; nth < lost; nth++) {
      ids.push(await addPost(t.deps))
      marks.push(await markOf(t.deps))
    }
    const deps = await restore()
    return { deps, app: createApp(deps), marks, ids }
  }
  const scopes = Object.fromEntries(PUBLIC_SCOPES.map((scope) => [scope, [1] as [number]]))
  const ask = (deps: Deps, mark?: string) =>
    deps.feed.pull({ epoch: deps.feed.epoch(), scopes, ...(mark ? { mark } : {}) }, null)
  const markOf = async (deps: Deps) => (await ask(deps)).mark
  const newest = (marks: string[]) => marks.at(-1) as string
  const isReset = ({ reset }: PullAnswer) => reset.some(({ s }) => s === '*')

  test('a mark of the lost time begins another epoch beyond all that was seen, once', async () => {
    const { deps, marks, ids } = await goBack(3)
    const seen = t.deps.feed.seq()
    expect(await noticeRestore(deps)).toBe(false)
    expect(isReset(await ask(deps, newest(marks)))).toBe(true)
    const epoch = deps.feed.epoch()
    expect(epoch).not.toBe(t.deps.feed.epoch())
    expect(deps.feed.seq()).toBeGreaterThanOrEqual(seen + 10_000)
    expect(await addPost(deps)).toBeGreaterThan((ids.at(-1) ?? 0) + 10_000 - 1)
    // Each further device of the lost time fetches afresh, and no more comes of it.
    for (const mark of marks.slice(1)) expect(isReset(await ask(deps, mark))).toBe(true)
    expect(deps.feed.epoch()).toBe(epoch)
    expect(isReset(await ask(deps, await markOf(deps)))).toBe(false)
  })

  test('also when the copy has counted further than the device since', async () => {
    const { deps, marks, ids } = await goBack(2)
    for (let nth = 0; nth < 6; nth++) await addPost(deps)
    expect(deps.feed.seq()).toBeGreaterThan(t.deps.feed.seq())
    expect(isReset(await ask(deps, newest(marks)))).toBe(true)
    expect(deps.feed.epoch()).not.toBe(t.deps.feed.epoch())
    expect(await addPost(deps)).toBeGreaterThan(Math.max(...ids) + 10_000 - 1)
  })

  test('also when the server had started anew between the copy and the lost time', async () => {
    const { deps, marks, ids } = await goBack(2, { restarted: true })
    for (let nth = 0; nth < 6; nth++) await addPost(deps)
    expect(isReset(await ask(deps, newest(marks)))).toBe(true)
    expect(deps.feed.epoch()).not.toBe(t.deps.feed.epoch())
    expect(await addPost(deps)).toBeGreaterThan(Math.max(...ids) + 10_000 - 1)
  })

  test('a mark of a start that is forgotten begins no epoch: its device alone fetches afresh', async () => {
    const mark = await markOf(t.deps)
    const epoch = t.deps.feed.epoch()
    const starts = `WITH RECURSIVE start(nth) AS (SELECT 1 UNION ALL SELECT nth + 1 FROM start WHERE nth < ${RUNS_KEPT})
      INSERT INTO sync_runs (run, began) SELECT 'start-' || nth, clock.seq FROM start, sync_clock clock`
    await t.deps.db.batch([{ sql: starts, args: [] }])
    await beginRun(t.deps.db)
    expect(isReset(await ask(t.deps, mark))).toBe(true)
    expect(t.deps.feed.epoch()).toBe(epoch)
    expect(isReset(await ask(t.deps, await markOf(t.deps)))).toBe(false)
  })

  test('also after the copy was started several times, and when it is restored once more', async () => {
    const restore = await backUp()
    const early = await addPost(t.deps)
    const first = await markOf(t.deps)
    const one = await restore()
    const again = await restore()
    await addPost(one)
    expect(isReset(await ask(again, first))).toBe(true)
    const second = await markOf(again)
    const two = await (await backUp())()
    expect(isReset(await ask(two, second))).toBe(true)
    expect(isReset(await ask(two, first))).toBe(false)
    expect(await addPost(two)).toBeGreaterThan(early + 10_000 - 1)
  })

  test('a mark of before the copy, and one of an ordinary start, mean nothing', async () => {
    const { deps, marks } = await goBack(1)
    const epoch = deps.feed.epoch()
    expect(isReset(await ask(deps, marks[0]))).toBe(false)
    await t.restart()
    expect(isReset(await ask(t.deps, newest(marks)))).toBe(false)
    expect([deps.feed.epoch(), t.deps.feed.epoch()]).toEqual([epoch, epoch])
  })

  test('nobody can claim a number: invented, changed and foreign marks count for nothing', async () => {
    const { deps, marks } = await goBack(1)
    const [run = '', , signature = ''] = newest(marks).split('.')
    const other = await openTestApp()
    try {
      const claims = [
        'nonsense',
        '',
        `${run}.9007199254740991.${signature}`,
        `${run}.999999999999999.${signature}`,
        `${crypto.randomUUID()}.999999.${signature}`,
        `${run}.999999.${'A'.repeat(43)}`,
        await markOf(other.deps),
      ]
      const [epoch, seq] = [deps.feed.epoch(), deps.feed.seq()]
      for (const claim of claims) {
        expect(isReset(await ask(deps, claim))).toBe(false)
        expect(await deps.feed.isFromLostTime(claim)).toBe(false)
      }
      expect([deps.feed.epoch(), deps.feed.seq()]).toEqual([epoch, seq])
    } finally {
      await other.close()
    }
  })

  test('many devices at once begin one epoch', async () => {
    const { deps, marks } = await goBack(4)
    const answers = await Promise.all([...marks.slice(1), ...marks.slice(1)].map((mark) => ask(deps, mark)))
    expect(answers.every(isReset)).toBe(true)
    expect(deps.feed.seq()).toBeLessThan(t.deps.feed.seq() + 10_001)
  })

  test('a queued write is not taken before its device has pulled; without the old mark it is', async () => {
    const { deps, app, marks, ids } = await goBack(1)
    const reused = await addPost(deps)
    expect(reused).toBe(ids[0] ?? 0)
    const like = (mark?: string) =>
      app.handle(
        new Request(`${TEST_ORIGIN}/api/inspiration/${reused}/like`, {
          method: 'POST',
          headers: {
            origin: TEST_ORIGIN,
            cookie: ana.as,
            [KEY_HEADER]: crypto.randomUUID(),
            ...(mark ? { [MARK_HEADER]: mark } : {}),
          },
        }),
      )
    const refused = await like(newest(marks))
    expect([
      refused.status,
      ((await refused.json()) as { code: string }).code,
      refused.headers.get('retry-after'),
    ]).toEqual([503, 'restored', '2'])
    expect(await deps.db.read.query.postMarks.findMany()).toEqual([])
    expect((await like(await markOf(deps))).status).toBe(200)
  })
})

test('a device learns which of its writes are not there, and nothing of those of others', async () => {
  const bo = await signUp(t, 'bo')
  const keys = [crypto.randomUUID(), crypto.randomUUID()]
  const save = (key: string, as: string) =>
    t.call('POST', '/api/inspiration/1/save', { as, headers: { [KEY_HEADER]: key } })
  await save(keys[0] as string, ana.as)
  await save(keys[1] as string, bo.as)
  const missing = async (as: string) => (await t.call('POST', '/api/sync/check', { as, body: { keys } })).body.missing
  expect([await missing(ana.as), await missing(bo.as)]).toEqual([[keys[1]], [keys[0]]])
  expect((await t.call('POST', '/api/sync/check', { body: { keys } })).status).toBe(401)
  expect((await t.call('POST', '/api/sync/check', { as: ana.as, body: { keys: [] } })).status).toBe(422)
})
