import type { SnapshotRow } from '#schema/sync'
import { SNAPSHOT_CHUNK_ROWS } from '#schema/sync-scopes'
import type { Changed, LocalDb, Pack } from '../disk/local-db'
import { GENERATION } from './catalogue'
import { collectionOf, packOf } from './packs'

/** More records of changes than this beside a pack's chunks, and they are folded into them. */
const REPACK_RECORDS = 300
/** A scope of which more is shown than a device holds grows by so much before it is cut back. */
const OUTGROWN = 1.3
/** A large catalogue written in one go would hold up the page: after so many chunks it gets a turn. */
const CHUNKS_AT_ONCE = 32
const chunksOf = (db: LocalDb, pack: Pack) =>
  db.chunks.where('[coll+n]').between([pack, 0], [pack, Number.MAX_SAFE_INTEGER])
const changesOf = (db: LocalDb, pack: Pack) => db.changed.where('coll').equals(pack)
/** A row with its change number and id; null when it is gone. */
export type ChangedRow = SnapshotRow<unknown>

/** A public scope as its snapshot brought it, complete up to `cursor`. */
export interface FilledScope {
  scope: string
  chunks: string[]
  cursor: number
}

/**
 * Writes the chunks of scopes in place of whatever was held of them.
 * @param kept the packs of their collection that stay: others leave this device with the same write
 */
export async function fillScopes(db: LocalDb, filled: FilledScope[], kept?: readonly Pack[]): Promise<void> {
  await db.transaction('rw', [db.meta, db.chunks, db.changed, db.scopes], async () => {
    if (kept) await dropOthers(db, new Set(kept))
    for (const { scope, chunks, cursor } of filled) {
      const pack = packOf(scope)
      if (!pack) throw new Error(`${scope} is no public scope`)
      await dropPack(db, pack)
      const all = chunks.map((text, n) => ({ coll: pack, n, text }))
      for (const some of inGroups(all, CHUNKS_AT_ONCE)) await db.chunks.bulkPut(some)
      await db.scopes.put({ scope, cursor })
    }
    await db.meta.put({ k: GENERATION, v: crypto.randomUUID() })
  })
}

async function dropPack(db: LocalDb, pack: Pack): Promise<void> {
  await chunksOf(db, pack).delete()
  await changesOf(db, pack).delete()
}

/** Drops the other packs of these collections, with their cursors. */
async function dropOthers(db: LocalDb, kept: ReadonlySet<Pack>): Promise<void> {
  const collections = new Set([...kept].map(collectionOf))
  const isOther = (pack: Pack | null) => pack !== null && collections.has(collectionOf(pack)) && !kept.has(pack)
  const chunked = await db.chunks.toCollection().primaryKeys()
  const changed = await db.changed.orderBy('coll').uniqueKeys()
  const packs = new Set([...chunked.map(([pack]) => pack), ...changed] as Pack[])
  for (const pack of packs) if (isOther(pack)) await dropPack(db, pack)
  await db.scopes.filter(({ scope }) => isOther(packOf(scope))).delete()
}

/** Holds this device so much more of a scope than `most` rows that its newest alone want fetching afresh? */
export async function isOutgrown(db: LocalDb, scope: string, most: number): Promise<boolean> {
  const pack = packOf(scope)
  if (pack === null) return false
  const limit = Math.ceil(most / SNAPSHOT_CHUNK_ROWS) * OUTGROWN
  const chunks = await chunksOf(db, pack).count()
  if (chunks > limit) return true
  const changed = newestOf(await changesOf(db, pack).toArray())
  if (chunks + changed.size / SNAPSHOT_CHUNK_ROWS <= limit) return false
  // The changes may be rows of the chunks: folded into them they are not counted twice.
  await repack(db, pack, () => true)
  return (await chunksOf(db, pack).count()) > limit
}

/**
 * Lays changed rows over their packs. Several changes of one row may come in any order: the newest counts.
 * @returns the packs over which so much lies that it wants folding into their chunks
 */
export async function keepChanged(db: LocalDb, rows: ReadonlyMap<Pack, ChangedRow[]>): Promise<Pack[]> {
  const records = [...rows].flatMap(([coll, all]) =>
    inGroups(all, SNAPSHOT_CHUNK_ROWS).map((some) => ({ coll, text: JSON.stringify(some) })),
  )
  if (records.length === 0) return []
  await db.changed.bulkAdd(records)
  const large = await Promise.all([...rows.keys()].map(async (coll) => ((await isLarge(db, coll)) ? [coll] : [])))
  return large.flat()
}

async function isLarge(db: LocalDb, coll: Pack): Promise<boolean> {
  return (await changesOf(db, coll).count()) > REPACK_RECORDS
}

/** Folds changed rows into their chunks once there is much of them. */
export const repackIfLarge = (db: LocalDb, coll: Pack): Promise<boolean> => repack(db, coll, () => isLarge(db, coll))

/** A chunk at a time: the page gets its turns between them, and chunks of which nothing has changed are not written. */
async function repack(db: LocalDb, coll: Pack, isWanted: () => boolean | Promise<boolean>): Promise<boolean> {
  return db.transaction('rw', [db.meta, db.chunks, db.changed], async () => {
    // Another page may have done it meanwhile.
    if (!(await isWanted())) return false
    const changed = newestOf(await changesOf(db, coll).toArray())
    const keys = await chunksOf(db, coll).primaryKeys()
    for (const key of keys) await repackChunk(db, key, changed)
    const added = [...changed.values()].filter(([, , row]) => row !== null)
    let n = (keys.at(-1)?.[1] ?? -1) + 1
    for (const some of inGroups(added, SNAPSHOT_CHUNK_ROWS))
      await db.chunks.put({ coll, n: n++, text: JSON.stringify(some) })
    await changesOf(db, coll).delete()
    await db.meta.put({ k: GENERATION, v: crypto.randomUUID() })
    return true
  })
}

/** Values in groups of at most `size`. */
export function inGroups<Value>(values: Value[], size: number): Value[][] {
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
