import type { SnapshotRow } from '#schema/sync'
import { type PublicCollection, publicScopes, SNAPSHOT_CHUNK_ROWS } from '#schema/sync-scopes'
import { GENERATION } from './catalogue'
import type { Delta, LocalDb } from './local-db'

/** More changed rows than this beside a collection's chunks, and they are folded into them. */
const REPACK_DELTAS = 1_000

/** Writes a collection's chunks in place of whatever was held, complete up to `cursor`. */
export async function fillCollection(
  db: LocalDb,
  coll: PublicCollection,
  chunks: string[],
  cursor: number,
): Promise<void> {
  await db.transaction('rw', [db.meta, db.chunks, db.deltas, db.scopes], async () => {
    await db.chunks.where('[coll+n]').between([coll, 0], [coll, Number.MAX_SAFE_INTEGER]).delete()
    await db.deltas.where('[coll+id]').between([coll, 0], [coll, Number.MAX_SAFE_INTEGER]).delete()
    await db.chunks.bulkPut(chunks.map((text, n) => ({ coll, n, text })))
    await db.scopes.put({ scope: publicScopes[coll], cursor })
    await db.meta.put({ k: GENERATION, v: crypto.randomUUID() })
  })
}

/**
 * Folds changed rows into their chunks once there are many of them. A chunk at a time: the page gets its turns between them,
 * and chunks of which nothing has changed are not written.
 */
export async function repackIfLarge(db: LocalDb, coll: PublicCollection): Promise<boolean> {
  const deltas = () => db.deltas.where('[coll+id]').between([coll, 0], [coll, Number.MAX_SAFE_INTEGER])
  if ((await deltas().count()) <= REPACK_DELTAS) return false
  await db.transaction('rw', [db.meta, db.chunks, db.deltas], async () => {
    const changed = new Map((await deltas().toArray()).map((delta) => [String(delta.id), delta]))
    const keys = await db.chunks.where('[coll+n]').between([coll, 0], [coll, Number.MAX_SAFE_INTEGER]).primaryKeys()
    for (const key of keys) await repackChunk(db, key, changed)
    const added = [...changed.values()].flatMap(({ id, q, row }) => (row === null ? [] : [[q, String(id), row]]))
    let n = (keys.at(-1)?.[1] ?? -1) + 1
    for (let start = 0; start < added.length; start += SNAPSHOT_CHUNK_ROWS)
      await db.chunks.put({ coll, n: n++, text: JSON.stringify(added.slice(start, start + SNAPSHOT_CHUNK_ROWS)) })
    await deltas().delete()
    await db.meta.put({ k: GENERATION, v: crypto.randomUUID() })
  })
  return true
}

/** Brings the changes of one chunk's rows into it and takes them out of `changed`. */
async function repackChunk(db: LocalDb, key: [string, number], changed: Map<string, Delta>): Promise<void> {
  const chunk = await db.chunks.get(key)
  if (!chunk) return
  let isTouched = false
  const rows = (JSON.parse(chunk.text) as SnapshotRow<unknown>[]).flatMap((row): SnapshotRow<unknown>[] => {
    const delta = changed.get(row[1])
    if (!delta) return [row]
    changed.delete(row[1])
    if (row[0] > delta.q) return [row]
    isTouched = true
    return delta.row === null ? [] : [[delta.q, row[1], delta.row]]
  })
  if (!isTouched) return
  if (rows.length > 0) await db.chunks.put({ ...chunk, text: JSON.stringify(rows) })
  else await db.chunks.delete(key)
}
