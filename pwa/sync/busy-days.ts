import type { DateRange, Day } from '#schema/date-range'
import type { CatalogueListing } from '#schema/listing'

/** The taken ranges of many listings as numbers side by side: a year's catalogue is compared within a millisecond. */
export class BusyDays {
  readonly #starts: Int32Array
  readonly #ends: Int32Array
  /** The index at which each listing's ranges begin; the next listing's follow. */
  readonly #firsts: Int32Array

  constructor(listings: readonly Pick<CatalogueListing, 'busy'>[]) {
    const count = listings.reduce((sum, { busy }) => sum + busy.length, 0)
    this.#starts = new Int32Array(count)
    this.#ends = new Int32Array(count)
    this.#firsts = new Int32Array(listings.length + 1)
    let at = 0
    for (const [index, { busy }] of listings.entries()) {
      this.#firsts[index] = at
      for (const [start, end] of busy) {
        this.#starts[at] = dayNumber(start)
        this.#ends[at++] = dayNumber(end)
      }
    }
    this.#firsts[listings.length] = at
  }

  /** Tells of each listing, by its place, whether something is taken on any day of the range. */
  within(range: DateRange): (index: number) => boolean {
    const [starts, ends, firsts] = [this.#starts, this.#ends, this.#firsts]
    const [first, last] = [dayNumber(range.startDate), dayNumber(range.endDate)]
    return (index) => {
      const next = firsts[index + 1] ?? 0
      for (let at = firsts[index] ?? 0; at < next; at++)
        if ((starts[at] ?? 0) <= last && (ends[at] ?? 0) >= first) return true
      return false
    }
  }
}

const DIGITS = [0, 1, 2, 3, 5, 6, 8, 9]
const ZERO = 48

/** '2026-11-21' -> 20261121: in the same order as the days. */
function dayNumber(day: Day): number {
  let number = 0
  for (const at of DIGITS) number = number * 10 + day.charCodeAt(at) - ZERO
  return number
}
