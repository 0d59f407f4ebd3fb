import type { DateRange } from '#schema/date-range'
import type { DayRange } from '../ui/fields/day-range'

/** The range that was picked; one press is one day. Null while nothing is. */
export function wantedRange({ from, to }: DayRange): DateRange | null {
  return from ? { startDate: from, endDate: to ?? from } : null
}
