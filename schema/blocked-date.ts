import * as z from 'zod/mini'
import { type Day, DayInput, rangeProblems } from '#schema/date-range'

const BLOCK_REASON_MAX = 200

export const NewBlockedDates = z.object({
  startDate: DayInput,
  endDate: DayInput,
  reason: z.optional(
    z.nullable(
      z.string().check(z.trim(), z.maxLength(BLOCK_REASON_MAX, 'Please keep the reason under 200 characters')),
    ),
  ),
  /** The one rental that is meant; without it the days are blocked for all of the owner's. */
  listingId: z.optional(z.nullable(z.int())),
  clientId: z.optional(z.uuid()),
})
export type NewBlockedDates = z.infer<typeof NewBlockedDates>

/** An owner's blocked dates as the owner sees them. */
export const BlockedDates = z.object({
  id: z.int(),
  startDate: z.string(),
  endDate: z.string(),
  reason: z.nullable(z.string()),
  createdAt: z.string(),
  /** The one rental that is meant; absent when it is all of them. */
  listingId: z.optional(z.int()),
})
export type BlockedDates = z.infer<typeof BlockedDates>

/** Blocked dates lie not in the past and end not before they start. There is no limit ahead. */
export function blockedDatesProblems(range: { startDate: Day; endDate: Day }, today: Day): Record<string, string> {
  return rangeProblems(range, { first: today, last: null })
}
