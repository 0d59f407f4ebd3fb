import { daysProblem, firstFreeDay, isBlocked, isRangeFree, withReadyDays } from '#schema/availability'
import { type DateRange, type Day, inclusiveDays } from '#schema/date-range'
import type { CatalogueListing } from '#schema/listing'
import { isIn, listingTexts, neighborhoodOf, placesWithin } from '#schema/places'
import { TextSearch } from '#schema/text-search'
import { BusyDays } from './busy-days'
import { orderFound } from './found-order'
import type { ListingFilter } from './search-tasks'

/**
 * The specification's filter on local rows, widened: every word in title, description, category, place or owner's name
 * (`TextSearch`), a ZIP code for its neighborhood; any of the chosen categories; in the chosen place or so near to it; free on every day of the range, not blocked by
 * the owner, and rented for so many days.
 */
export class ListingIndex {
  readonly #listings: readonly CatalogueListing[]
  // Made when first needed: a catalogue changes more often than somebody searches it.
  #texts: TextSearch<CatalogueListing> | null = null
  #busyDays: BusyDays | null = null

  constructor(listings: readonly CatalogueListing[]) {
    this.#listings = listings
  }

  search(filter: ListingFilter): CatalogueListing[] {
    const { pieces, least, most, sort, today } = filter
    const isThere = inPlace(filter)
    const scoreAt = filter.search.trim() ? this.#scorer(filter.search) : null
    const categories = filter.categories.length > 0 ? new Set(filter.categories) : null
    const isFree = filter.range ? this.#freeIn(filter.range, pieces) : null
    const scoreOf = new Map<CatalogueListing, number>()
    const found = this.#listings.filter((listing, index) => {
      if (categories && !categories.has(listing.category)) return false
      if (!isThere(listing.neighborhood)) return false
      if (pieces > 1 && listing.quantity < pieces) return false
      if ((least !== null && listing.price < least) || (most !== null && listing.price > most)) return false
      if (isFree && !isFree(listing, index)) return false
      if (!scoreAt) return true
      const score = scoreAt(index)
      if (score > 0) scoreOf.set(listing, score)
      return score > 0
    })
    return orderFound(found, sort, scoreAt && scoreOf, (rows) => bySoonest(rows, today, pieces))
  }

  #scorer(search: string): (index: number) => number {
    this.#texts ??= new TextSearch(this.#listings, listingTexts)
    return this.#texts.scorer(search, neighborhoodOf)
  }

  /**
   * Are so many pieces of a listing free on every day, and its owner there? Where there are several pieces and ranges
   * touch, it takes counting. A listing whose check fails is shown, as the specification says, and the failure is logged.
   */
  #freeIn(range: DateRange, pieces: number): (listing: CatalogueListing, index: number) => boolean {
    const isTouched = this.#touchedIn(range)
    const days = inclusiveDays(range)
    // Counting days takes longer than all else: a range is lengthened once for all listings that need as long.
    const lengthened = new Map<number, DateRange>()
    const rangeFor = (bufferDays = 0) => {
      const known = lengthened.get(bufferDays) ?? withReadyDays(range, bufferDays)
      lengthened.set(bufferDays, known)
      return known
    }
    return (listing, index) => {
      try {
        const { busy, away = [], quantity, bufferDays } = listing
        if (daysProblem(days, listing) || isBlocked(range, away)) return false
        // The days for getting ready after the range are not among those that were compared.
        if (!bufferDays && isTouched?.(index) === false) return true
        return isRangeFree(rangeFor(bufferDays), busy, quantity, pieces)
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

/** Is a neighborhood where the search looks? */
function inPlace({ place, miles }: ListingFilter): (neighborhood: string | null) => boolean {
  if (!place) return () => true
  if (!miles) return (neighborhood) => isIn(place, neighborhood)
  const near = new Set<string | null>(placesWithin(place, miles))
  return (neighborhood) => near.has(neighborhood)
}

function bySoonest(found: readonly CatalogueListing[], today: Day, pieces: number): CatalogueListing[] {
  const days = new Map(found.map((listing) => [listing, soonest(listing, today, pieces)]))
  return found.toSorted((a, b) => {
    const [one, other] = [days.get(a) ?? NEVER, days.get(b) ?? NEVER]
    return one < other ? -1 : Number(one > other)
  })
}

/** A listing whose ranges cannot be read is among the last. */
function soonest(listing: CatalogueListing, today: Day, pieces: number): Day {
  try {
    return firstFreeDay(today, listing, pieces) ?? NEVER
  } catch {
    return NEVER
  }
}

/** After every day. */
const NEVER = '~'
