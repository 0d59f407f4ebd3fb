import * as z from 'zod/mini'
import type { Listing } from '#schema/listing'
import type { Item } from '#schema/made-to-order'
import { dollarsToCents } from '#schema/money'
import { termsHash, WhatHolds } from '#schema/shown'

/** The price and the conditions under which a form was filled in; its person is asked before others take their place. */
export const Seen = z.omit(WhatHolds, { totalAmount: true })
export type Seen = z.infer<typeof Seen>

export function seenListing({ price, terms, cancellationPreset }: Seeable<Listing>): Seen {
  return { unitAmount: dollarsToCents(price) ?? 0, terms, cancellationPreset, leadTimeInDays: null }
}
type Seeable<Shown extends Listing> = Pick<Shown, 'price' | 'terms' | 'cancellationPreset'>

export function seenItem({ price, terms, leadTimeInDays }: Pick<Item, 'price' | 'terms' | 'leadTimeInDays'>): Seen {
  return { unitAmount: price, terms, cancellationPreset: null, leadTimeInDays }
}

export function isSameSeen(a: Seen, b: Seen): boolean {
  return a.unitAmount === b.unitAmount && termsHash(a) === termsHash(b)
}
