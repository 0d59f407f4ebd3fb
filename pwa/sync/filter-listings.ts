import { isBlocked, isRangeFree } from '#schema/availability'
import type { DateRange } from '#schema/date-range'
import type { CatalogueListing } from '#schema/listing'
import { BusyDays } from './busy-days'

export interface ListingFilter {
  search: string
  categories: readonly string[]
  /** Takes effect only when both ends are set. */
  range: DateRange | null
}

/**
 * The specification's filter on local rows: a case-insensitive substring of title, description or category; any of the
 * chosen categories; free on every day of the range and not blocked by the owner.
 */
export class ListingIndex {
  readonly #listings: readonly CatalogueListing[]
  // Made when first needed: a catalogue changes more often than somebody searches it.
  #texts: string[] | null = null
  #busyDays: BusyDays | null = null

  constructor(listings: readonly CatalogueListing[]) {
    this.#listings = listings
  }

  search(filter: ListingFilter): CatalogueListing[] {
    const needle = filter.search.trim().toLowerCase()
    const texts = needle ? this.#searchTexts() : []
    const categories = filter.categories.length > 0 ? new Set(filter.categories) : null
    const isFree = filter.range ? this.#freeIn(filter.range) : null
    return this.#listings.filter((listing, index) => {
      if (categories && !categories.has(listing.category)) return false
      if (needle && !texts[index]?.includes(needle)) return false
      return !isFree || isFree(listing, index)
    })
  }

  /** One lower-cased line per listing. */
  #searchTexts(): string[] {
    this.#texts ??= this.#listings.map(({ title, description, category }) =>
      `${title}\0${description}\0${category}`.toLowerCase(),
    )
    return this.#texts
  }

  /**
   * Is at least one piece of a listing free on every day, and its owner there? Where there are several pieces and ranges
   * touch, it takes counting. A listing whose check fails is shown, as the specification says, and the failure is logged.
   */
  #freeIn(range: DateRange): (listing: CatalogueListing, index: number) => boolean {
    const isTouched = this.#touchedIn(range)
    return (listing, index) => {
      try {
        const { busy, quantity, away = [] } = listing
        if (isBlocked(range, away)) return false
        if (isTouched?.(index) === false) return true
        return (quantity > 1 || !isTouched) && isRangeFree(range, busy, quantity)
      } catch (error) {
        console.error('The availability check failed', error)
        return true
      }
    }
  }

  /** Null where the ranges of some listing cannot be read: each is then looked at by itself. */
  #touchedIn(range: DateRange): ((index: number) => boolean) | null {
    try {
      this.#busyDays ??= new BusyDays(this.#listings)
      return this.#busyDays.within(range)
    } catch {
      return null
    }
  }
}
