import { isRangeFree, withReadyDays } from '#schema/availability'
import { blocksDates } from '#schema/booking'
import { rangesOverlap } from '#schema/date-range'
import type { BusyRange } from '#schema/listing'
import type { LocalDb } from '../../disk/local-db'
import { readBookings, type ShownBooking } from './booking-queries'

export type Rival = Pick<
  ShownBooking,
  | 'id'
  | 'listingId'
  | 'status'
  | 'paymentState'
  | 'declining'
  | 'startDate'
  | 'endDate'
  | 'quantity'
  | 'bufferDays'
  | 'renterUsername'
>

/**
 * The offers that approving this one ends: those that still wait for an answer, and for which too few pieces are left beside
 * it and what is booked. The server decides in the same way at the press.
 * @param all every booking of the owner that this device knows
 * @param listing how many pieces of it there are, and the days that its owner needs after each rental
 */
export function endedByApproving<Offer extends Rival>(
  offer: Rival,
  all: readonly Offer[],
  listing: { quantity: number; bufferDays?: number | undefined },
): Offer[] {
  const others = all.filter(({ id, listingId }) => listingId === offer.listingId && id !== offer.id)
  const asBusy = (rental: Rival, bufferDays: number | undefined): BusyRange => {
    const { startDate, endDate } = withReadyDays(rental, bufferDays)
    return [startDate, endDate, rental.quantity]
  }
  const standing = others.filter(({ status }) => blocksDates(status))
  const busy = [...standing.map((rental) => asBusy(rental, rental.bufferDays)), asBusy(offer, listing.bufferDays)]
  const hasNoRoom = (other: Rival) => {
    const range = withReadyDays(other, listing.bufferDays)
    // An offer for more pieces than there are ends only where days are taken.
    const isTouched = busy.some(([startDate, endDate]) => rangesOverlap(range, { startDate, endDate }))
    return isTouched && !isRangeFree(range, busy, listing.quantity, other.quantity)
  }
  return others.filter(
    (other) =>
      other.status === 'pending' && other.paymentState !== 'unconfirmed' && !other.declining && hasNoRoom(other),
  )
}

/** The same from this device's disk. */
export async function readRivals(db: LocalDb, ownerId: number, offer: ShownBooking): Promise<ShownBooking[]> {
  const [all, listing] = await Promise.all([readBookings(db, ownerId, 'owner'), db.ownListings.get(offer.listingId)])
  return endedByApproving(offer, all, listing ?? { quantity: 1 })
}
