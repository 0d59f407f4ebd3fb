import { type InStatement, LibsqlError, type ResultSet } from '@libsql/client'
import * as hrana from '@libsql/hrana-client'
import { DrizzleQueryError } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import type { DatabaseServer } from '../env'

/** The database server forgets a stream that is silent for ten seconds. */
const KEPT_MS = 8_000
/** A database server that starts anew is waited for so long, unless the caller has another one to ask. */
const AWAITED_MS = 2_000
const AWAIT_PAUSE_MS = 50

/** One connection: what is asked on it between BEGIN and COMMIT belongs together. */
export interface Stream {
  execute(statement: InStatement): Promise<ResultSet>
  /** One transaction, in one request. An error tells by `statementIndex` which statement failed. */
  batch(statements: InStatement[], mode?: 'read' | 'write'): Promise<ResultSet[]>
  executeMultiple(script: string): Promise<void>
}

/** The connections of a database server, with the part of `Client` that drizzle needs. */
export interface Streams extends Stream {
  /** Runs `work` in one read transaction. `work` may run again when its connection is gone. */
  snapshot<Value>(work: (at: Stream) => Promise<Value>): Promise<Value>
  /** Runs a migration's statements while foreign keys are not looked at. */
  migrate(statements: InStatement[]): Promise<ResultSet[]>
  close(): void
}

interface Kept {
  stream: hrana.HttpStream
  usedAt: number
}

/**
 * Keeps connections to a database server: a new one reads the whole schema first, which takes longer than most questions.
 * @throws Refusal `busy` when the server cannot be reached, or its answer is lost: then nobody knows what it has done, and
 *   the caller asks again with the key of its request. LibsqlError else, as the client of a file does
 * @param integers how whole numbers are read: `bigint` keeps those that a `number` cannot hold
 */
export function openStreams(
  { url, token, namespace, streams: most, timeoutMs }: DatabaseServer,
  { integers = 'number', awaitedMs = AWAITED_MS }: { integers?: hrana.IntMode; awaitedMs?: number } = {},
): Streams {
  const client = hrana.openHttp(url, token || undefined, ask, undefined, 3)
  client.intMode = integers
  const free: Kept[] = []
  const waiting: (() => void)[] = []
  let open = 0

  /** The server takes the namespace from the first label of the host. */
  function ask(given: Request): Promise<Response> {
    const request = new Request(given, { signal: AbortSignal.timeout(timeoutMs) })
    if (namespace) request.headers.set('host', `${namespace}.db`)
    return fetch(request)
  }

  /** The connection that was used last; null without one that the server still knows. */
  function takeKept(): Kept | null {
    const kept = free.pop()
    if (!kept) return null
    if (!kept.stream.closed && performance.now() - kept.usedAt < KEPT_MS) return kept
    kept.stream.close()
    return takeKept()
  }

  async function enter(): Promise<void> {
    if (open >= most) await new Promise<void>((go) => waiting.push(go))
    else open++
  }

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else open--
  }

  async function runOnce<Value>(work: (stream: Stream) => Promise<Value>): Promise<Value> {
    await enter()
    let kept: Kept | null = null
    let stream: hrana.HttpStream | undefined
    let isUsable = true
    try {
      kept = takeKept()
      stream = kept?.stream ?? client.openStream()
      return await work(streamOf(stream))
    } catch (error) {
      // Only a batch that ran to its end has ended its transaction.
      isUsable = error instanceof LibsqlError && 'statementIndex' in error
      if (kept && isForgotten(error)) throw new ForgottenStream()
      throw error
    } finally {
      if (stream && isUsable && !stream.closed) free.push({ stream, usedAt: performance.now() })
      else stream?.close()
      leave()
    }
  }

  /** Asks again where nothing was looked at: on a connection that is gone, and while nobody listens. */
  async function run<Value>(work: (stream: Stream) => Promise<Value>): Promise<Value> {
    for (const since = performance.now(); ; ) {
      try {
        return await runOnce(work)
      } catch (error) {
        if (error instanceof ForgottenStream) continue
        const isWaitedFor = isUnreached(error) && performance.now() - since < awaitedMs
        if (!isWaitedFor) throw isUnreached(error) || isLost(error) ? busyBecause(error) : error
        await Bun.sleep(AWAIT_PAUSE_MS)
      }
    }
  }

  return {
    execute: (statement) => run((stream) => stream.execute(statement)),
    batch: (statements, mode) => run((stream) => stream.batch(statements, mode)),
    executeMultiple: (script) => run((stream) => stream.executeMultiple(script)),
    snapshot: (work) =>
      run(async (stream) => {
        await stream.execute('BEGIN')
        try {
          return await work(stream)
        } finally {
          // A reading has nothing to lose.
          await stream.execute('ROLLBACK')
        }
      }),
    migrate: (statements) =>
      run(async (stream) => {
        await stream.execute('PRAGMA foreign_keys = OFF')
        try {
          return await stream.batch(statements, 'write')
        } finally {
          await stream.execute('PRAGMA foreign_keys = ON')
        }
      }),
    close: () => client.close(),
  }
}

