import type { Booking } from '#schema/booking'
import type { LocalDb } from './local-db'
import { decliningBookings } from './overlay'
import { countUnread } from './unread-offers'

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

/** How many offers are new to this person since they last opened Offers. */
export async function readUnreadCount(db: LocalDb, userId: number): Promise<number> {
  const [bookings, readAt] = await Promise.all([db.bookings.toArray(), db.meta.get('offersReadAt')])
  return countUnread(bookings, userId, typeof readAt?.v === 'string' ? readAt.v : '')
}

/** Opening Offers resets the badge. */
export async function markOffersRead(db: LocalDb, at: string): Promise<void> {
  await db.meta.put({ k: 'offersReadAt', v: at })
}
