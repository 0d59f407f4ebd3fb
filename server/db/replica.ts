import type { InStatement, ResultSet, Row } from '@libsql/client'
import type { DatabaseServer } from '../env'
import type { Fallback, Moment } from './client'
import type { Statement } from './steps'
import { openStreams, type Stream, type Streams } from './streams'

/**
 * The time for one request. An answer takes some milliseconds on a busy machine, and afterwards the primary still has to
 * answer before people notice a pause.
 */
const SILENT_MS = 1_000
/** After a fault a replica is not asked for so long. */
const LEFT_ALONE_MS = 5_000

/**
 * Tells how far a database has come, and whether a start of a server is part of its history. To forget what was deleted moves
 * the floors and no number.
 */
const LOOK = `SELECT seq, epoch, (SELECT run FROM sync_runs ORDER BY n DESC LIMIT 1) AS run,
  EXISTS (SELECT 1 FROM sync_runs WHERE run = ?) AS knows,
  (SELECT sum(floor) FROM sync_scopes WHERE scope GLOB 'pub:*') AS floors
  FROM sync_clock WHERE id = 1`
const lookFor = (run: string): Statement => ({ sql: LOOK, args: [run] })

export type ReplicaStream = Pick<Stream, 'execute' | 'batch'>

/** A copy of a database, kept by another database server that follows the primary by some milliseconds. */
export interface Replica {
  /**
   * Runs `work` on the replica, as one reading of a moment that is not before `least`.
   * @returns the reason when the primary has to answer
   */
  read<Value>(least: Moment, work: (at: ReplicaStream) => Promise<Value>): Promise<{ value: Value } | Fallback>
  /** Looks whether the replica is level with the primary, unless that is known or a fault is fresh. */
  ask(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the replica of a database server, if it has one. Nothing is asked of it before a public read.
 *
 * A replica passes a transaction that goes over several requests on to the primary. Each request is therefore a transaction
 * of its own, which begins with a look at the clock: all of them belong to one moment when all looks see the same.
 */
export function openReplica(source: DatabaseServer, primary: Pick<Stream, 'execute'>): Replica | null {
  const { replicaUrl: url, timeoutMs } = source
  if (url === '') return null
  let opened: Streams | null = null
  let isLevel = false
  let isClosed = false
  let aloneUntil = 0
  let asking: Promise<void> | null = null

  /** Connections are made anew after a fault: those that never found their server are of no use any more. */
  function leaveAlone(streams: Streams): void {
    if (streams !== opened) return
    streams.close()
    opened = null
    isLevel = false
    aloneUntil = performance.now() + LEFT_ALONE_MS
  }

  async function compare(): Promise<void> {
    const known = momentOf((await primary.execute(lookFor(''))).rows[0])
    const streams =
      opened ?? openStreams({ ...source, url, timeoutMs: Math.min(SILENT_MS, timeoutMs) }, { awaitedMs: 0 })
    opened = streams
    try {
      const { rows } = await streams.execute(lookFor(known.run))
      isLevel = isNotBehind(rows[0], known)
    } catch {
      leaveAlone(streams)
    }
  }

  async function ask(): Promise<void> {
    if (isLevel || isClosed || performance.now() < aloneUntil) return
    // A primary that cannot be asked says nothing about its replica.
    asking ??= compare()
      .catch(() => undefined)
      .finally(() => {
        asking = null
      })
    await asking
  }

  return {
    ask,
    async read(least, work) {
      const streams = isLevel ? opened : null
      if (!streams) {
        void ask()
        return 'unready'
      }
      const { stream, fallback } = oneMoment(streams, least)
      try {
        const value = await work(stream)
        return fallback() ?? { value }
      } catch (error) {
        const why = fallback()
        if (!why) throw error
        if (why === 'fault') leaveAlone(streams)
        return why
      }
    },
    async close() {
      isClosed = true
      await asking
      opened?.close()
    },
  }
}

/** Requests that fail unless all of them see one moment, which is not before `least`. */
function oneMoment(streams: Streams, least: Moment): { stream: ReplicaStream; fallback(): Fallback | null } {
  let first: string | null = null
  let fallback: Fallback | null = null

  async function batch(statements: InStatement[]): Promise<ResultSet[]> {
    if (statements.length === 0) return []
    const [look, ...results] = await streams.batch([lookFor(least.run), ...statements], 'read').catch((error) => {
      fallback ??= 'fault'
      throw error
    })
    const row = look?.rows[0]
    const seen = JSON.stringify(row)
    if (!isNotBehind(row, least)) fallback ??= 'behind'
    else if (seen !== (first ?? seen)) fallback ??= 'moved'
    if (fallback) throw new Error(`The replica cannot answer: ${fallback}`)
    first = seen
    return results
  }

  return {
    stream: {
      batch,
      async execute(statement) {
        const [result] = await batch([statement])
        if (!result) throw new Error('The replica has not answered')
        return result
      },
    },
    fallback: () => fallback,
  }
}

function momentOf(row: Row | undefined): Moment {
  return { seq: Number(row?.seq ?? 0), epoch: String(row?.epoch ?? ''), run: String(row?.run ?? '') }
}

/** A database that has counted as far but does not know the run was restored from another copy, or is another one. */
function isNotBehind(row: Row | undefined, { seq, epoch }: Moment): boolean {
  const at = momentOf(row)
  return Number(row?.knows) === 1 && at.epoch === epoch && at.seq >= seq
}
