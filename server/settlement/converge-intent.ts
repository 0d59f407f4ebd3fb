import type { Deps } from '../deps'
import { convergePurchaseIntent } from '../made-to-order/purchases/purchase-payments'
import { convergeRentalIntent } from '../rentals/bookings/booking-payments'

/** Reads an intent at the provider and brings what it pays for there. @returns whether a sale of ours knows the intent. */
export async function convergeIntent(deps: Deps, intentId: string): Promise<boolean> {
  return (await convergeRentalIntent(deps, intentId)) || convergePurchaseIntent(deps, intentId)
}
