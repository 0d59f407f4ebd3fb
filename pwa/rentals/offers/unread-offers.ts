import type { Booking } from '#schema/booking'
import type { LocalDb } from '../../disk/local-db'

export type OfferSide = 'renter' | 'owner'
/** When the lists of both sides were last in front of this person. */
export type OffersReadAt = Record<OfferSide, string>

type Judged = Pick<Booking, 'userId' | 'ownerId' | 'status' | 'createdAt' | 'statusChangedAt'>

/** Incoming pending offers made after that list was read, and own offers that were answered or ended after theirs was. */
export function countUnread(bookings: readonly Judged[], userId: number, readAt: OffersReadAt): OfferCounts {
  const isNew = (booking: Judged) =>
    booking.ownerId === userId
      ? booking.status === 'pending' && booking.createdAt > readAt.owner
      : booking.status !== 'pending' && booking.statusChangedAt > readAt.renter
  const found = bookings.filter(isNew)
  const owner = found.filter(({ ownerId }) => ownerId === userId).length
  return { renter: found.length - owner, owner }
}

export type OfferCounts = Record<OfferSide, number>

const READ_KEYS: Record<OfferSide, string> = { renter: 'offersReadAt', owner: 'incomingReadAt' }

/** How many offers of each side are new to this person since that list was last in front of them. */
export async function readUnreadCounts(db: LocalDb, userId: number): Promise<OfferCounts> {
  const [bookings, made, received] = await Promise.all([
    db.bookings.toArray(),
    db.meta.get(READ_KEYS.renter),
    db.meta.get(READ_KEYS.owner),
  ])
  const at = (value: unknown) => (typeof value === 'string' ? value : '')
  // Earlier builds kept one instant for both lists.
  return countUnread(bookings, userId, { renter: at(made?.v), owner: at(received?.v ?? made?.v) })
}

/** A list that was in front of its person resets its part of the badge. */
export async function markOffersRead(db: LocalDb, side: OfferSide, at: string): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const made = await db.meta.get(READ_KEYS.renter)
    if (side === 'renter' && made && !(await db.meta.get(READ_KEYS.owner)))
      await db.meta.put({ k: READ_KEYS.owner, v: made.v })
    await db.meta.put({ k: READ_KEYS[side], v: at })
  })
}
