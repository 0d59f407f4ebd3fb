import { createHmac, timingSafeEqual } from 'node:crypto'
import type { InValue } from '@libsql/client'
import type { Db, Reads } from '../db/client'
import { newEpoch } from '../db/migrate'

/** Numbers that a restored database leaves out, for rows and for changes, beyond all that anybody has seen. */
const GAP = 10_000
/**
 * Older starts are forgotten, and a device that was last here before them fetches afresh: a quiet market that is opened and closed all
 * day by two servers keeps those of two months.
 */
export const RUNS_KEPT = 10_000
const MARK = /^([A-Za-z0-9_-]{8,40})\.(\d{1,15})\.([A-Za-z0-9_-]{43})$/

/** The state of the change numbers, as one reading. */
export interface Clock {
  seq: number
  epoch: string
  life: string
  /** The latest start of a server on this database. */
  run: string
  markKey: string
  /** So many public rows have room on a device; null where that was never measured. */
  deviceRows: number | null
}

/** A change number that this database has given out, in one of its runs. */
export interface Mark {
  run: string
  seq: number
}

const UNNUMBERED_TABLES = `INSERT INTO sqlite_sequence (name, seq) SELECT name, 0 FROM sqlite_master
  WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%' AND name NOT IN (SELECT name FROM sqlite_sequence)`

export async function readClock(db: Reads): Promise<Clock> {
  const [row] = await rowsOf(
    db,
    `SELECT seq, epoch, life, mark_key, device_rows, (SELECT run FROM sync_runs ORDER BY n DESC LIMIT 1) AS run
     FROM sync_clock WHERE id = 1`,
  )
  return {
    seq: Number(row?.seq ?? 0),
    epoch: String(row?.epoch ?? ''),
    life: String(row?.life ?? ''),
    run: String(row?.run ?? ''),
    markKey: String(row?.mark_key ?? ''),
    deviceRows: row?.device_rows == null ? null : Number(row.device_rows),
  }
}

/** Notes that a server starts on this database: a copy that is started leaves the history of its original here. */
export async function beginRun(db: Db): Promise<void> {
  await db.batch([
    {
      sql: 'INSERT INTO sync_runs (run, began) SELECT ?, seq FROM sync_clock WHERE id = 1',
      args: [crypto.randomUUID()],
    },
    { sql: 'DELETE FROM sync_runs WHERE n <= (SELECT max(n) FROM sync_runs) - ?', args: [RUNS_KEPT] },
  ])
}

/**
 * The mark that a device hands back to say how far it has come. Only this database, and a copy of it, can make one: nobody can claim
 * a number that was not given out.
 */
export function signMark({ run, seq, life, markKey }: Omit<Clock, 'epoch' | 'deviceRows'>): string {
  return `${run}.${seq}.${signature({ run, seq, life, markKey })}`
}

/** @returns null for a mark of another database, or an invented one */
export function readMark(text: string, { life, markKey }: Pick<Clock, 'life' | 'markKey'>): Mark | null {
  const [, run, digits, signed] = MARK.exec(text) ?? []
  if (!run || !digits || !signed) return null
  const seq = Number(digits)
  const right = signature({ run, seq, life, markKey })
  return timingSafeEqual(Buffer.from(signed), Buffer.from(right)) ? { run, seq } : null
}

function signature({ run, seq, life, markKey }: Omit<Clock, 'epoch' | 'deviceRows'>): string {
  return createHmac('sha256', markKey).update(`${life}\n${run}\n${seq}`).digest('base64url')
}

/**
 * Is a number no part of this database's history? It was given out by a run that is unknown here, or later than that run
 * ends here: after the copy was made from which this database was restored.
 * @returns null for a number of this history. Else `from`: no earlier number was lost; `isOpen`: the present epoch does not
 *   begin beyond it
 */
export async function placeOfLost(db: Reads, { run, seq }: Mark): Promise<{ from: number; isOpen: boolean } | null> {
  const [row] = await rowsOf(
    db,
    `SELECT epoch_from,
       (SELECT began FROM sync_runs ORDER BY n LIMIT 1) AS oldest,
       (SELECT began FROM sync_runs ORDER BY n DESC LIMIT 1) AS latest,
       CASE WHEN own.n IS NULL THEN NULL
         ELSE coalesce((SELECT began FROM sync_runs WHERE n > own.n ORDER BY n LIMIT 1), clock.seq) END AS ended
     FROM sync_clock clock LEFT JOIN sync_runs own ON own.run = ? WHERE clock.id = 1`,
    [run],
  )
  const ended = row?.ended == null ? null : Number(row.ended)
  if (ended !== null && seq <= ended) return null
  // Of a number before the runs that are remembered nobody can say whether it was lost: its device alone fetches afresh.
  const isForgotten = ended === null && seq <= Number(row?.oldest)
  return { from: ended ?? Number(row?.latest), isOpen: !isForgotten && seq >= Number(row?.epoch_from) }
}

/**
 * Goes on under another epoch and beyond every number that was `seen`, and gives no row an id that may have been given out
 * after `from`: no id can have grown by more than the change numbers did.
 * @returns null when the present epoch begins beyond `seen` already
 */
export async function startEpoch(
  db: Db,
  { seen, from }: { seen: number; from: number },
): Promise<Pick<Clock, 'epoch' | 'seq'> | null> {
  const epoch = newEpoch()
  const results = await db.batch([
    // A table that was empty when the copy was made may have given out numbers since, too.
    { sql: UNNUMBERED_TABLES, args: [] },
    {
      sql: `UPDATE sqlite_sequence SET seq = seq + ? + (SELECT max(clock.seq, ?) - ? FROM sync_clock clock)
        WHERE (SELECT epoch_from FROM sync_clock) <= ?`,
      args: [GAP, seen, from, seen],
    },
    {
      sql: `UPDATE sync_clock SET epoch = ?, seq = max(seq, ?) + ?, epoch_from = max(seq, ?) + ?
        WHERE id = 1 AND epoch_from <= ? RETURNING seq`,
      args: [epoch, seen, GAP, seen, GAP, seen],
    },
  ])
  const seq = results.at(-1)?.rows[0]?.seq
  return seq === undefined ? null : { epoch, seq: Number(seq) }
}

async function rowsOf(db: Reads, sql: string, args: InValue[] = []) {
  const [result] = await db.readBatch([{ sql, args }])
  return result?.rows ?? []
}
