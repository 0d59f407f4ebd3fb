import { format } from 'date-fns'
import { type Day, dateOf, formatWeekday } from '#schema/date-range'

const HALF_YEAR_MS = 183 * 24 * 60 * 60 * 1000

/** Further from now than half a year: a day and a month alone may be those of another year. */
export function isFarOff(date: Date, now: Date): boolean {
  return Math.abs(date.getTime() - now.getTime()) > HALF_YEAR_MS
}

/** 'Sat, Nov 21', with its year where that is far off. */
export function dayWords(day: Day, now: Date): string {
  const date = dateOf(day)
  return isFarOff(date, now) ? format(date, 'EEE, MMM d, y') : formatWeekday(day)
}
