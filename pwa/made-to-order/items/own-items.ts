import type { LocalDb } from '../../disk/local-db'
import { type ThingWrites, thingWrites } from '../../offerings/own-thing-writes'
import { overlayItem, type ShownOwnItem } from './own-item-overlay'

/** All that a person makes to order, archived or not, with their waiting writes, newest first. */
export async function readOwnItems(db: LocalDb): Promise<ShownOwnItem[]> {
  const writes = await readWrites(db)
  const rows = await db.ownItems.orderBy('id').reverse().toArray()
  return rows.map((row) => overlayItem(row, writes))
}

/** One of a person's items, or null. */
export async function readOwnItem(db: LocalDb, id: number): Promise<ShownOwnItem | null> {
  const writes = await readWrites(db)
  const row = await db.ownItems.get(id)
  return row ? overlayItem(row, writes) : null
}

/** The outbox is read before the rows: what a pull brings must not be missing in between. */
async function readWrites(db: LocalDb): Promise<ThingWrites<'item'>> {
  return thingWrites('item', await db.outbox.where('lane').startsWith('item:').toArray())
}
