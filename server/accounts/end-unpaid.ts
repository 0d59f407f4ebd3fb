import { and, eq, isNull } from 'drizzle-orm'
import type { Step } from '../db/steps'
import { bookings, purchases } from '../db/tables'
import type { Deps } from '../deps'
import { releaseStep } from '../made-to-order/purchases/purchase-payments'
import { movePurchaseSteps } from '../made-to-order/purchases/purchase-steps'
import { declineSteps } from '../rentals/bookings/booking-steps'

/**
 * Ends the offers and orders whose person is still at their bank: nobody will be there to answer them. Within the turn of the
 * write. Money that arrives all the same goes back.
 */
export async function endUnpaidSteps({ db, now }: Deps, sellerId: number): Promise<Step[]> {
  const at = now()
  const offers = await db.read
    .select()
    .from(bookings)
    .where(and(eq(bookings.ownerId, sellerId), eq(bookings.status, 'pending'), isNull(bookings.heldAt)))
  const orders = await db.read
    .select()
    .from(purchases)
    .where(and(eq(purchases.sellerId, sellerId), eq(purchases.status, 'pending')))
  const cancelled = { actor: 'seller' as const, reason: null, now: at, changes: { payBy: null } }
  return [
    ...offers.flatMap((offer) => declineSteps(offer, 'listing_deleted', at)),
    ...orders.flatMap((order) => [...movePurchaseSteps(order, 'cancelled', cancelled), releaseStep(order, at)]),
  ]
}
