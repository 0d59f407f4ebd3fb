import { type DayBounds, daysProblem, isListingFree, type ListingCalendar } from '#schema/availability'
import { type DateRange, type Day, inclusiveDays } from '#schema/date-range'
import type { DayRange } from '../ui/fields/day-range'

/** The range that was picked; one press is one day. Null while nothing is. */
export function wantedRange({ from, to }: DayRange): DateRange | null {
  return from ? { startDate: from, endDate: to ?? from } : null
}

/**
 * Is a listing free on the wanted days? Null where nothing is to be said: no offer can begin so early any more, or its
 * card says that it is not rented for so many days.
 */
export function isFreeFor(
  range: DateRange | null,
  listing: ListingCalendar & DayBounds,
  firstBookable: Day,
): boolean | null {
  if (!range || range.startDate < firstBookable || daysProblem(inclusiveDays(range), listing)) return null
  return isListingFree(range, listing)
}
