import type { Booking } from '#schema/booking'
import type { Handover, HandoverMoment } from '#schema/handover'
import type { LocalDb } from '../../disk/local-db'
import { acceptedOf } from '../../disk/pending-of'
import { decliningBookings } from '../../sync/overlay'

/** An offer with what this person has pressed since. */
export type ShownBooking = Booking & {
  /** Until the server has said so itself. */
  declining: boolean
  /** The moments of a paid rental that this person has written down. */
  written?: readonly HandoverMoment[]
  /** The pages of both sides that a paid rental has. One that the server refused is none. */
  pages?: readonly Pick<Handover, 'moment' | 'userId'>[]
}

/** Offers made or received, newest first. */
export async function readBookings(db: LocalDb, userId: number, side: 'renter' | 'owner'): Promise<ShownBooking[]> {
  const bookings = await db.bookings
    .where(side === 'renter' ? 'userId' : 'ownerId')
    .equals(userId)
    .toArray()
  const shown = await withPresses(db, userId, bookings)
  return shown.sort((a, b) => b.id - a.id)
}

/** One offer of this person's, or undefined when this device has none of that number. */
export async function readBooking(db: LocalDb, userId: number, id: number): Promise<ShownBooking | undefined> {
  const booking = await db.bookings.get(id)
  if (!booking || (booking.userId !== userId && booking.ownerId !== userId)) return undefined
  return (await withPresses(db, userId, [booking]))[0]
}

async function withPresses(db: LocalDb, userId: number, bookings: readonly Booking[]): Promise<ShownBooking[]> {
  const paid = bookings.filter(({ status }) => status === 'paid').map(({ id }) => id)
  const [pages, answers, saves] = await Promise.all([
    db.handovers.where('bookingId').anyOf(paid).toArray(),
    db.outbox.where('lane').startsWith('answer:').toArray(),
    db.outbox.where('lane').startsWith('handover:').toArray(),
  ])
  const declining = decliningBookings(answers)
  const saved = acceptedOf(saves, 'handover.put').map(({ payload }) => ({ ...payload, userId }))
  const pagesOf = Map.groupBy([...pages, ...saved], ({ bookingId }) => bookingId)
  return bookings.map((booking) => ({
    ...booking,
    declining: booking.status === 'pending' && declining.has(booking.id),
    ...writtenIn(pagesOf.get(booking.id), userId),
  }))
}

function writtenIn(pages: ShownBooking['pages'], userId: number): Pick<ShownBooking, 'pages' | 'written'> {
  if (!pages) return {}
  const own = pages.filter((page) => page.userId === userId)
  return { pages, written: own.map(({ moment }) => moment) }
}
