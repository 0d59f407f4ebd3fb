import { isBlocked, isRangeFree } from '#schema/availability'
import type { DateRange } from '#schema/date-range'
import type { CatalogueListing } from '#schema/listing'
import type { Person } from '#schema/sync'

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
  /** One lower-cased line per listing, made once. */
  readonly #texts: string[]

  constructor(listings: readonly CatalogueListing[]) {
    this.#listings = listings
    this.#texts = listings.map(({ title, description, category }) =>
      `${title}\0${description}\0${category}`.toLowerCase(),
    )
  }

  search(filter: ListingFilter, personOf: (userId: number) => Pick<Person, 'blocked'> | undefined): CatalogueListing[] {
    const needle = filter.search.trim().toLowerCase()
    const categories = filter.categories.length > 0 ? new Set(filter.categories) : null
    return this.#listings.filter((listing, index) => {
      if (categories && !categories.has(listing.category)) return false
      if (needle && !this.#texts[index]?.includes(needle)) return false
      return !filter.range || isAvailable(listing, personOf(listing.userId), filter.range)
    })
  }
}

function isAvailable(listing: CatalogueListing, owner: Pick<Person, 'blocked'> | undefined, range: DateRange): boolean {
  return isRangeFree(range, listing.busy, listing.quantity) && !isBlocked(range, owner?.blocked ?? [])
}
