import { addDays, type DateRange, type Day, rangesOverlap } from '#schema/date-range'
import type { BusyRange } from '#schema/listing'

/** Days of `range` on which `busy` leaves less than `quantity` of `capacity`, in order. */
export function takenDays(range: DateRange, busy: readonly BusyRange[], capacity: number, quantity: number): Day[] {
  const touching = busy.filter(([startDate, endDate]) => rangesOverlap(range, { startDate, endDate }))
  if (touching.length === 0 && quantity <= capacity) return []
  const taken: Day[] = []
  for (let day = range.startDate; day <= range.endDate; day = addDays(day, 1)) {
    const used = touching.reduce((sum, [start, end, count]) => (start <= day && day <= end ? sum + count : sum), 0)
    if (used + quantity > capacity) taken.push(day)
  }
  return taken
}

/**
 * Is the whole range free? Faster than `takenDays`: usage can only rise where a busy range begins,
 * so the range's first day and those beginnings are the only days to check.
 */
export function isRangeFree(range: DateRange, busy: readonly BusyRange[], capacity: number, quantity = 1): boolean {
  if (quantity > capacity) return false
  for (const [start, end] of busy) {
    if (start > range.endDate || end < range.startDate) continue
    const day = start < range.startDate ? range.startDate : start
    let used = quantity
    for (const [otherStart, otherEnd, count] of busy) if (otherStart <= day && day <= otherEnd) used += count
    if (used > capacity) return false
  }
  return true
}

/** Does any of an owner's blocked ranges touch the wanted one? */
export function isBlocked(range: DateRange, blocked: readonly (readonly [Day, Day])[]): boolean {
  return blocked.some(([startDate, endDate]) => rangesOverlap(range, { startDate, endDate }))
}

/** The known part of a listing's calendar. `busy` holds the days for getting ready after each rental; a wish needs them too. */
export interface ListingCalendar {
  busy: readonly BusyRange[]
  away?: readonly (readonly [Day, Day])[] | undefined
  quantity: number
  bufferDays?: number | undefined
}

/** Are so many pieces free on every day of the range and on the days for getting ready after it, and is the owner there? */
export function isListingFree(range: DateRange, calendar: ListingCalendar, quantity = 1): boolean {
  const { busy, away = [], quantity: capacity, bufferDays } = calendar
  return !isBlocked(range, away) && isRangeFree(withReadyDays(range, bufferDays), busy, capacity, quantity)
}

/**
 * The first day from `today` on at which the shortest rental can begin with so many pieces, its owner there; null when there
 * are never so many.
 */
export function firstFreeDay(
  today: Day,
  calendar: ListingCalendar & { minDays?: number | undefined },
  quantity = 1,
): Day | null {
  const { busy, away = [], minDays = 1 } = calendar
  // Only today and the days after a range can be the first.
  const ends = [...busy, ...away].map(([, end]) => addDays(end, 1)).filter((day) => day > today)
  const isFree = (day: Day) =>
    isListingFree({ startDate: day, endDate: minDays > 1 ? addDays(day, minDays - 1) : day }, calendar, quantity)
  return [today, ...ends.toSorted()].find(isFree) ?? null
}

/**
 * Ranges of days that no rental can touch, merged and in order: what a calendar shows as taken. The days before a taken
 * one are closed too where the owner needs them for getting ready.
 */
export function unavailableRanges(
  { busy, away = [], quantity: capacity, bufferDays = 0 }: ListingCalendar,
  quantity = 1,
): DateRange[] {
  const full = busy.flatMap(([startDate, endDate]) => takenDays({ startDate, endDate }, busy, capacity, quantity))
  const single = [...new Set(full)].map((day) => ({ startDate: addDays(day, -bufferDays), endDate: day }))
  return mergeRanges([...single, ...away.map(([startDate, endDate]) => ({ startDate, endDate }))])
}

/** Joins ranges that overlap or follow each other directly. */
export function mergeRanges(ranges: readonly DateRange[]): DateRange[] {
  const merged: DateRange[] = []
  for (const range of ranges.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1))) {
    const last = merged.at(-1)
    if (last && range.startDate <= addDays(last.endDate, 1)) {
      if (range.endDate > last.endDate) last.endDate = range.endDate
    } else merged.push({ ...range })
  }
  return merged
}

/** The fewest and the most days for which a listing is rented. */
export interface DayBounds {
  minDays?: number | null | undefined
  maxDays?: number | null | undefined
}

/** Why a listing is not rented for so many days; null when it is. */
export function daysProblem(wanted: number, { minDays, maxDays }: DayBounds): string | null {
  if (minDays && wanted < minDays) return `Rented for at least ${dayCount(minDays)}.`
  if (maxDays && wanted > maxDays) return `Rented for at most ${dayCount(maxDays)}.`
  return null
}

/** A rental's days and those after it in which its owner gets the thing ready: what it takes of the calendar. */
export function withReadyDays({ startDate, endDate }: DateRange, bufferDays: number | null | undefined): DateRange {
  return { startDate, endDate: bufferDays ? addDays(endDate, bufferDays) : endDate }
}

/** 'From 2 to 10 days', 'At least 2 days', 'At most 10 days'; null without a rule. */
export function boundsWords({ minDays, maxDays }: DayBounds): string | null {
  if (minDays && minDays > 1 && maxDays)
    return minDays === maxDays ? `Always ${dayCount(minDays)}` : `From ${minDays} to ${dayCount(maxDays)}`
  if (minDays && minDays > 1) return `At least ${dayCount(minDays)}`
  return maxDays ? `At most ${dayCount(maxDays)}` : null
}

function dayCount(count: number): string {
  return count === 1 ? '1 day' : `${count} days`
}

/** The shortest rentals of a listing that cover a day, the one that begins on it first; none begins before `today`. */
export function shortestRentals(day: Day, { minDays }: DayBounds, today: Day): DateRange[] {
  const days = Math.max(1, minDays ?? 1)
  return Array.from({ length: days }, (_, nth) => addDays(day, -nth))
    .filter((startDate) => startDate >= today || startDate === day)
    .map((startDate) => ({ startDate, endDate: addDays(startDate, days - 1) }))
}
