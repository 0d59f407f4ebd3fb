import type { Client, ResultSet } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { Refusal } from '#schema/errors'
import type { DatabaseServer } from '../env'
import type {
  ChangeListener,
  DatabaseWatch,
  Db,
  NewIds,
  Planned,
  Reader,
  Readings,
  ReadRow,
  Repeat,
  ScopeHeads,
  Written,
} from './client'
import { openIdBlocks } from './id-blocks'
import { fenceOf, openLeases } from './leases'
import { checksOf, noting, runNoting } from './plan-reads'
import { openReplica, type ReplicaStream } from './replica'
import type { Statement } from './steps'
import { isPassing, openStreams, type Stream, type Streams } from './streams'
import * as tables from './tables'
import { batchOf, brokenAt, headsOf, outcomeOf, planOf, READ_SEQ, refusalOf, seqOf } from './write-batch'

/** More waiting writes than this and callers are told that we are busy. */
const QUEUE_LIMIT = 2000
/** A plan whose reads do not stay true is run again so often. */
const TRIES = 40
const LONGEST_PAUSE_MS = 40

const AGAIN = Symbol('again')

type Planning<Value> = (ids: NewIds) => Planned<Value> | Promise<Planned<Value>>

/**
 * Opens a database that other servers write to at the same time. Nothing holds the others back: a plan's reads are checked
 * again in its own batch, and the plan runs again when one of them is not so any more.
 * @throws Error when the database server does not keep what it has confirmed
 */
export async function openServer(source: DatabaseServer, watch?: DatabaseWatch): Promise<Db> {
  const streams = openStreams(source)
  await assertSafe(streams)
  const reads = noting(streams)
  const leases = openLeases(streams, source.owner)
  const ids = openIdBlocks(streams)
  const readings = readingsOf(source, streams, watch)
  const turns = openTurns(source.writesAtOnce, watch)
  const changes = await openChanges(streams, source.pokeEveryMs)
  const readSeq = async () => seqOf(await streams.execute(READ_SEQ))
  const closing = new Set<() => Promise<void>>()

  function repeat(why: Repeat): typeof AGAIN {
    watch?.noteRepeat(why)
    return AGAIN
  }

  /** For what a plan reads, and for the numbers that it takes. */
  function repeatWhenPassing(error: unknown): typeof AGAIN {
    if (isPassing(error)) return repeat('locked')
    throw error
  }

  async function attempt<Value>(planning: Planning<Value>): Promise<Written<Value> | typeof AGAIN> {
    const planned = await runNoting(() => planning(ids)).catch(repeatWhenPassing)
    if (planned === AGAIN) return AGAIN
    const { value: plan, seen } = planned
    const { steps, value } = planOf(plan)
    if (steps.length === 0) return { value, seq: await readSeq() }
    const fence = fenceOf()
    const checks = [...fence, ...checksOf(seen)]
    try {
      const { heads, seq } = outcomeOf(await streams.batch(batchOf(steps, checks)))
      changes.tellOwn(heads)
      return { value, seq }
    } catch (error) {
      // The first statement is the clock.
      const broken = (brokenAt(error) ?? 0) - 1
      if (broken >= 0 && broken < fence.length) throw new LostLease()
      if (broken >= 0 && broken < checks.length) return repeat('changed')
      if (isPassing(error)) return repeat('locked')
      throw refusalOf(error, steps, checks.length) ?? error
    }
  }

  async function again<Value>(work: () => Promise<Value | typeof AGAIN>): Promise<Value> {
    for (let tries = 0; tries < TRIES; tries++) {
      const done = await work()
      if (done !== AGAIN) return done
      await Bun.sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, 2 ** tries))
    }
    throw new Refusal('busy')
  }

  async function applyBatch(statements: Statement[]): Promise<ResultSet[]> {
    const fence = fenceOf()
    return again(async () => {
      try {
        return (await streams.batch([...fence, ...statements])).slice(fence.length)
      } catch (error) {
        if (isPassing(error)) return repeat('locked')
        throw fence.length > 0 && brokenAt(error) === 0 ? new LostLease() : error
      }
    })
  }

  return {
    read: readerOf(reads),
    readBatch: (statements) => reads.batch(statements, 'read'),
    readLong: async (statements) => (await streams.batch(statements, 'read')).map(({ rows }) => rows as ReadRow[]),
    ...readings,
    write: (plan) => turns.take(() => again(() => attempt(plan))),
    batch: (statements) => turns.take(() => applyBatch(statements)),
    exclusive: turns.takeAlone,
    waitingWrites: turns.waiting,
    onChange: changes.listen,
    asOnly: leases.asOnly,
    source,
    onClose: (listener) => void closing.add(listener),
    async close() {
      await Promise.all([...closing].map((listener) => listener()))
      await changes.close()
      await turns.ended()
      // Another server takes over at once instead of after the lease's end.
      await leases.drop().catch(() => undefined)
      await readings.close()
    },
  }
}

