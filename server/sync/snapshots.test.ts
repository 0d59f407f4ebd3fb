import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { eq, max } from 'drizzle-orm'
import { build, step } from '../db/steps'
import { inspirationPosts } from '../db/tables'
import { createPostRows } from '../test-support/factories'
import { signUp, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { cutSnapshot } from './cut-snapshot'
import { openSnapshotThread, type SnapshotThread } from './snapshot-thread'
import { openSnapshots, SNAPSHOT_KEPT_MS, SNAPSHOT_NAMED_MS, type Snapshots } from './snapshots'

let t: TestApp
let ana: TestPerson
const opened: SnapshotThread[] = []
let logged: Record<string, unknown>[] = []

beforeAll(async () => {
  t = await openTestApp()
  ana = await signUp(t, 'ana')
  await addPosts(300)
})
afterAll(async () => {
  for (const thread of opened) await thread.close()
  expect(t.errors).toEqual([])
  await t.close()
})

const addPosts = (count: number) => createPostRows(t, ana.id, count)

/** The address of a thread that does this with whatever it is asked. */
const threadThat = (does: string) =>
  URL.createObjectURL(new Blob([`self.onmessage = ({ data }) => { ${does} }`], { type: 'text/javascript' }))
const HEALTHY = new URL('./snapshot-worker.ts', import.meta.url).href

/** With a thread of its own where it has options, else with the one that all share. */
function open(options?: Parameters<typeof openSnapshotThread>[1]): Snapshots {
  logged = []
  const thread = (!options && opened[0]) || openSnapshotThread(t.deps.db.source, options)
  opened.push(thread)
  return openSnapshots({ ...t.deps, log: (entry) => logged.push(entry) }, thread)
}

const built = () => logged.filter(({ snapshot }) => snapshot === 'pub:p')
const textOf = ({ packed }: { packed: Uint8Array<ArrayBuffer> }) => new TextDecoder().decode(Bun.gunzipSync(packed))

const orderOf = (scope: string) => ({
  scope,
  now: t.deps.now(),
  most: t.deps.feed.deviceRows(),
  least: t.deps.feed.heard(),
})

test('twenty devices that ask at once share one build', async () => {
  const snapshots = open()
  const cuts = await Promise.all(Array.from({ length: 20 }, () => snapshots.newest('pub:p')))
  expect([new Set(cuts).size, built()]).toEqual([1, [expect.objectContaining({ rows: 300, thread: true })]])
})

test('the thread builds what the server itself would build', async () => {
  for (const scope of ['pub:p', 'pub:u', 'pub:l']) {
    const own = await cutSnapshot(t.deps.db, orderOf(scope))
    expect(await open().newest(scope)).toEqual(own)
  }
})

test('while a scope moves, it is built once in thirty seconds', async () => {
  const snapshots = open()
  const first = await snapshots.newest('pub:p')
  for (let second = 1; second < SNAPSHOT_KEPT_MS / 1_000; second++) {
    await addPosts(1)
    t.clock.advance(1_000)
    expect(await snapshots.newest('pub:p')).toBe(first)
  }
  t.clock.advance(1_000)
  const second = await Promise.all(Array.from({ length: 20 }, () => snapshots.newest('pub:p')))
  expect([second[0]?.rows, built().length]).toEqual([first.rows + 29, 2])
})

test('while a scope rests, nothing is built however long that takes', async () => {
  const snapshots = open()
  const first = await snapshots.newest('pub:p')
  t.clock.advance(10 * SNAPSHOT_KEPT_MS)
  expect([await snapshots.newest('pub:p'), built().length]).toEqual([first, 1])
})

test('a name leads to what it named, also for a while after a newer one took its place', async () => {
  const snapshots = open()
  const name = await snapshots.nameNewest('pub:p')
  const before = await snapshots.newest('pub:p')
  expect(await snapshots.find('pub:p', name)).toBe(before)
  await addPosts(1)
  t.clock.advance(SNAPSHOT_KEPT_MS)
  const next = await snapshots.nameNewest('pub:p')
  expect(next).not.toBe(name)
  expect(await snapshots.find('pub:p', name)).toBe(before)
  expect(await snapshots.find('pub:l', next)).toBeNull()
  expect(await snapshots.find('pub:p', 'no-such-name')).toBeNull()
  t.clock.advance(SNAPSHOT_NAMED_MS)
  expect(await snapshots.find('pub:p', name)).toBeNull()
  expect(await snapshots.find('pub:p', next)).not.toBeNull()
})

test('a post that is gone is served under an old name for a few minutes at most, though nobody asked for a newer one', async () => {
  await addPosts(1)
  const id = await lastPostId()
  const snapshots = open()
  const name = await snapshots.nameNewest('pub:p')
  t.clock.advance(10 * SNAPSHOT_NAMED_MS)
  // Nothing has changed: this is still what is public.
  expect(await snapshots.find('pub:p', name)).not.toBeNull()
  await t.deps.db.write(() => ({
    value: null,
    steps: [step(build.delete(inspirationPosts).where(eq(inspirationPosts.id, id)))],
  }))
  expect(await snapshots.find('pub:p', name)).toBeNull()
  const fresh = await snapshots.newest('pub:p')
  expect(textOf(fresh)).not.toContain(`"id":${id},`)
})

async function lastPostId(): Promise<number> {
  const [row] = await t.deps.db.read.select({ id: max(inspirationPosts.id) }).from(inspirationPosts)
  return row?.id ?? 0
}

test('names of the time before a restore lead nowhere, and the epoch is part of a name', async () => {
  const snapshots = open()
  const before = await snapshots.newest('pub:p')
  const name = await snapshots.nameNewest('pub:p')
  expect(name).toStartWith(`${before.epoch}-${before.to}-`)
  await t.deps.feed.restart(t.deps.feed.seq())
  expect(await snapshots.find('pub:p', name)).toBeNull()
  const after = await snapshots.newest('pub:p')
  expect(after.epoch).toBe(t.deps.feed.epoch())
  expect(after.name).not.toBe(name)
})

test.each([
  ['throws', threadThat(`throw new Error('planted')`), /planted/],
  ['ends in the middle', threadThat('process.exit(1)'), /ended/],
  ['says that it failed', threadThat(`postMessage({ failed: 'planted' })`), /planted/],
  ['never answers', threadThat(''), /not done/],
  ['cannot be started', new URL('./no-such-worker.ts', import.meta.url).href, /./],
])('a thread that %s costs one line in the log, and the server builds for itself', async (_, script, words) => {
  const snapshots = open({ script, patienceMs: 2_000 })
  const cuts = await Promise.all(Array.from({ length: 5 }, () => snapshots.newest('pub:p')))
  expect(new Set(cuts).size).toBe(1)
  expect(cuts[0]).toEqual(await cutSnapshot(t.deps.db, orderOf('pub:p')))
  expect(logged).toEqual([
    expect.objectContaining({ level: 'warn', scope: 'pub:p', error: expect.stringMatching(words) }),
    expect.objectContaining({ level: 'info', snapshot: 'pub:p', thread: false }),
  ])
})

test('after a crash the next build is made on a new thread', async () => {
  const crash = `if (data.scope === 'pub:u') throw new Error('planted')`
  const snapshots = open({
    script: threadThat(`${crash}; import('${HEALTHY}').then((it) => it.answerSnapshots(data))`),
  })
  await snapshots.newest('pub:u')
  await snapshots.newest('pub:p')
  expect(logged.filter(({ snapshot }) => snapshot).map(({ snapshot, thread }) => [snapshot, thread])).toEqual([
    ['pub:u', false],
    ['pub:p', true],
  ])
})

test('a build that fails altogether is tried anew by the next who asks', async () => {
  logged = []
  let isBroken = true
  const thread = openSnapshotThread(t.deps.db.source)
  opened.push(thread)
  const publicSnapshot: typeof t.deps.db.publicSnapshot = (least, work) => {
    if (isBroken) throw new Error('planted')
    return t.deps.db.publicSnapshot(least, work)
  }
  const broken = { ...thread, cut: async () => Promise.reject(new Error('planted')) }
  const snapshots = openSnapshots({ ...t.deps, db: { ...t.deps.db, publicSnapshot }, log: () => undefined }, broken)
  await expect(snapshots.newest('pub:p')).rejects.toThrow('planted')
  isBroken = false
  expect((await snapshots.newest('pub:p')).rows).toBeGreaterThan(0)
})

test('a thread that dies while it rests is followed by a new one', async () => {
  const dies = 'setTimeout(() => process.exit(1), 100)'
  const script = threadThat(`import('${HEALTHY}').then((it) => it.answerSnapshots(data)).then(() => ${dies})`)
  const thread = openSnapshotThread(t.deps.db.source, { script })
  opened.push(thread)
  const { cut: first } = await thread.cut(orderOf('pub:p'))
  while (thread.isRunning()) await Bun.sleep(5)
  expect((await thread.cut(orderOf('pub:p'))).cut.name).toBe(first.name)
})

test('a thread that rests ends, and begins again when it is needed', async () => {
  const thread = openSnapshotThread(t.deps.db.source, { idleMs: 1 })
  opened.push(thread)
  const { cut: first } = await thread.cut(orderOf('pub:p'))
  while (thread.isRunning()) await Bun.sleep(5)
  expect((await thread.cut(orderOf('pub:p'))).cut.name).toBe(first.name)
})

test('the thread ends with the database, and builds nothing after that', async () => {
  const other = await openTestApp()
  const thread = openSnapshotThread(other.deps.db.source)
  other.deps.db.onClose(thread.close)
  const underWay = thread.cut(orderOf('pub:p'))
  while (!thread.isRunning()) await Bun.sleep(0)
  await other.close()
  expect([thread.isRunning(), (await underWay).cut.rows]).toEqual([false, 0])
  await expect(thread.cut(orderOf('pub:p'))).rejects.toThrow('closed')
})

test.skipIf(!existsSync('/proc/self/fd'))('threads that have ended leave no file open', async () => {
  const { source } = t.deps.db
  if (typeof source !== 'string') return
  const countOpen = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(source.slice('file:'.length))
      } catch {
        return false
      }
    }).length
  const before = countOpen()
  const rounds = 10
  for (let round = 0; round < rounds; round++) {
    const thread = openSnapshotThread(source)
    await thread.cut(orderOf('pub:l'))
    await thread.close()
  }
  // SQLite itself closes some of them later, while other connections hold a lock.
  expect(countOpen() - before).toBeLessThan(rounds / 2)
})
