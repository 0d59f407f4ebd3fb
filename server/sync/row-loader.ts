import type { Reads } from '../db/client'
import { loadRows, rowKey } from './collections'
import { isPublicScope } from './public-scopes'

/** The newest changes of a busy market: some ten megabytes. */
const KEPT_ROWS = 5_000

export interface LiveEntry {
  scope: string
  coll: string
  rid: string
  seq: number
}

/** The rows of entries at one moment of the database, by `rowKey`. */
export type RowLoader = (
  db: Reads,
  entries: readonly LiveEntry[],
  at: { epoch: string; now: Date },
) => Promise<Map<string, unknown>>

/**
 * A loader that keeps public rows: thousands of devices pull the same news. A public row is the same for everybody until its
 * entry has another number, or, because days that have passed are left out of it, until the next day.
 */
export function createRowLoader(most = KEPT_ROWS): RowLoader {
  /** The rows that were asked for longest ago come first. */
  const kept = new Map<string, unknown>()
  const keep = (name: string, row: unknown) => {
    kept.delete(name)
    kept.set(name, row)
    const [oldest = ''] = kept.keys()
    if (kept.size > most) kept.delete(oldest)
  }
  return async (db, entries, { epoch, now }) => {
    const day = now.toISOString().slice(0, 10)
    const nameOf = ({ coll, rid, seq }: LiveEntry) => `${epoch}/${day}/${coll}/${rid}/${seq}`
    const known = new Map<string, unknown>()
    for (const entry of entries) {
      const row = isPublicScope(entry.scope) ? kept.get(nameOf(entry)) : undefined
      if (row !== undefined) known.set(keyOf(entry), row)
    }
    const read = await loadRows(
      db,
      entries.filter((entry) => !known.has(keyOf(entry))),
      now,
    )
    const rows = new Map([...known, ...read])
    for (const entry of entries) {
      const row = isPublicScope(entry.scope) ? rows.get(keyOf(entry)) : undefined
      if (row !== undefined) keep(nameOf(entry), row)
    }
    return rows
  }
}

const keyOf = ({ scope, coll, rid }: LiveEntry) => rowKey(scope, coll, rid)
