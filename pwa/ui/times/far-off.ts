import { format, parseISO } from 'date-fns'
import { type DateRange, type Day, formatOfferEnd, formatOfferStart, formatWeekday } from '#schema/date-range'

const HALF_YEAR_MS = 183 * 24 * 60 * 60 * 1000

/** Further from now than half a year: a day and a month alone may be those of another year. */
export function isFarOff(date: Date, now: Date): boolean {
  return Math.abs(date.getTime() - now.getTime()) > HALF_YEAR_MS
}

/** 'Sat, Nov 21', with its year where that is far off. */
export function dayWords(day: Day, now: Date): string {
  const date = parseISO(day)
  return isFarOff(date, now) ? format(date, 'EEE, MMM d, y') : formatWeekday(day)
}

/** The first and the last moment of an offer, 'Nov 21, 12:00 AM', with their years where they are far off. */
export function offerMoments({ startDate, endDate }: DateRange, now: Date): { start: string; end: string } {
  if (!isFarOff(parseISO(endDate), now)) return { start: formatOfferStart(startDate), end: formatOfferEnd(endDate) }
  const day = (one: Day) => format(parseISO(one), 'MMM d, y')
  return { start: `${day(startDate)}, 12:00 AM`, end: `${day(endDate)}, 11:59 PM` }
}
