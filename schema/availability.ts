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

/** The first day from `today` on with so many free pieces, its owner there; null when there are never so many. */
export function firstFreeDay(
  today: Day,
  {
    busy,
    away = [],
    quantity: capacity,
  }: { busy: readonly BusyRange[]; away?: readonly (readonly [Day, Day])[]; quantity: number },
  quantity = 1,
): Day | null {
  // Only today and the days after a range can be the first.
  const ends = [...busy, ...away].map(([, end]) => addDays(end, 1)).filter((day) => day > today)
  const isFree = (day: Day) => {
    const range = { startDate: day, endDate: day }
    return !isBlocked(range, away) && isRangeFree(range, busy, capacity, quantity)
  }
  return [today, ...ends.toSorted()].find(isFree) ?? null
}

/** Ranges in which not a single piece is left, merged and in order: what a calendar shows as taken. */
export function unavailableRanges(
  busy: readonly BusyRange[],
  blocked: readonly (readonly [Day, Day])[],
  capacity: number,
  quantity = 1,
): DateRange[] {
  const full = busy.flatMap(([startDate, endDate]) => takenDays({ startDate, endDate }, busy, capacity, quantity))
  const single = [...new Set(full)].map((day) => ({ startDate: day, endDate: day }))
  return mergeRanges([...single, ...blocked.map(([startDate, endDate]) => ({ startDate, endDate }))])
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
