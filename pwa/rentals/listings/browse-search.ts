import type { RentalCategory } from '#schema/category'
import { RENTAL_CATEGORIES } from '#schema/category-names'
import { type DateRange, formatChipDay, isDay } from '#schema/date-range'
import { MAX_QUANTITY } from '#schema/listing'
import { formatDollars } from '#schema/money'
import { isPlace, MILES, type Miles, placesWithin } from '#schema/places'
import { SORTS, type Sort } from '../../sync/search-tasks'
import { boundFrom } from './price-bound'

/** Chosen filters, and the order of the cards. */
export interface Filters {
  categories: RentalCategory[]
  /** A borough or a neighborhood; null is anywhere. */
  place: string | null
  /** Around the place, which is a neighborhood then; null is in the place itself. */
  miles: Miles | null
  /** Null unless both ends are chosen. */
  range: DateRange | null
  /** How many are needed at once. */
  pieces: number
  /** Dollars a day. */
  least: number | null
  most: number | null
  /** Null shows the best match first, and the newest without a text. */
  sort: Sort | null
}

/** The search of Browse Rentals. */
export interface Browse extends Filters {
  search: string
}

/** The same as it stands in the address; whatever is empty is left out of it. */
export interface BrowseParams {
  search?: string
  /** Comma-separated. */
  categories?: string
  place?: string
  miles?: Miles
  from?: string
  to?: string
  pieces?: number
  least?: number
  most?: number
  sort?: Sort
}

export const NO_FILTERS: Filters = {
  categories: [],
  place: null,
  miles: null,
  range: null,
  pieces: 1,
  least: null,
  most: null,
  sort: null,
}

export const SORT_WORDS: Record<Sort, string> = {
  newest: 'Newest first',
  low: 'Lowest price first',
  high: 'Highest price first',
  soonest: 'Soonest free',
  rated: 'Best rated',
}

/** Reads an address that anybody may have typed: what makes no sense counts as not chosen. */
export function readBrowse(params: { [Name in keyof BrowseParams]?: unknown }): Browse {
  const { search, categories, place, miles, from, to, pieces, least, most, sort } = params
  const named = new Set(textFrom(categories).split(','))
  const [startDate, endDate] = [textFrom(from), textFrom(to)]
  const around = textFrom(place)
  return {
    search: textFrom(search),
    categories: RENTAL_CATEGORIES.filter((category) => named.has(category)),
    place: isPlace(around) ? around : null,
    miles: milesFrom(miles, around),
    range: isDay(startDate) && isDay(endDate) && startDate <= endDate ? { startDate, endDate } : null,
    pieces: piecesFrom(pieces, MAX_QUANTITY),
    least: boundFrom(least),
    most: boundFrom(most),
    sort: SORTS.find((one) => one === sort) ?? null,
  }
}

/** A text; an empty one for a list or an object, which an address may hold too. */
export function textFrom(raw: unknown): string {
  return typeof raw === 'object' ? '' : String(raw ?? '')
}

/** A wanted number of pieces, at most so many; 1 for everything else. */
export function piecesFrom(raw: unknown, most: number): number {
  return Math.min(Math.max(1, wholeFrom(raw) ?? 1), most)
}

/** A distance that can be asked for around this place; null for everything else. */
function milesFrom(raw: unknown, place: string): Miles | null {
  const chosen = MILES.find((miles) => miles === wholeFrom(raw))
  return chosen && placesWithin(place, chosen).length > 0 ? chosen : null
}

/** A whole number that is not negative; null for everything else. */
function wholeFrom(raw: unknown): number | null {
  const number = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

/** The address of a search; `readBrowse` reads it back. */
export function writeBrowse({
  search,
  categories,
  place,
  miles,
  range,
  pieces,
  least,
  most,
  sort,
}: Browse): BrowseParams {
  return {
    ...(search ? { search } : {}),
    ...(categories.length > 0 ? { categories: categories.join(',') } : {}),
    ...(place ? { place } : {}),
    ...(miles ? { miles } : {}),
    ...(range ? { from: range.startDate, to: range.endDate } : {}),
    ...(pieces > 1 ? { pieces } : {}),
    ...(least !== null ? { least } : {}),
    ...(most !== null ? { most } : {}),
    ...(sort ? { sort } : {}),
  }
}

/** The number on the filter button: one for each kind of filter. */
export function countFilters({ categories, place, range, pieces, least, most }: Filters): number {
  return [categories.length > 0, place, range, pieces > 1, least !== null || most !== null].filter(Boolean).length
}

/** Something that is on, in words, and what is left of it when it is taken away. */
export interface FilterChip<Chosen> {
  label: string
  without: Partial<Chosen>
}

export function filterChips({ categories, place, miles, range, pieces, least, most }: Filters): FilterChip<Filters>[] {
  const price = priceBounds(least, most)
  return [
    ...(categories.length > 0 ? [{ label: `Categories: ${categories.length}`, without: { categories: [] } }] : []),
    ...(place ? [{ label: placeWords(place, miles), without: { place: null, miles: null } }] : []),
    ...(range
      ? [
          {
            label: `Available: ${formatChipDay(range.startDate)} - ${formatChipDay(range.endDate)}`,
            without: { range: null },
          },
        ]
      : []),
    ...(pieces > 1 ? [{ label: `${pieces} pieces`, without: { pieces: 1 } }] : []),
    ...(price ? [{ label: `${price} a day`, without: { least: null, most: null } }] : []),
  ]
}

/** 'In Park Slope' or 'Within 2 miles of Park Slope'. */
function placeWords(place: string, miles: Miles | null): string {
  return miles ? `Within ${milesWords(miles)} of ${place}` : `In ${place}`
}

/** '1 mile', '2 miles'. */
export const milesWords = (miles: Miles) => (miles === 1 ? '1 mile' : `${miles} miles`)

/** '$10 to $20', 'From $10' or 'Up to $12.50'; null without a bound. */
export function priceBounds(least: number | null, most: number | null): string | null {
  const [from, to] = [least, most].map((bound) => (bound === null ? null : formatDollars(bound)))
  if (from) return to ? `${from} to ${to}` : `From ${from}`
  return to ? `Up to ${to}` : null
}
