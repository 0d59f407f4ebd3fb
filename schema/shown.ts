import * as z from 'zod/mini'
import { CancellationPreset } from '#schema/listing'
import { sha256 } from '#schema/sha-256'

/** Enough to tell texts apart, also those of somebody who looks for two with one hash. */
const HASH_LENGTH = 32

/** The conditions that a person agrees to besides the amount. `cancellationPreset` is a rental's, `leadTimeInDays` an item's. */
export interface Conditions {
  terms: string
  cancellationPreset?: CancellationPreset | null | undefined
  leadTimeInDays?: number | null | undefined
}

/** A short hash of the conditions that a person was shown. */
export function termsHash({ terms, cancellationPreset, leadTimeInDays }: Conditions): string {
  return sha256(JSON.stringify([terms, cancellationPreset ?? null, leadTimeInDays ?? null])).slice(0, HASH_LENGTH)
}

/**
 * The price and conditions that a person was shown, as their offer or order says: cents in all, and the hash of the conditions. The app always sends
 * both; another program may leave them out and takes what holds at that moment.
 */
export const shownFields = {
  expectedTotal: z.optional(z.int().check(z.nonnegative())),
  expectedTerms: z.optional(z.string().check(z.maxLength(64))),
}

/**
 * The price and conditions of now: the `now` of a refusal `price_changed` of an offer or order. `totalAmount` is cents for what was asked,
 * `unitAmount` cents per piece and day, or for the item.
 */
export const WhatHolds = z.object({
  totalAmount: z.int(),
  unitAmount: z.int(),
  /** Cents per piece and week, where the listing has such a price. */
  weekAmount: z.optional(z.nullable(z.int())),
  /** Cents for the delivery; null where the owner does not deliver. */
  deliveryAmount: z.optional(z.nullable(z.int())),
  terms: z.string(),
  cancellationPreset: z.nullable(CancellationPreset),
  leadTimeInDays: z.nullable(z.int()),
})
export type WhatHolds = z.infer<typeof WhatHolds>

/**
 * Is what holds, or what an offer or order was made under, what its person was shown? What they did not name is not compared.
 * `totalAmount` is cents.
 */
export function isAsShown(
  { expectedTotal, expectedTerms }: { expectedTotal?: number | undefined; expectedTerms?: string | undefined },
  holds: Conditions & { totalAmount: number },
): boolean {
  if (expectedTotal !== undefined && expectedTotal !== holds.totalAmount) return false
  return expectedTerms === undefined || expectedTerms === termsHash(holds)
}
