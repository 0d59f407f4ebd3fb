import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Cursor, PullAnswer } from '#schema/sync'
import type { Db } from '../db/client'
import { openDatabase } from '../db/open-database'
import { build, step } from '../db/steps'
import { openStreams, type Streams } from '../db/streams'
import { inspirationPosts, users } from '../db/tables'
import type { DatabaseServer } from '../env'
import { openMetrics } from '../metrics/metrics'
import { prepareDatabase } from '../prepare-database'
import { SQLD, type StartedDatabase, startDatabase } from '../test-support/database-server'
import { type HeldLink, openLink } from '../test-support/held-link'
import { testPhoto } from '../test-support/test-photos'
import { until } from '../test-support/until'
import type { SnapshotCut } from './cut-snapshot'
import { openFeed, type SyncFeed } from './feed'
import { openSnapshotThread, type SnapshotThread } from './snapshot-thread'
import { openSnapshots } from './snapshots'

const here = test.skipIf(!SQLD)
const NOW = '2026-12-01T17:00:00.000Z'
const now = () => new Date(NOW)
const ANA = 1
const POST = 1
/** A silent replica is waited for one second. */
const SILENCE_LIMIT_MS = 2_500
/** Below the time that a silent replica, or a primary that starts anew, is waited for. */
const AT_ONCE_MS = 800
/** Longer than a look at a replica takes. */
const SETTLED_MS = 100
const metrics = openMetrics()
let primary: StartedDatabase
let replica: StartedDatabase
/** Holds what the replica hears of the primary. */
let link: HeldLink
let source: DatabaseServer
let db: Db
let feed: SyncFeed
/** Asks the replica itself. */
let direct: Streams
let thread: SnapshotThread

beforeAll(async () => {
  if (!SQLD) return
  primary = await startDatabase()
  link = await openLink(primary.grpcPort)
  replica = await startDatabase({ primaryPort: link.port })
  source = { ...(await primary.create('market')), replicaUrl: replica.url }
  await prepareDatabase(source)
  db = await openDatabase(source, metrics)
  feed = await openFeed(db, now)
  direct = openStreams({ ...source, url: replica.url })
  thread = openSnapshotThread(db.source)
  const person = { username: 'ana', usernameKey: 'ana', email: 'a@example.com', passwordHash: '-', createdAt: NOW }
  const post = { userId: ANA, title: 'Post', imageUrl: testPhoto('a'), tags: [], createdAt: NOW }
  await db.write(() => [
    step(build.insert(users).values({ id: ANA, ...person })),
    step(build.insert(inspirationPosts).values({ id: POST, ...post })),
  ])
  // A replica that has just started passes every question on to its primary.
  await until(async () => {
    link.hold()
    const isLocal = await isAnsweredByReplica()
    link.release()
    return isLocal
  })
}, 60_000)
afterAll(async () => {
  await thread?.close()
  await db?.close()
  direct?.close()
  await replica?.close()
  await link?.close()
  await primary?.close()
  metrics.close()
}, 30_000)
beforeEach(async () => {
  if (SQLD) await level()
})

const retitle = async (title: string) =>
  (await db.write(() => [step(build.update(inspirationPosts).set({ title }).where(eq(inspirationPosts.id, POST)))])).seq

const pull = (cursor: Cursor, { userId = null as number | null, mark = undefined as string | undefined } = {}) =>
  feed.pull({ epoch: feed.epoch(), scopes: { 'pub:p': cursor }, mark }, userId)

/** The places that have answered public reads since the test began: `replica`, or the reason why the primary answered. */
async function answered(): Promise<Record<string, number>> {
  const { values } = await metrics.publicReads.get()
  return Object.fromEntries(values.map(({ labels, value }) => [labels.why || String(labels.place), value]))
}

const seqAt = async (streams: Streams) => Number((await streams.execute('SELECT seq FROM sync_clock')).rows[0]?.seq)

/** Waits until the replica has come as far as the primary and is used, and counts from then on. */
async function level(): Promise<void> {
  await until(isAnsweredByReplica)
  metrics.publicReads.reset()
}

async function isAnsweredByReplica(): Promise<boolean> {
  metrics.publicReads.reset()
  await pull([feed.seq()])
  return 'replica' in (await answered())
}

/** Built on its thread. */
async function newSnapshot(): Promise<SnapshotCut> {
  const logged: Record<string, unknown>[] = []
  const snapshots = openSnapshots({ db, feed, now, metrics, log: (entry) => logged.push(entry) }, thread)
  const cut = await snapshots.newest('pub:p')
  expect(logged).toEqual([expect.objectContaining({ snapshot: 'pub:p', thread: true })])
  return cut
}

