import type { Booking } from '#schema/booking'
import type { LocalDb } from '../../disk/local-db'
import { decliningBookings } from '../../sync/overlay'

/** An offer with what this person has pressed since: `declining` until the server has said so itself. */
export type ShownBooking = Booking & { declining: boolean }

/** Offers made or received, newest first. */
export async function readBookings(db: LocalDb, userId: number, side: 'renter' | 'owner'): Promise<ShownBooking[]> {
  const [bookings, items] = await Promise.all([
    db.bookings
      .where(side === 'renter' ? 'userId' : 'ownerId')
      .equals(userId)
      .toArray(),
    db.outbox.where('lane').startsWith('answer:').toArray(),
  ])
  const declining = decliningBookings(items)
  return bookings
    .sort((a, b) => b.id - a.id)
    .map((booking) => ({ ...booking, declining: booking.status === 'pending' && declining.has(booking.id) }))
}

/** One offer of this person's, or undefined when this device has none of that number. */
export async function readBooking(db: LocalDb, userId: number, id: number): Promise<ShownBooking | undefined> {
  const [booking, items] = await Promise.all([
    db.bookings.get(id),
    db.outbox.where('lane').equals(`answer:${id}`).toArray(),
  ])
  if (!booking || (booking.userId !== userId && booking.ownerId !== userId)) return undefined
  return { ...booking, declining: booking.status === 'pending' && decliningBookings(items).has(id) }
}
