import * as z from 'zod/mini'
import type { Listing } from '#schema/listing'
import type { Item } from '#schema/made-to-order'
import { listingPrices, type RentalPrices } from '#schema/money'
import { termsHash, WhatHolds } from '#schema/shown'

/** The price and the conditions under which a form was filled in; its person is asked before others take their place. */
export const Seen = z.omit(WhatHolds, { totalAmount: true })
export type Seen = z.infer<typeof Seen>

export function seenListing(listing: SeeableListing): Seen {
  const { terms, cancellationPreset, deliveryMiles } = listing
  const { day, week, delivery } = listingPrices(listing, deliveryMiles !== undefined)
  const amounts = { unitAmount: day, weekAmount: week ?? null, deliveryAmount: delivery ?? null }
  return { ...amounts, terms, cancellationPreset, leadTimeInDays: null }
}
type SeeableListing = Pick<
  Listing,
  'price' | 'weekPrice' | 'deliveryMiles' | 'deliveryFee' | 'terms' | 'cancellationPreset'
>

/** The prices under which an offer is made; of the delivery only when it is wanted. */
export function seenPrices({ unitAmount, weekAmount, deliveryAmount }: Seen, isDelivered: boolean): RentalPrices {
  return { day: unitAmount, week: weekAmount, delivery: isDelivered ? (deliveryAmount ?? 0) : null }
}

export function seenItem({ price, terms, leadTimeInDays }: Pick<Item, 'price' | 'terms' | 'leadTimeInDays'>): Seen {
  return { unitAmount: price, terms, cancellationPreset: null, leadTimeInDays }
}

export function isSameSeen(a: Seen, b: Seen): boolean {
  return (
    a.unitAmount === b.unitAmount &&
    (a.weekAmount ?? null) === (b.weekAmount ?? null) &&
    (a.deliveryAmount ?? null) === (b.deliveryAmount ?? null) &&
    termsHash(a) === termsHash(b)
  )
}

/** Does the same wish cost as much, under the same conditions? The server asks the same question. */
export function isSameSale(a: Seen, b: Seen, totalOf: (seen: Seen) => number): boolean {
  return totalOf(a) === totalOf(b) && termsHash(a) === termsHash(b)
}
