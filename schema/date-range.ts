import { addDays as addDaysToDate, addMonths, differenceInCalendarDays, format, formatISO, isValid } from 'date-fns'
import * as z from 'zod/mini'

/** A calendar day `YYYY-MM-DD` in the listing's zone; never an instant. */
export type Day = string
/** Both ends belong to the range. */
export interface DateRange {
  startDate: Day
  endDate: Day
}

const BOOKING_MONTHS_AHEAD = 3
const DATE_MESSAGES = {
  invalid: 'Please choose a date',
  startPast: 'Start date must be in the future',
  endPast: 'End date must be in the future',
  tooFar: 'Cannot book more than 3 months in advance',
  endBeforeStart: 'End date must be after start date',
} as const

/** A day's midnight on this device's clock. The language reads a time without a zone as one of that clock. */
export function dateOf(day: Day): Date {
  return new Date(`${day}T00:00`)
}

/** True for a real calendar day before the year 9000, so that no day counted from it needs five digits: '2026-02-30' is not one. */
export function isDay(text: string): text is Day {
  return /^[0-8]\d{3}-\d{2}-\d{2}$/.test(text) && isValid(dateOf(text)) && toDay(dateOf(text)) === text
}

/** A day and an instant as texts are no longer than this. ISO allows any number of digits for the parts of a second. */
const TIME_MAX = 40

/** An instant as a device sends it. Marked as pure like `DayInput`. */
export const Instant = /* @__PURE__ */ instant()

function instant() {
  return z.iso.datetime().check(z.maxLength(TIME_MAX))
}

/** A day, or an ISO date-time whose date part is taken. Marked as pure: the worker of the search bundles the days without the schema library. */
export const DayInput = /* @__PURE__ */ dayInput()

function dayInput() {
  return z.pipe(
    z.string(DATE_MESSAGES.invalid).check(
      z.maxLength(TIME_MAX, DATE_MESSAGES.invalid),
      z.refine((text) => isDay(text.slice(0, 10)) && (text.length === 10 || /^[T ][\d:.+\-Z]*$/.test(text.slice(10))), {
        error: DATE_MESSAGES.invalid,
      }),
    ),
    z.transform((text: string): Day => text.slice(0, 10)),
  )
}

const DAY_PARTS = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
/** By zone. To make a clock takes fifty times as long as to read one. */
const clocks = new Map<string, Intl.DateTimeFormat>()

/** The calendar day that a clock on the wall shows in `zone` at `now`. */
export function todayIn(zone: string, now: Date): Day {
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, ...DAY_PARTS })
  clocks.set(zone, clock)
  return clock.format(now)
}

export function addDays(day: Day, count: number): Day {
  return toDay(addDaysToDate(dateOf(day), count))
}

/** First and last day that can be booked: today, and the same day three months on, clamped to the month's end. */
export function bookableWindow(today: Day): { first: Day; last: Day } {
  return { first: today, last: toDay(addMonths(dateOf(today), BOOKING_MONTHS_AHEAD)) }
}

/** Number of days of a range, both ends included; 0 or less when the end is before the start. */
export function inclusiveDays(range: DateRange): number {
  return differenceInCalendarDays(dateOf(range.endDate), dateOf(range.startDate)) + 1
}

/** Every day of a range in order. */
export function eachDay(range: DateRange): Day[] {
  return Array.from({ length: Math.max(0, inclusiveDays(range)) }, (_, index) => addDays(range.startDate, index))
}

/** Ranges that share at least one day, both ends included. */
export function rangesOverlap(a: DateRange, b: DateRange): boolean {
  return a.startDate <= b.endDate && b.startDate <= a.endDate
}

/** Finds faults in a range to be booked or blocked, by field; empty when there are none. */
export function rangeProblems(range: DateRange, window: { first: Day; last: Day | null }): Record<string, string> {
  const problems: Record<string, string> = {}
  if (range.startDate < window.first) problems.startDate = DATE_MESSAGES.startPast
  else if (window.last && range.startDate > window.last) problems.startDate = DATE_MESSAGES.tooFar
  if (range.endDate < window.first) problems.endDate = DATE_MESSAGES.endPast
  else if (range.endDate < range.startDate) problems.endDate = DATE_MESSAGES.endBeforeStart
  else if (window.last && range.endDate > window.last) problems.endDate = DATE_MESSAGES.tooFar
  return problems
}

/** 'Nov 21' for filter chips. */
export function formatChipDay(day: Day): string {
  return format(dateOf(day), 'MMM d')
}

/** 'Sat, Nov 21' wherever a person acts on a date. */
export function formatWeekday(day: Day): string {
  return format(dateOf(day), 'EEE, MMM d')
}

/** 'Tue, Nov 21, 2028': the same where the day may be years ahead; without the year where that is today's. */
export function formatFarDay(day: Day, today: Day): string {
  const [year] = day.split('-')
  return today.startsWith(`${year}-`) ? formatWeekday(day) : `${formatWeekday(day)}, ${year}`
}

/** 'Nov 21, 12:00 AM': a booking starts with its first day ... */
export function formatOfferStart(day: Day): string {
  return `${formatChipDay(day)}, 12:00 AM`
}

/** 'Nov 22, 11:59 PM': ... and ends with its last. */
export function formatOfferEnd(day: Day): string {
  return `${formatChipDay(day)}, 11:59 PM`
}

export function toDay(date: Date): Day {
  return formatISO(date, { representation: 'date' })
}
