import type { SnapshotRow } from '#schema/sync'
import { type PublicCollection, publicScopes, SNAPSHOT_CHUNK_ROWS } from '#schema/sync-scopes'
import type { Changed, LocalDb } from '../disk/local-db'
import { GENERATION } from './catalogue'

/** More records of changes than this beside a collection's chunks, and they are folded into them. */
const REPACK_RECORDS = 300
/** A large catalogue written in one go would hold up the page: after so many chunks it gets a turn. */
const CHUNKS_AT_ONCE = 32
const allOf = (coll: PublicCollection): [[string, number], [string, number]] => [
  [coll, 0],
  [coll, Number.MAX_SAFE_INTEGER],
]
/** A row with its change number and id; null when it is gone. */
export type ChangedRow = SnapshotRow<unknown>

/** Writes a collection's chunks in place of whatever was held, complete up to `cursor`. */
export async function fillCollection(
  db: LocalDb,
  coll: PublicCollection,
  chunks: string[],
  cursor: number,
): Promise<void> {
  await db.transaction('rw', [db.meta, db.chunks, db.changed, db.scopes], async () => {
    await db.chunks
      .where('[coll+n]')
      .between(...allOf(coll))
      .delete()
    await db.changed.where('coll').equals(coll).delete()
    const all = chunks.map((text, n) => ({ coll, n, text }))
    for (const some of inGroups(all, CHUNKS_AT_ONCE)) await db.chunks.bulkPut(some)
    await db.scopes.put({ scope: publicScopes[coll], cursor })
    await db.meta.put({ k: GENERATION, v: crypto.randomUUID() })
  })
}

/**
 * Lays changed rows over their collections. Several changes of one row may come in any order: the newest counts.
 * @returns the collections over which so much lies that it wants folding into their chunks
 */
export async function keepChanged(
  db: LocalDb,
  rows: ReadonlyMap<PublicCollection, ChangedRow[]>,
): Promise<PublicCollection[]> {
  const records = [...rows].flatMap(([coll, all]) =>
    inGroups(all, SNAPSHOT_CHUNK_ROWS).map((some) => ({ coll, text: JSON.stringify(some) })),
  )
  if (records.length === 0) return []
  await db.changed.bulkAdd(records)
  const large = await Promise.all([...rows.keys()].map(async (coll) => ((await isLarge(db, coll)) ? [coll] : [])))
  return large.flat()
}

async function isLarge(db: LocalDb, coll: PublicCollection): Promise<boolean> {
  return (await db.changed.where('coll').equals(coll).count()) > REPACK_RECORDS
}

/**
 * Folds changed rows into their chunks once there is much of them. A chunk at a time: the page gets its turns between them,
 * and chunks of which nothing has changed are not written.
 */
export async function repackIfLarge(db: LocalDb, coll: PublicCollection): Promise<boolean> {
  return db.transaction('rw', [db.meta, db.chunks, db.changed], async () => {
    // Another page may have done it meanwhile.
    if (!(await isLarge(db, coll))) return false
    const held = () => db.changed.where('coll').equals(coll)
    const changed = newestOf(await held().toArray())
    const keys = await db.chunks
      .where('[coll+n]')
      .between(...allOf(coll))
      .primaryKeys()
    for (const key of keys) await repackChunk(db, key, changed)
    const added = [...changed.values()].filter(([, , row]) => row !== null)
    let n = (keys.at(-1)?.[1] ?? -1) + 1
    for (const some of inGroups(added, SNAPSHOT_CHUNK_ROWS))
      await db.chunks.put({ coll, n: n++, text: JSON.stringify(some) })
    await held().delete()
    await db.meta.put({ k: GENERATION, v: crypto.randomUUID() })
    return true
  })
}

function inGroups<Value>(values: Value[], size: number): Value[][] {
  const groups: Value[][] = []
  for (let start = 0; start < values.length; start += size) groups.push(values.slice(start, start + size))
  return groups
}

function newestOf(records: Changed[]): Map<string, ChangedRow> {
  const rows = records.flatMap(({ text }) => JSON.parse(text) as ChangedRow[])
  return new Map(rows.toSorted(([a], [b]) => a - b).map((row) => [row[1], row]))
}

/** Brings the changes of one chunk's rows into it and takes them out of `changed`. */
async function repackChunk(db: LocalDb, key: [string, number], changed: Map<string, ChangedRow>): Promise<void> {
  const chunk = await db.chunks.get(key)
  if (!chunk) return
  let isTouched = false
  const rows = (JSON.parse(chunk.text) as SnapshotRow<unknown>[]).flatMap((row): SnapshotRow<unknown>[] => {
    const newer = changed.get(row[1])
    if (!newer) return [row]
    changed.delete(row[1])
    if (row[0] > newer[0]) return [row]
    isTouched = true
    return newer[2] === null ? [] : [newer]
  })
  if (!isTouched) return
  if (rows.length > 0) await db.chunks.put({ ...chunk, text: JSON.stringify(rows) })
  else await db.chunks.delete(key)
}
