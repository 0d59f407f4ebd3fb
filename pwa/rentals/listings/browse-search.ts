import type { RentalCategory } from '#schema/category'
import { RENTAL_CATEGORIES } from '#schema/category-names'
import { type DateRange, formatChipDay, isDay } from '#schema/date-range'
import { MAX_QUANTITY } from '#schema/listing'
import { isPlace, MILES, type Miles, placesWithin } from '#schema/places'
import {
  chipsOf,
  type FilterChip,
  NO_OFFERING_FILTERS,
  type OfferingFilters,
  type OfferingParams,
  priceBounds,
  readOffering,
  type TypedParams,
  textFrom,
  wholeFrom,
  withoutEmpty,
} from '../../offerings/search/offering-search'

/** Chosen filters, and the order of the cards. */
export interface Filters extends OfferingFilters<RentalCategory> {
  /** A borough or a neighborhood; null is anywhere. */
  place: string | null
  /** Around the place, which is a neighborhood then; null is in the place itself. */
  miles: Miles | null
  /** Null unless both ends are chosen. */
  range: DateRange | null
}

/** The search of Browse Rentals. */
export interface Browse extends Filters {
  search: string
}

/** The same as it stands in the address; whatever is empty is left out of it. */
export interface BrowseParams extends OfferingParams {
  place?: string
  miles?: Miles
  from?: string
  to?: string
}

export const NO_FILTERS: Filters = { ...NO_OFFERING_FILTERS, place: null, miles: null, range: null }

/** Reads an address that anybody may have typed: what makes no sense counts as not chosen. */
export function readBrowse(params: TypedParams<BrowseParams>): Browse {
  const [startDate, endDate] = [textFrom(params.from), textFrom(params.to)]
  const around = textFrom(params.place)
  return {
    ...readOffering(params, RENTAL_CATEGORIES, MAX_QUANTITY),
    place: isPlace(around) ? around : null,
    miles: milesFrom(params.miles, around),
    range: isDay(startDate) && isDay(endDate) && startDate <= endDate ? { startDate, endDate } : null,
  }
}

/** A distance that can be asked for around this place; null for everything else. */
function milesFrom(raw: unknown, place: string): Miles | null {
  const chosen = MILES.find((miles) => miles === wholeFrom(raw))
  return chosen && placesWithin(place, chosen).length > 0 ? chosen : null
}

/** The address of a search; `readBrowse` reads it back. */
export function writeBrowse(browse: Browse): BrowseParams {
  const { search, categories, place, miles, range, pieces, least, most, sort } = browse
  return withoutEmpty<BrowseParams>({
    search,
    categories: categories.join(','),
    place,
    miles,
    from: range?.startDate ?? null,
    to: range?.endDate ?? null,
    pieces: pieces > 1 ? pieces : null,
    least,
    most,
    sort,
  })
}

/** The number on the filter button: one for each kind of filter. */
export function countFilters(filters: Filters): number {
  return filterChips(filters).length
}

export function filterChips({ categories, place, miles, range, pieces, least, most }: Filters): FilterChip<Filters>[] {
  const price = priceBounds(least, most)
  return chipsOf<Filters>(
    [categories.length > 0 && `Categories: ${categories.length}`, { categories: [] }],
    [place && placeWords(place, miles), { place: null, miles: null }],
    [range && `Available: ${formatChipDay(range.startDate)} - ${formatChipDay(range.endDate)}`, { range: null }],
    [pieces > 1 && `${pieces} pieces`, { pieces: 1 }],
    [price && `${price} a day`, { least: null, most: null }],
  )
}

/** 'In Park Slope' or 'Within 2 miles of Park Slope'. */
function placeWords(place: string, miles: Miles | null): string {
  return miles ? `Within ${milesWords(miles)} of ${place}` : `In ${place}`
}

/** '1 mile', '2 miles'. */
export const milesWords = (miles: Miles) => (miles === 1 ? '1 mile' : `${miles} miles`)
