import { format } from 'date-fns'
import { dateOf } from '#schema/date-range'

/** Civil days `YYYY-MM-DD`, both included. */
export interface DayRange {
  from?: string
  to?: string
}

const SHOWN_DAY = 'LLL dd, y'

/** 'Nov 21, 2026 - Nov 24, 2026', one day alone, or nothing when no day is set. */
export function dayRangeText({ from, to }: DayRange): string {
  const days = new Set([from, to].filter((day) => day !== undefined))
  return [...days].map((day) => format(dateOf(day), SHOWN_DAY)).join(' - ')
}
