import type { LocalDb } from './local-db'
import { countUnread } from './unread-offers'

/** How many offers are new to this person since they last opened Offers. */
export async function readUnreadCount(db: LocalDb, userId: number): Promise<number> {
  const [bookings, readAt] = await Promise.all([db.bookings.toArray(), db.meta.get('offersReadAt')])
  return countUnread(bookings, userId, typeof readAt?.v === 'string' ? readAt.v : '')
}

/** Opening Offers resets the badge. */
export async function markOffersRead(db: LocalDb, at: string): Promise<void> {
  await db.meta.put({ k: 'offersReadAt', v: at })
}
