import { type Client, createClient, LibsqlError, type ResultSet } from '@libsql/client'
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql'
import { Refusal } from '#schema/errors'
import { type Statement, type Step, toStatement } from './steps'
import * as tables from './tables'

/** How long SQLite itself waits for a lock before we retry; short, because it blocks the event loop. */
const LOCK_WAIT_MS = 50
const BUSY_RETRIES = 6
const BUSY_PAUSE_MS = 20
/** More waiting writes than this and callers are told that we are busy. */
const QUEUE_LIMIT = 2000
/** Each has a connection of its own for as long as it reads; more than these wait. */
const SNAPSHOTS_AT_ONCE = 4

export type Reader = LibSQLDatabase<typeof tables>
/** The steps that a plan for a write wants done, and the answer once they are. */
export interface Plan<Value> {
  steps: Step[]
  value: Value
}
/** Numbers for new rows; valid only inside the plan that asked. */
export interface NewIds {
  next(
    table:
      | 'bookings'
      | 'listings'
      | 'messages'
      | 'questions'
      | 'question_messages'
      | 'users'
      | 'user_blocked_dates'
      | 'payment_ops'
      | 'uploads'
      | 'inspiration_posts'
      | 'handovers'
      | 'reviews'
      | 'reports'
      | 'moderation_acts'
      | 'damage_reports'
      | 'made_to_order_items'
      | 'made_to_order_purchases',
  ): Promise<number>
}
export interface Written<Value> {
  value: Value
  /** The change number after this write: a device that has pulled this far has seen it. */
  seq: number
}
export type ScopeHeads = Record<string, number>

/** The reading half of the database. */
export interface Reads {
  /** Reads, on a connection of their own. */
  read: Reader
  /** Raw reads in one snapshot, for feeds. */
  readBatch(statements: Statement[]): Promise<ResultSet[]>
}

/** Hears of each write how long it waited for its turn and how long it took then. */
export type WriteWatch = (waitedMs: number, tookMs: number) => void

export interface Db extends Reads {
  /** Runs `work` in one read transaction: all that it reads belongs to one moment, and no write waits for it. */
  snapshot<Value>(work: (at: Reads) => Promise<Value>): Promise<Value>
  /**
   * The only way to change a row: `plan` runs when its turn in the queue has come (so what it reads stays true until its
   * steps are applied), then its steps are applied as one atomic batch. A guard that fails throws its Refusal; nothing is applied.
   */
  write<Value>(plan: (ids: NewIds) => Plan<Value> | Promise<Plan<Value>>): Promise<Written<Value>>
  /** A batch of a module with tables of its own, outside the change feed. */
  batch(statements: Statement[]): Promise<ResultSet[]>
  /** Runs `work` while no write is under way. */
  exclusive<Value>(work: () => Promise<Value>): Promise<Value>
  /** Writes that wait or are under way. */
  waitingWrites(): number
  /** Called after each write with the newest number of every scope that it touched. */
  onChange(listener: (heads: ScopeHeads) => void): () => void
  /** Where the database lies, for readers on threads of their own. */
  readonly url: string
  /** Called before the database is closed, and waited for. */
  onClose(listener: () => Promise<void>): void
  close(): Promise<void>
}

const OPEN_CLOCK = { sql: 'UPDATE sync_clock SET open = 1, base = seq WHERE id = 1', args: [] }
const TOUCHED = {
  sql: 'SELECT scope, head FROM sync_scopes WHERE head > (SELECT base FROM sync_clock WHERE id = 1)',
  args: [],
}
const CLOSE_CLOCK = { sql: 'UPDATE sync_clock SET open = 0 WHERE id = 1 RETURNING seq', args: [] }

