import { liveQuery } from 'dexie'
import type { LocalDb } from '../disk/local-db'
import { readUnreadThreads } from '../messages/thread-reads'
import { readUnreadCount } from '../rentals/offers/unread-offers'

/** Unread messages about the orders that this person placed (`bought`), and about those of their own items (`sold`). */
export async function readUnreadOrderMessages(db: LocalDb, userId: number): Promise<{ bought: number; sold: number }> {
  const unread = await readUnreadThreads(db, userId, 'order')
  const orders = await db.purchases.bulkGet([...unread.keys()])
  const count = (isMine: boolean) =>
    orders.reduce((sum, order) => {
      const counts = order !== undefined && (order.userId === userId) === isMine
      return sum + (counts ? (unread.get(order.id) ?? 0) : 0)
    }, 0)
  return { bought: count(true), sold: count(false) }
}

/** Everything that is new to this person: what the number on the app's icon says. */
export async function readUnreadTotal(db: LocalDb, userId: number): Promise<number> {
  const [offers, booked, ordered] = await Promise.all([
    readUnreadCount(db, userId),
    readUnreadThreads(db, userId, 'booking'),
    readUnreadThreads(db, userId, 'order'),
  ])
  const messages = [...booked.values(), ...ordered.values()]
  return messages.reduce((sum, count) => sum + count, offers)
}

/** News for a person: offers, and messages about what they have ordered and about orders of their own items. */
export interface Unread {
  offers: number
  bought: number
  sold: number
}

/** Tells what is new now, and again whenever it changes, until the answer is called. */
export function watchUnread(db: LocalDb, userId: number, onChange: (unread: Unread) => void): () => void {
  return watch(async () => {
    const [offers, messages] = await Promise.all([readUnreadCount(db, userId), readUnreadOrderMessages(db, userId)])
    return { offers, ...messages }
  }, onChange)
}

/** The same for the number on the app's icon. */
export function watchUnreadTotal(db: LocalDb, userId: number, onChange: (count: number) => void): () => void {
  return watch(() => readUnreadTotal(db, userId), onChange)
}

function watch<Value>(read: () => Promise<Value>, onChange: (value: Value) => void): () => void {
  // A disk that cannot be read has nothing new to tell.
  const watched = liveQuery(read).subscribe({ next: onChange, error: () => undefined })
  return () => watched.unsubscribe()
}
