import type { LocalDb } from '../../disk/local-db'
import { readThingWrites } from '../../offerings/own-thing-writes'
import { overlayItem, type ShownOwnItem } from './own-item-overlay'

/** All that a person makes to order, archived or not, with their waiting writes, newest first. */
export async function readOwnItems(db: LocalDb): Promise<ShownOwnItem[]> {
  const writes = await readThingWrites(db, 'item')
  const rows = await db.ownItems.orderBy('id').reverse().toArray()
  return rows.map((row) => overlayItem(row, writes))
}

/** One of a person's items, or null. */
export async function readOwnItem(db: LocalDb, id: number): Promise<ShownOwnItem | null> {
  const writes = await readThingWrites(db, 'item')
  const row = await db.ownItems.get(id)
  return row ? overlayItem(row, writes) : null
}
