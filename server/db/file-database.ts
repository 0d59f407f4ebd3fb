import { type Client, LibsqlError, type ResultSet } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { Refusal } from '#schema/errors'
import type { ChangeListener, DatabaseWatch, Db, NewIds, Reader, Readings, Reads } from './client'
import { type FileConnection, openFileConnection } from './file-connection'
import { openLongReads } from './read-threads'
import type { Statement, Step } from './steps'
import * as tables from './tables'
import { batchOf, outcomeOf, planOf, READ_SEQ, refusalOf, seqOf } from './write-batch'

/** How long SQLite itself waits for a lock before we retry; short, because it blocks the event loop. */
const LOCK_WAIT_MS = 50
const BUSY_RETRIES = 6
const BUSY_PAUSE_MS = 20
/** More waiting writes than this and callers are told that we are busy. */
const QUEUE_LIMIT = 2000
/** Each has a connection of its own for as long as it reads; more than these wait. */
const SNAPSHOTS_AT_ONCE = 4

/** Opens the libSQL file at `url` (`file:...`) with one connection for reads and one for writes. */
export async function openFile(url: string, watch?: DatabaseWatch): Promise<Db> {
  const reader = openFileConnection(url, LOCK_WAIT_MS)
  const writer = openFileConnection(url, LOCK_WAIT_MS)
  const snapshots = openFileReadings(url, SNAPSHOTS_AT_ONCE)
  const longReads = openLongReads(url)
  await prepareConnection(writer)
  await prepareConnection(reader)
  const read = readerOf(reader)
  const listeners = new Set<ChangeListener>()
  const closing = new Set<() => Promise<void>>()
  let tail: Promise<unknown> = Promise.resolve()
  let waiting = 0

  function enqueue<Value>(work: () => Promise<Value>): Promise<Value> {
    if (waiting >= QUEUE_LIMIT) return Promise.reject(new Refusal('busy'))
    waiting++
    const asked = performance.now()
    const turn = tail.then(async () => {
      const begun = performance.now()
      try {
        return await work()
      } finally {
        watch?.noteWrite(begun - asked, performance.now() - begun)
      }
    })
    tail = turn.catch(() => undefined).finally(() => waiting--)
    return turn
  }

  async function applyBatch(statements: Statement[]): Promise<ResultSet[]> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await writer.batch(statements, 'write')
      } catch (error) {
        if (!(error instanceof LibsqlError) || !isBusy(error) || attempt >= BUSY_RETRIES) throw error
        // A connection that has once been refused a lock cannot commit any more: start afresh.
        writer.reopen()
        await prepareConnection(writer)
        await Bun.sleep(BUSY_PAUSE_MS * 2 ** attempt)
      }
    }
  }

  async function applySteps(steps: Step[]): Promise<number> {
    const results = await applyBatch(batchOf(steps)).catch((error) => {
      throw refusalOf(error, steps) ?? error
    })
    const { heads, seq } = outcomeOf(results)
    if (Object.keys(heads).length > 0) for (const listener of listeners) listener(heads, true)
    return seq
  }

  /** A plan without steps is no transaction. */
  const currentSeq = async () => seqOf(await reader.execute(READ_SEQ))

  return {
    read,
    readBatch: (statements) => reader.batch(statements, 'read'),
    readLong: longReads.read,
    snapshot: snapshots.snapshot,
    publicSnapshot: snapshots.publicSnapshot,
    write: (plan) =>
      enqueue(async () => {
        const { steps, value } = planOf(await plan(newIds(reader)))
        return { value, seq: steps.length > 0 ? await applySteps(steps) : await currentSeq() }
      }),
    batch: (statements) => enqueue(() => applyBatch(statements)),
    exclusive: enqueue,
    waitingWrites: () => waiting,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    // Nobody else has the file.
    async asOnly(_name, work) {
      await work()
      return true
    },
    source: url,
    onClose: (listener) => void closing.add(listener),
    async close() {
      await Promise.all([...closing].map((listener) => listener()))
      await tail
      await Promise.all([snapshots.close(), longReads.close()])
      writer.close()
      reader.close()
    },
  }
}

/** Read transactions on connections of their own, so many at the same time. */
export function openFileReadings(url: string, atOnce: number): Readings {
  const free: (Reads & { connection: FileConnection })[] = []
  const waiting: (() => void)[] = []
  let open = 0
  const openReads = () => {
    const connection = openFileConnection(url, LOCK_WAIT_MS)
    return { connection, read: readerOf(connection), readBatch: connection.executeEach }
  }
  const leave = () => {
    open--
    waiting.shift()?.()
  }
  async function snapshot<Value>(work: (at: Reads) => Promise<Value>): Promise<Value> {
    if (open >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    open++
    try {
      const reads = free.pop() ?? openReads()
      return await reads.connection.reading(() => work(reads)).finally(() => free.push(reads))
    } finally {
      leave()
    }
  }
  return {
    snapshot,
    publicSnapshot: (_least, work) => snapshot(work),
    async close() {
      while (open > 0) await Bun.sleep(1)
      for (const { connection } of free.splice(0)) connection.close()
    },
  }
}

/** Drizzle asks a client for no more than a connection has. */
const readerOf = (connection: FileConnection): Reader => drizzle(connection as unknown as Client, { schema: tables })

async function prepareConnection(connection: FileConnection): Promise<void> {
  await connection.execute('PRAGMA journal_mode = WAL')
  await connection.execute('PRAGMA synchronous = FULL')
  await connection.execute('PRAGMA foreign_keys = ON')
  const [mode, sync, keys] = await Promise.all(
    ['journal_mode', 'synchronous', 'foreign_keys'].map(
      async (name) => Object.values((await connection.execute(`PRAGMA ${name}`)).rows[0] ?? {})[0],
    ),
  )
  if (mode !== 'wal' || Number(sync) !== 2 || Number(keys) !== 1)
    throw new Error('The database does not keep its promises: WAL, full sync and foreign keys are required')
}

function newIds(connection: FileConnection): NewIds {
  const handedOut = new Map<string, number>()
  return {
    async next(table) {
      const known =
        handedOut.get(table) ??
        Number(
          (await connection.execute({ sql: 'SELECT seq FROM sqlite_sequence WHERE name = ?', args: [table] })).rows[0]
            ?.seq ?? 0,
        )
      handedOut.set(table, known + 1)
      return known + 1
    },
  }
}

function isBusy(error: LibsqlError): boolean {
  return error.code === 'SQLITE_BUSY' || error.code === 'SQLITE_LOCKED'
}