async function timed<Value>(work: Promise<Value>): Promise<[Value, number]> {
  const begun = performance.now()
  return [await work, performance.now() - begun]
}

const titleIn = ({ changes }: PullAnswer) =>
  (changes.find(({ c }) => c === 'post')?.d as { title?: string } | undefined)?.title

here('a visitor is answered by a replica that is level, a person who is signed in is not', async () => {
  await retitle('hello')
  await level()
  const visited = await pull([0])
  expect([titleIn(visited), await answered()]).toEqual(['hello', { replica: 1 }])
  const own = await pull([0], { userId: ANA })
  expect([own, await answered()]).toEqual([visited, { replica: 1 }])
})

here('a snapshot is built from the replica', async () => {
  const { seq } = feed.heard()
  const cut = await newSnapshot()
  expect([cut.to, cut.rows > 0, await answered()]).toEqual([seq, true, { replica: 1 }])
})

here(
  'in 200 rounds of a write and a pull nobody sees an older number, though the replica was behind',
  async () => {
    let behind = 0
    let seen = feed.seq()
    for (let round = 0; round < 200; round++) {
      const isHeld = round % 20 === 10
      if (isHeld) link.hold()
      const seq = await retitle(`round ${round}`)
      // The answer that a reader who does not look at the clock would get.
      if ((await seqAt(direct)) < seq) behind++
      const answer = await pull([seen])
      const again = await pull([seq], { mark: answer.mark })
      if (isHeld) link.release()
      expect([answer.reset, again.reset, again.changes, answer.epoch]).toEqual([[], [], [], feed.epoch()])
      expect(answer.to).toBeGreaterThanOrEqual(seen)
      expect(again.to).toBeGreaterThanOrEqual(seq)
      // A cut that has come as far as the write brings the write.
      if (answer.to >= seq) expect(titleIn(answer)).toBe(`round ${round}`)
      seen = seq
    }
    expect(behind).toBeGreaterThanOrEqual(10)
    const counts = await answered()
    expect(counts.behind).toBeGreaterThanOrEqual(10)
    expect(counts.replica).toBeGreaterThanOrEqual(10)
    expect(counts).not.toHaveProperty('fault')
  },
  60_000,
)

here('a replica that does not follow is passed over until it has caught up', async () => {
  link.hold()
  const before = feed.seq()
  const seq = await retitle('unheard')
  // A device that has seen no more is answered by what the replica holds.
  expect([(await pull([before])).to, await seqAt(direct), await answered()]).toEqual([before, before, { replica: 1 }])
  const answer = await pull([seq])
  const cut = await newSnapshot()
  link.release()
  expect([answer.to, cut.to]).toEqual([seq, seq])
  // A build asks the replica first, whatever the server itself knows of it.
  expect(await answered()).toEqual({ replica: 1, behind: 1, unready: 1 })
  await until(async () => (await seqAt(direct)) === seq)
  await pull([seq])
  expect(await answered()).toMatchObject({ replica: 2 })
})

here('a device with a mark is answered by the replica, unless the mark is beyond it', async () => {
  const { mark } = await pull([0])
  expect((await pull([0], { mark })).reset).toEqual([])
  expect(await answered()).toEqual({ replica: 2 })
  link.hold()
  const seq = await retitle('marked')
  const own = await pull([0], { userId: ANA })
  const answer = await pull([0], { mark: own.mark })
  link.release()
  expect([answer.to, await answered()]).toEqual([seq, { replica: 2, behind: 1 }])
})

here('a page of a filling comes from no earlier moment than its first page', async () => {
  link.hold()
  const began = await retitle('filled')
  const answer = await pull([0, began])
  const later = await pull([1, began])
  link.release()
  expect([answer.to, later.to, await answered()]).toEqual([began, began, { behind: 2 }])
})

here('a reading is made again on the primary when the replica goes on meanwhile', async () => {
  const runs: (string | undefined)[] = []
  const seen = await db.publicSnapshot(feed.heard(), async ({ read }) => {
    const titleNow = async () => (await read.select({ title: inspirationPosts.title }).from(inspirationPosts))[0]?.title
    const first = await titleNow()
    runs.push(first)
    if (runs.length === 1) {
      const seq = await retitle('between')
      await until(async () => (await seqAt(direct)) === seq)
    }
    return [first, await titleNow()]
  })
  expect(seen).toEqual(['between', 'between'])
  expect([runs.length, await answered()]).toEqual([2, { moved: 1 }])
})

