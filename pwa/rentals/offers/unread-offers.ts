import type { Booking } from '#schema/booking'
import type { LocalDb } from '../../disk/local-db'

/** Incoming pending offers made after `readAt`, and own offers that were answered or ended after it. */
export function countUnread(
  bookings: readonly Pick<Booking, 'userId' | 'ownerId' | 'status' | 'createdAt' | 'statusChangedAt'>[],
  userId: number,
  readAt: string,
): number {
  return bookings.filter((booking) =>
    booking.ownerId === userId
      ? booking.status === 'pending' && booking.createdAt > readAt
      : booking.status !== 'pending' && booking.statusChangedAt > readAt,
  ).length
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
