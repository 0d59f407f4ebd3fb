import type { Booking } from '#schema/booking'
import type { LocalDb } from './local-db'
import { decliningBookings } from './overlay'

/** An offer with what this person has pressed since: `declining` until the server has said so itself. */
export type ShownBooking = Booking & { declining: boolean }

/** Offers made or received, newest first. */
export async function readBookings(db: LocalDb, userId: number, side: 'renter' | 'owner'): Promise<ShownBooking[]> {
  const [bookings, items] = await Promise.all([
    db.bookings
      .where(side === 'renter' ? 'userId' : 'ownerId')
      .equals(userId)
      .toArray(),
    db.outbox.toArray(),
  ])
  const declining = decliningBookings(items)
  return bookings
    .sort((a, b) => b.id - a.id)
    .map((booking) => ({ ...booking, declining: booking.status === 'pending' && declining.has(booking.id) }))
}
