import { isRangeFree } from '#schema/availability'
import { blocksDates } from '#schema/booking'
import type { BusyRange } from '#schema/listing'
import type { LocalDb } from '../../disk/local-db'
import { readBookings, type ShownBooking } from './booking-queries'

export type Rival = Pick<
  ShownBooking,
  'id' | 'listingId' | 'status' | 'paymentState' | 'declining' | 'startDate' | 'endDate' | 'quantity' | 'renterUsername'
>

/**
 * The offers that approving this one ends: those that still wait for an answer, and for which too few pieces are left beside
 * it and what is booked. The server decides in the same way at the press.
 * @param all every booking of the owner that this device knows
 * @param pieces how many pieces of the listing there are
 */
export function endedByApproving<Offer extends Rival>(offer: Rival, all: readonly Offer[], pieces: number): Offer[] {
  const others = all.filter(({ id, listingId }) => listingId === offer.listingId && id !== offer.id)
  const busy = [...others.filter(({ status }) => blocksDates(status)), offer].map(
    ({ startDate, endDate, quantity }): BusyRange => [startDate, endDate, quantity],
  )
  return others.filter(
    (other) =>
      other.status === 'pending' &&
      other.paymentState !== 'unconfirmed' &&
      !other.declining &&
      !isRangeFree(other, busy, pieces, other.quantity),
  )
}

/** The same from this device's disk. */
export async function readRivals(db: LocalDb, ownerId: number, offer: ShownBooking): Promise<ShownBooking[]> {
  const [all, listing] = await Promise.all([readBookings(db, ownerId, 'owner'), db.ownListings.get(offer.listingId)])
  return endedByApproving(offer, all, listing?.quantity ?? 1)
}
