import type { Booking } from '#schema/booking'
import { blocksDates } from '#schema/booking'
import type { LocalDb } from '../../disk/local-db'
import { overlayBlocked, type ShownBlock } from './blocked-overlay'

/** The ranges that the person has blocked, with what waits to be sent, the next one first. */
export async function readBlocked(db: LocalDb): Promise<ShownBlock[]> {
  const [rows, items] = await Promise.all([
    db.blocked.toArray(),
    db.outbox.where('lane').startsWith('blocked:').toArray(),
  ])
  return overlayBlocked(rows, items)
}

/** Bookings of a person's listings that take their days, the next one first. */
export async function readTakenDays(db: LocalDb, ownerId: number): Promise<Booking[]> {
  const bookings = await db.bookings.where('ownerId').equals(ownerId).toArray()
  return bookings
    .filter(({ status }) => blocksDates(status))
    .toSorted((a, b) => a.startDate.localeCompare(b.startDate) || a.id - b.id)
}
