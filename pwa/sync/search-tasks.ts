import type { DateRange, Day } from '#schema/date-range'
import type { PublicCollection } from '#schema/sync-scopes'

/** The collections that a search of listings looks at. */
export const SEARCHED = ['listing'] as const satisfies readonly PublicCollection[]
export type Searched = (typeof SEARCHED)[number]

/** Orders that a person may choose. Nothing chosen is the best match for a text, and the newest first without one. */
export const SORTS = ['newest', 'low', 'high', 'soonest', 'rated'] as const
export type Sort = (typeof SORTS)[number]

export interface ListingFilter {
  search: string
  categories: readonly string[]
  /** A borough or a neighborhood; null is anywhere. */
  place: string | null
  /** Around the place, which is a neighborhood then; null is in the place itself. */
  miles: number | null
  /** Takes effect only when both ends are set. */
  range: DateRange | null
  /** How many must be free at once. */
  pieces: number
  /** Dollars a day. */
  least: number | null
  most: number | null
  sort: Sort | null
  /** The day from which on the soonest free is looked for. */
  today: Day
}

/** The worker's tasks, in order: to begin anew, rows as they lie on the disk, a search. */
export type SearchTask =
  | { kind: 'begin' }
  | { kind: 'rows'; coll: Searched; text: string }
  | { kind: 'search'; nth: number; filter: ListingFilter }

/** Ids of what was found, in the order of the catalogue. */
export interface SearchAnswer {
  nth: number
  ids: Float64Array
}
