import type { LocalDb } from '../../disk/local-db'
import { overlayHandovers, type ShownHandover } from './handover-overlay'

/** Everything that both sides wrote down about a booking, with `userId`'s own saves that still wait. */
export async function readHandovers(db: LocalDb, bookingId: number, userId: number): Promise<ShownHandover[]> {
  const [rows, items] = await Promise.all([
    db.handovers.where('bookingId').equals(bookingId).toArray(),
    db.outbox.where('lane').startsWith(`handover:${bookingId}:`).toArray(),
  ])
  return overlayHandovers(rows, items, { bookingId, userId })
}