/** A kept connection that the server has forgotten. It has looked at nothing that came on it. */
class ForgottenStream extends Error {}

function streamOf(stream: hrana.HttpStream): Stream {
  return {
    execute: (statement) => asLibsql(async () => resultOf(await stream.query(toStmt(statement)))),
    executeMultiple: (script) => asLibsql(() => stream.sequence(script)),
    batch: (statements, mode) => asLibsql(() => runBatch(stream, statements, mode)),
  }
}

/** Each step runs when the one before it went well, and while the transaction stands. */
async function runBatch(
  stream: hrana.HttpStream,
  statements: InStatement[],
  mode: 'read' | 'write' = 'write',
): Promise<ResultSet[]> {
  const batch = stream.batch(false)
  const { ok, not, and, isAutocommit } = hrana.BatchCond
  const begin = batch.step()
  const begun = begin.run(mode === 'read' ? 'BEGIN' : 'BEGIN IMMEDIATE')
  const after = (before: hrana.BatchStep) => batch.step().condition(and(batch, [ok(before), not(isAutocommit(batch))]))
  let last = begin
  const answers = statements.map((statement) => {
    last = after(last)
    return last.query(toStmt(statement))
  })
  const commit = after(last)
  const committed = commit.run('COMMIT')
  const undo = batch.step().condition(and(batch, [not(ok(commit)), not(isAutocommit(batch))]))
  const all = [begun, ...answers, committed, undo.run('ROLLBACK')]
  // Each is awaited below, or of no interest after the first that failed.
  for (const one of all) one.catch(() => undefined)
  await batch.execute()
  await begun
  const results: ResultSet[] = []
  for (const [statementIndex, answer] of answers.entries()) {
    const rows = await answer.catch((error) => {
      throw Object.assign(libsqlErrorOf(error), { statementIndex })
    })
    if (rows === undefined) throw new LibsqlError('The transaction was rolled back.', 'TRANSACTION_CLOSED')
    results.push(resultOf(rows))
  }
  await committed
  return results
}

function toStmt(statement: InStatement): hrana.Stmt {
  if (typeof statement === 'string') return new hrana.Stmt(statement)
  const made = new hrana.Stmt(statement.sql)
  const { args = [] } = statement
  if (Array.isArray(args)) return made.bindIndexes(args as hrana.InValue[])
  for (const [name, value] of Object.entries(args)) made.bindName(name, value as hrana.InValue)
  return made
}

function resultOf(rows: hrana.RowsResult): ResultSet {
  return {
    columns: rows.columnNames.map((name) => name ?? ''),
    columnTypes: rows.columnDecltypes.map((type) => type ?? ''),
    rows: rows.rows as unknown as ResultSet['rows'],
    rowsAffected: rows.affectedRowCount,
    lastInsertRowid: rows.lastInsertRowid,
    toJSON: () => ({}),
  }
}

async function asLibsql<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    throw libsqlErrorOf(error)
  }
}

/** `CONNECTION_REFUSED`, `TOO_MANY_STREAMS`: the server has looked at nothing. `ANSWER_LOST`: nobody knows. */
function libsqlErrorOf(error: unknown): LibsqlError {
  if (error instanceof LibsqlError) return error
  const cause = error instanceof Error ? error : new Error(String(error))
  const code = error instanceof hrana.ResponseError ? (error.code ?? 'UNKNOWN') : codeOfFault(cause)
  return new LibsqlError(cause.message, code, undefined, undefined, cause)
}

function codeOfFault(error: Error & { code?: string; status?: number }): string {
  if (error.code === 'ConnectionRefused' || error.code === 'ECONNREFUSED') return 'CONNECTION_REFUSED'
  if (error instanceof hrana.HttpServerError && error.status === 429) return 'TOO_MANY_STREAMS'
  if (error instanceof hrana.HttpServerError && error.status === 400) return 'STREAM_EXPIRED'
  return 'ANSWER_LOST'
}

function isForgotten(error: unknown): boolean {
  return error instanceof LibsqlError && error.code === 'STREAM_EXPIRED'
}

function isUnreached(error: unknown): boolean {
  return error instanceof LibsqlError && (error.code === 'CONNECTION_REFUSED' || error.code === 'TOO_MANY_STREAMS')
}

function isLost(error: unknown): boolean {
  return error instanceof LibsqlError && error.code === 'ANSWER_LOST'
}

const busyBecause = (cause: unknown) => Object.assign(new Refusal('busy'), { cause })

const PASSING = ['SQLITE_BUSY', 'SQLITE_LOCKED', 'TRANSACTION_TIMEOUT', 'TRANSACTION_BUSY', 'TRANSACTION_CLOSED']

/** Nothing was written, and it may go well the next time. */
export function isPassing(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof LibsqlError && PASSING.includes(cause.code)
}

/** An answer with fewer rows may go well. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof LibsqlError && error.code === 'RESPONSE_TOO_LARGE'
}
