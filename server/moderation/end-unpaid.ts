import { and, eq, isNull, or, type SQL } from 'drizzle-orm'
import type { Step } from '../db/steps'
import { bookings, purchases } from '../db/tables'
import type { Deps } from '../deps'
import { releaseStep } from '../made-to-order/purchases/purchase-payments'
import type { PurchaseHistory } from '../made-to-order/purchases/purchase-queries'
import { movePurchaseSteps } from '../made-to-order/purchases/purchase-steps'
import { declineSteps } from '../rentals/bookings/booking-steps'

/** Sales that nobody has paid yet, and the words that their payers are told. */
interface Unpaid {
  offers?: SQL | undefined
  orders?: SQL | undefined
  offerReason: 'listing_deleted' | 'not_confirmed'
  orderEnd: Pick<PurchaseHistory, 'actor' | 'reason'>
}

const NO_REASON_TOLD = { actor: 'clock', reason: null } as const

/** Ends all of a seller who is closing their account. */
export const endUnpaidOfClosing = (deps: Deps, sellerId: number) =>
  endUnpaid(deps, ofSeller(sellerId, { actor: 'seller', reason: null }))

/** Ends all of a seller whom an operator suspends. */
export const endUnpaidOfSuspended = (deps: Deps, sellerId: number) =>
  endUnpaid(deps, ofSeller(sellerId, NO_REASON_TOLD))

function ofSeller(sellerId: number, orderEnd: Unpaid['orderEnd']): Unpaid {
  const [offers, orders] = [eq(bookings.ownerId, sellerId), eq(purchases.sellerId, sellerId)]
  return { offers, orders, offerReason: 'listing_deleted', orderEnd }
}

/** Ends all of something that an operator takes off show. */
export async function endUnpaidOfHidden(deps: Deps, kind: string, id: number): Promise<Step[]> {
  const told = { offerReason: 'listing_deleted', orderEnd: NO_REASON_TOLD } as const
  if (kind === 'listing') return endUnpaid(deps, { ...told, offers: eq(bookings.listingId, id) })
  if (kind === 'item') return endUnpaid(deps, { ...told, orders: eq(purchases.itemId, id) })
  return []
}

/** Ends all between two people of whom one blocks the other. Nobody is told that they are blocked: the end is that of a payment that did not come in time. */
export function endUnpaidBetween(deps: Deps, one: number, other: number): Promise<Step[]> {
  return endUnpaid(deps, {
    offers: or(
      and(eq(bookings.ownerId, one), eq(bookings.userId, other)),
      and(eq(bookings.ownerId, other), eq(bookings.userId, one)),
    ),
    orders: or(
      and(eq(purchases.sellerId, one), eq(purchases.userId, other)),
      and(eq(purchases.sellerId, other), eq(purchases.userId, one)),
    ),
    offerReason: 'not_confirmed',
    orderEnd: { actor: 'clock', reason: 'not_paid' },
  })
}

/**
 * Ends offers and orders whose person is still at their bank. Within the turn of the write. Money that arrives all the same goes
 * back.
 */
async function endUnpaid({ db, now }: Deps, { offers, orders, offerReason, orderEnd }: Unpaid): Promise<Step[]> {
  const at = now()
  const endedOffers = offers
    ? await db.read
        .select()
        .from(bookings)
        .where(and(offers, eq(bookings.status, 'pending'), isNull(bookings.heldAt)))
    : []
  const endedOrders = orders
    ? await db.read
        .select()
        .from(purchases)
        .where(and(orders, eq(purchases.status, 'pending')))
    : []
  const cancelled = { ...orderEnd, now: at, changes: { payBy: null } }
  return [
    ...endedOffers.flatMap((offer) => declineSteps(offer, offerReason, at)),
    ...endedOrders.flatMap((order) => [...movePurchaseSteps(order, 'cancelled', cancelled), releaseStep(order, at)]),
  ]
}