/** Read transactions on connections of their own, so many at the same time. A public one waits for the replica to be asked. */
export function openServerReadings(
  source: DatabaseServer,
  atOnce: number,
  watch?: Pick<DatabaseWatch, 'notePublicRead'>,
): Readings {
  const ownSource = { ...source, streams: atOnce }
  const readings = readingsOf(ownSource, openStreams(ownSource), watch)
  return {
    ...readings,
    async publicSnapshot(least, work) {
      await readings.askReplica()
      return readings.publicSnapshot(least, work)
    },
  }
}

function readingsOf(source: DatabaseServer, streams: Streams, watch?: Pick<DatabaseWatch, 'notePublicRead'>) {
  const replica = openReplica(source, streams)
  const snapshot: Db['snapshot'] = (work) =>
    streams.snapshot((stream) =>
      work({ read: readerOf(stream), readBatch: (statements) => oneByOne(stream, statements) }),
    )
  const publicSnapshot: Db['publicSnapshot'] = async (least, work) => {
    if (!replica) return snapshot(work)
    const done = await replica.read(least, (stream) =>
      work({ read: readerOf(stream), readBatch: (statements) => stream.batch(statements) }),
    )
    const isAnswered = typeof done !== 'string'
    watch?.notePublicRead(isAnswered ? null : done)
    return isAnswered ? done.value : snapshot(work)
  }
  return {
    snapshot,
    publicSnapshot,
    askReplica: async () => replica?.ask(),
    async close() {
      await replica?.close()
      streams.close()
    },
  }
}

async function oneByOne(stream: Stream, statements: Statement[]): Promise<ResultSet[]> {
  const results: ResultSet[] = []
  for (const statement of statements) results.push(await stream.execute(statement))
  return results
}

/** Drizzle asks no more of its client than a stream can do. */
function readerOf(stream: ReplicaStream): Reader {
  return drizzle(stream as unknown as Client, { schema: tables })
}

async function assertSafe(streams: Streams): Promise<void> {
  const ask = async (name: string) => Object.values((await streams.execute(`PRAGMA ${name}`)).rows[0] ?? {})[0]
  const [mode, sync, keys] = [await ask('journal_mode'), await ask('synchronous'), await ask('foreign_keys')]
  if (mode !== 'wal' || Number(sync) !== 2 || Number(keys) !== 1)
    throw new Error(
      'The database server does not keep its promises: WAL, durability "strong" and foreign keys are required',
    )
}

/** Work of this server that changes rows: so much of it at once, the rest in turn. */
function openTurns(atOnce: number, watch?: DatabaseWatch) {
  const queue: (() => void)[] = []
  let running = 0
  let isHeld = false
  const next = () => {
    while (!isHeld && running < atOnce && queue.length > 0) {
      running++
      queue.shift()?.()
    }
  }
  async function take<Value>(work: () => Promise<Value>): Promise<Value> {
    if (queue.length >= QUEUE_LIMIT) throw new Refusal('busy')
    const asked = performance.now()
    await new Promise<void>((go) => {
      queue.push(go)
      next()
    })
    const begun = performance.now()
    try {
      return await work()
    } finally {
      running--
      next()
      watch?.noteWrite(begun - asked, performance.now() - begun)
    }
  }
  const ended = async () => {
    while (running > 0 || queue.length > 0) await Bun.sleep(1)
  }
  return {
    take,
    ended,
    waiting: () => running + queue.length,
    async takeAlone<Value>(work: () => Promise<Value>): Promise<Value> {
      while (isHeld) await Bun.sleep(1)
      isHeld = true
      try {
        while (running > 0) await Bun.sleep(1)
        return await work()
      } finally {
        isHeld = false
        next()
      }
    },
  }
}

/** Tells of each change once: of this server's at once, of other servers' at the next look. */
async function openChanges(streams: Streams, everyMs: number) {
  const listeners = new Set<ChangeListener>()
  /** All heads up to this number are told. */
  let seen = seqOf(await streams.execute(READ_SEQ))
  const told = new Map<string, number>()
  let looking: Promise<void> | null = null

  function tell(heads: ScopeHeads, isOwn: boolean): void {
    const fresh = Object.entries(heads).filter(([scope, head]) => head > Math.max(seen, told.get(scope) ?? 0))
    if (fresh.length === 0) return
    for (const [scope, head] of fresh) told.set(scope, head)
    for (const listener of listeners) listener(Object.fromEntries(fresh), isOwn)
  }

  async function look(): Promise<void> {
    const { rows } = await streams.execute({
      sql: 'SELECT scope, head FROM sync_scopes WHERE head > ? ORDER BY head',
      args: [seen],
    })
    const heads = headsOf(rows)
    tell(heads, false)
    seen = Math.max(seen, ...Object.values(heads))
    for (const [scope, head] of told) if (head <= seen) told.delete(scope)
  }

  const timer = setInterval(() => {
    // A look that fails is followed by the next one.
    looking ??= look()
      .catch(() => undefined)
      .finally(() => {
        looking = null
      })
  }, everyMs)
  return {
    tellOwn: (heads: ScopeHeads) => tell(heads, true),
    listen(listener: ChangeListener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      clearInterval(timer)
      await looking
    },
  }
}

class LostLease extends Error {
  override message = 'The work has another holder by now.'
}
