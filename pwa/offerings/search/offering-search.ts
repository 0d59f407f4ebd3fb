import { formatDollars } from '#schema/money'
import { SORTS, type Sort } from '../../sync/search-tasks'
import { boundFrom } from './price-bound'

/** The filters that rentals and made-to-order items share, and the order of the cards. */
export interface OfferingFilters<Category> {
  categories: Category[]
  /** How many are needed at once. */
  pieces: number
  /** Dollars; of a rental, dollars a day. */
  least: number | null
  most: number | null
  /** Null shows the best match first, and the newest without a text. */
  sort: Sort | null
}

/** The same and the text as they stand in an address. */
export interface OfferingParams {
  search?: string
  /** Comma-separated. */
  categories?: string
  pieces?: number
  least?: number
  most?: number
  sort?: Sort
}

/** An address that anybody may have typed. */
export type TypedParams<Params> = { [Name in keyof Params]?: unknown }

export const NO_OFFERING_FILTERS: OfferingFilters<never> = {
  categories: [],
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

/** Reads the shared part of a search: what makes no sense counts as not chosen. */
export function readOffering<Category extends string>(
  { search, categories, pieces, least, most, sort }: TypedParams<OfferingParams>,
  all: readonly Category[],
  mostPieces: number,
): OfferingFilters<Category> & { search: string } {
  const named = new Set(textFrom(categories).split(','))
  return {
    search: textFrom(search),
    categories: all.filter((category) => named.has(category)),
    pieces: Math.min(Math.max(1, wholeFrom(pieces) ?? 1), mostPieces),
    least: boundFrom(least),
    most: boundFrom(most),
    sort: SORTS.find((one) => one === sort) ?? null,
  }
}

/** A text; an empty one for a list or an object, which an address may hold too. */
export function textFrom(raw: unknown): string {
  return typeof raw === 'object' ? '' : String(raw ?? '')
}

/** A whole number that is not negative; null for everything else. */
export function wholeFrom(raw: unknown): number | null {
  const number = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

/** An address without the names whose values are empty. */
export function withoutEmpty<Params extends object>(
  params: {
    [Name in keyof Params]-?: Params[Name] | '' | null
  },
): Params {
  const isFull = ([, value]: [string, unknown]) => value !== '' && value !== null
  return Object.fromEntries(Object.entries(params).filter(isFull)) as Params
}

/** Something that is on, in words, and what is left of it when it is taken away. */
export interface FilterChip<Chosen> {
  label: string
  without: Partial<Chosen>
}

/** The chips of the filters that are on: those with a label. */
export function chipsOf<Chosen>(
  ...all: [label: string | null | false, without: Partial<Chosen>][]
): FilterChip<Chosen>[] {
  return all.flatMap(([label, without]) => (label ? [{ label, without }] : []))
}

/** '$10 to $20', 'From $10' or 'Up to $12.50'; null without a bound. */
export function priceBounds(least: number | null, most: number | null): string | null {
  const [from, to] = [least, most].map((bound) => (bound === null ? null : formatDollars(bound)))
  if (from) return to ? `${from} to ${to}` : `From ${from}`
  return to ? `Up to ${to}` : null
}
