import { liveQuery } from 'dexie'
import { canAnswerClaim } from '#schema/damage-report'
import type { LocalDb } from '../disk/local-db'
import { readUnreadThreads } from '../messages/thread-reads'
import { type OfferCounts, readUnreadCounts } from '../rentals/offers/unread-offers'

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
  const [offers, claims, booked, ordered] = await Promise.all([
    readUnreadCounts(db, userId),
    readOpenClaims(db, userId),
    readUnreadThreads(db, userId, 'booking'),
    readUnreadThreads(db, userId, 'order'),
  ])
  const messages = [...booked.values(), ...ordered.values()]
  return messages.reduce((sum, count) => sum + count, offers.renter + offers.owner + claims.length)
}

/** A claim that this person has to answer. */
export interface OpenClaim {
  bookingId: number
  owner: string
  answerBy: string
}

/** The claims that wait for this person's answer, the most urgent first. */
async function readOpenClaims(db: LocalDb, userId: number): Promise<OpenClaim[]> {
  const reports = (await db.damageReports.toArray()).filter((report) => canAnswerClaim(report, new Date()))
  const bookings = await db.bookings.bulkGet(reports.map(({ bookingId }) => bookingId))
  const claims = reports.flatMap(({ bookingId, responseDeadline }, index) => {
    const booking = bookings[index]
    return booking?.userId === userId ? [{ bookingId, owner: booking.ownerUsername, answerBy: responseDeadline }] : []
  })
  return claims.sort((a, b) => (a.answerBy < b.answerBy ? -1 : 1))
}

/** News for a person: offers, and messages about what they have ordered and about orders of their own items. */
export interface Unread {
  /** Offers of both sides, and claims to answer. */
  offers: number
  /** The list in which the first of them is. */
  offersTo: string
  claim: OpenClaim | null
  bought: number
  sold: number
}

function offersTo({ renter, owner }: OfferCounts, claims: number): string {
  if (claims > 0 || renter > 0) return '/offers?tab=made'
  return owner > 0 ? '/offers?tab=received' : '/offers'
}

/** Tells what is new now, and again whenever it changes, until the answer is called. */
export function watchUnread(db: LocalDb, userId: number, onChange: (unread: Unread) => void): () => void {
  return watch(async () => {
    const [counts, claims, messages] = await Promise.all([
      readUnreadCounts(db, userId),
      readOpenClaims(db, userId),
      readUnreadOrderMessages(db, userId),
    ])
    const offers = counts.renter + counts.owner + claims.length
    return { offers, offersTo: offersTo(counts, claims.length), claim: claims[0] ?? null, ...messages }
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