/** Opens the libSQL file at `url` (`file:...`) with one connection for reads and one for writes. */
export async function openDatabase(url: string, watch?: WriteWatch): Promise<Db> {
  const readerClient = createClient({ url, concurrency: 1, timeout: LOCK_WAIT_MS })
  const writerClient = createClient({ url, concurrency: 1, timeout: LOCK_WAIT_MS })
  const snapshots = openReadings(url, SNAPSHOTS_AT_ONCE)
  await prepareConnection(writerClient)
  await prepareConnection(readerClient)
  const read = drizzle(readerClient, { schema: tables })
  const listeners = new Set<(heads: ScopeHeads) => void>()
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
        watch?.(begun - asked, performance.now() - begun)
      }
    })
    tail = turn.catch(() => undefined).finally(() => waiting--)
    return turn
  }

  async function applyBatch(statements: Statement[]): Promise<ResultSet[]> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await writerClient.batch(statements, 'write')
      } catch (error) {
        if (!(error instanceof LibsqlError) || !isBusy(error) || attempt >= BUSY_RETRIES) throw error
        // A connection that has once been refused a lock cannot commit any more: start afresh.
        await writerClient.reconnect()
        await prepareConnection(writerClient)
        await Bun.sleep(BUSY_PAUSE_MS * 2 ** attempt)
      }
    }
  }

  async function applySteps(steps: Step[]): Promise<number> {
    const statements = steps.map(toStatement)
    let results: ResultSet[]
    try {
      results = await applyBatch([OPEN_CLOCK, ...statements, TOUCHED, CLOSE_CLOCK])
    } catch (error) {
      throw refusalOf(error, steps) ?? error
    }
    const heads = Object.fromEntries((results.at(-2)?.rows ?? []).map((row) => [String(row.scope), Number(row.head)]))
    if (Object.keys(heads).length > 0) for (const listener of listeners) listener(heads)
    return Number(results.at(-1)?.rows[0]?.seq ?? 0)
  }

  /** A plan without steps is no transaction. */
  async function currentSeq(): Promise<number> {
    const [row] = (await readerClient.execute('SELECT seq FROM sync_clock WHERE id = 1')).rows
    return Number(row?.seq ?? 0)
  }

  return {
    read,
    readBatch: (statements) => readerClient.batch(statements, 'read'),
    snapshot: snapshots.snapshot,
    write: (plan) =>
      enqueue(async () => {
        const { steps, value } = await plan(newIds(readerClient))
        return { value, seq: steps.length > 0 ? await applySteps(steps) : await currentSeq() }
      }),
    batch: (statements) => enqueue(() => applyBatch(statements)),
    exclusive: enqueue,
    waitingWrites: () => waiting,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    url,
    onClose: (listener) => void closing.add(listener),
    async close() {
      await Promise.all([...closing].map((listener) => listener()))
      await tail
      await snapshots.close()
      writerClient.close()
      readerClient.close()
    },
  }
}

/** Read transactions on connections of their own, so many at the same time. */
export function openReadings(url: string, atOnce: number): Pick<Db, 'snapshot' | 'close'> {
  const client = createClient({ url, concurrency: atOnce, timeout: LOCK_WAIT_MS })
  const waiting: (() => void)[] = []
  let open = 0
  const leave = () => {
    open--
    waiting.shift()?.()
  }
  return {
    async snapshot(work) {
      if (open >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
      open++
      try {
        const transaction = await client.transaction('deferred')
        try {
          const read = drizzle(transaction as unknown as Client, { schema: tables })
          return await work({ read, readBatch: (statements) => transaction.batch(statements) })
        } finally {
          transaction.close()
        }
      } finally {
        leave()
      }
    },
    async close() {
      while (open > 0) await Bun.sleep(1)
      client.close()
    },
  }
}

async function prepareConnection(client: Client): Promise<void> {
  await client.execute('PRAGMA journal_mode = WAL')
  await client.execute('PRAGMA synchronous = FULL')
  await client.execute('PRAGMA foreign_keys = ON')
  const [mode, sync, keys] = await Promise.all(
    ['journal_mode', 'synchronous', 'foreign_keys'].map(
      async (name) => Object.values((await client.execute(`PRAGMA ${name}`)).rows[0] ?? {})[0],
    ),
  )
  if (mode !== 'wal' || Number(sync) !== 2 || Number(keys) !== 1)
    throw new Error('The database does not keep its promises: WAL, full sync and foreign keys are required')
}

function newIds(client: Client): NewIds {
  const handedOut = new Map<string, number>()
  return {
    async next(table) {
      const known =
        handedOut.get(table) ??
        Number(
          (await client.execute({ sql: 'SELECT seq FROM sqlite_sequence WHERE name = ?', args: [table] })).rows[0]
            ?.seq ?? 0,
        )
      handedOut.set(table, known + 1)
      return known + 1
    },
  }
}

/** The refusal that the failed step asked for; the first statement is the clock, so steps count from 1. */
function refusalOf(error: unknown, steps: Step[]): Refusal | undefined {
  if (!(error instanceof LibsqlError) || !error.extendedCode?.startsWith('SQLITE_CONSTRAINT')) return undefined
  const index = 'statementIndex' in error ? Number(error.statementIndex) - 1 : -1
  return steps[index]?.refusal
}

function isBusy(error: LibsqlError): boolean {
  return error.code === 'SQLITE_BUSY' || error.code === 'SQLITE_LOCKED'
}

/** Did this write break the unique index or column named `name`? */
export function brokeUnique(error: unknown, name: string): boolean {
  return (
    error instanceof LibsqlError && error.extendedCode === 'SQLITE_CONSTRAINT_UNIQUE' && error.message.includes(name)
  )
}
