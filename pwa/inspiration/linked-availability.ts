import { daysProblem, isListingFree } from '#schema/availability'
import type { DateRange } from '#schema/date-range'
import type { CatalogueListing } from '#schema/listing'
import type { DayRange } from '../ui/fields/day-range'

/** The range that was picked; one press is one day. Null while nothing is. */
export function wantedRange({ from, to }: DayRange): DateRange | null {
  return from ? { startDate: from, endDate: to ?? from } : null
}

/** Are so many pieces of a listing free on every one of the days, is its owner there, and is it rented for so many days? */
export function isFreeFor(
  listing: Pick<CatalogueListing, 'busy' | 'away' | 'quantity' | 'bufferDays' | 'minDays' | 'maxDays'>,
  range: DateRange,
  pieces = 1,
): boolean {
  return daysProblem(range, listing) === null && isListingFree(range, listing, pieces)
}