here('a reading is made again when deleted rows are forgotten meanwhile, which no number tells', async () => {
  const floorAt = async (streams: Streams) =>
    Number((await streams.execute(`SELECT floor FROM sync_scopes WHERE scope = 'pub:p'`)).rows[0]?.floor)
  let runs = 0
  await db.publicSnapshot(feed.heard(), async ({ readBatch }) => {
    await readBatch([{ sql: 'SELECT 1', args: [] }])
    if (++runs === 1) {
      await db.batch([{ sql: `UPDATE sync_scopes SET floor = 1 WHERE scope = 'pub:p'`, args: [] }])
      await until(async () => (await floorAt(direct)) === 1)
    }
    return readBatch([{ sql: 'SELECT 2', args: [] }])
  })
  expect([runs, await answered()]).toEqual([2, { moved: 1 }])
})

here('a fault of the reading itself is no fault of the replica', async () => {
  const reading = db.publicSnapshot(feed.heard(), async ({ readBatch }) => {
    await readBatch([{ sql: 'SELECT 1', args: [] }])
    throw new Error('planted')
  })
  await expect(reading).rejects.toThrow('planted')
  await pull([feed.seq()])
  expect(await answered()).toEqual({ replica: 1 })
})

here('no device sees the epoch from before a restore again, though the replica is still in it', async () => {
  link.hold()
  const { epoch, seq } = feed.heard()
  await feed.restart(seq)
  const old = await feed.pull({ epoch, scopes: { 'pub:p': [seq] } }, null)
  const fresh = await feed.pull({ epoch: null, scopes: { 'pub:p': [0] } }, null)
  const { rows } = await direct.execute('SELECT epoch FROM sync_clock')
  link.release()
  expect([rows[0]?.epoch, old.reset]).toEqual([epoch, [{ s: '*', why: 'epoch' }]])
  expect([old.epoch, fresh.epoch]).toEqual([feed.epoch(), feed.epoch()])
  expect(feed.epoch()).not.toBe(epoch)
})

here('a device that has seen an epoch which this server has not heard of is answered by the primary', async () => {
  const other = await openDatabase({ ...source, owner: 'other' })
  const begun = await openFeed(other, now)
  await begun.restart(begun.seq())
  link.hold()
  const answer = await feed.pull({ epoch: begun.epoch(), scopes: { 'pub:p': [0] } }, null)
  link.release()
  await other.close()
  expect([answer.epoch, answer.reset, await answered()]).toEqual([begun.epoch(), [], {}])
  expect(feed.epoch()).toBe(begun.epoch())
})

here('a replica of another database is not used, though it has counted further', async () => {
  const others = await startDatabase()
  try {
    const far = await others.create('market')
    await prepareDatabase(far)
    const further = openStreams(far)
    await further.execute(`UPDATE sync_clock SET epoch = '${feed.epoch()}', seq = ${feed.seq() + 1_000}`)
    further.close()
    const misled = await openDatabase({ ...source, owner: 'misled', replicaUrl: others.url }, metrics)
    const misledFeed = await openFeed(misled, now)
    for (let look = 0; look < 3; look++) {
      const answer = await misledFeed.pull({ epoch: feed.epoch(), scopes: { 'pub:p': [0] } }, null)
      expect(answer.to).toBe(feed.seq())
      await Bun.sleep(SETTLED_MS)
    }
    await misled.close()
    expect(await answered()).toEqual({ unready: 3 })
  } finally {
    await others.close()
  }
})

here(
  'a silent replica is waited for once, and is used again after it speaks',
  async () => {
    process.kill(replica.pid(), 'SIGSTOP')
    const seq = await retitle('silent')
    const [first, waited] = await timed(pull([seq]))
    const [second, atOnce] = await timed(pull([seq]))
    process.kill(replica.pid(), 'SIGCONT')
    expect([first.to, second.to, await answered()]).toEqual([seq, seq, { fault: 1, unready: 1 }])
    expect(waited).toBeLessThan(SILENCE_LIMIT_MS)
    expect(atOnce).toBeLessThan(AT_ONCE_MS)
    await level()
  },
  30_000,
)

here(
  'a replica that is killed costs nobody any time, and is used again after its start',
  async () => {
    await replica.kill()
    const seq = await retitle('killed')
    const [first, took] = await timed(pull([seq]))
    const cut = await newSnapshot()
    expect([first.to, cut.to, await answered()]).toEqual([seq, seq, { fault: 1, unready: 1 }])
    expect(took).toBeLessThan(AT_ONCE_MS)
    await replica.start()
    await level()
  },
  30_000,
)
