import type { PublicCollection } from '#schema/sync-scopes'
import type { ListingFilter } from './filter-listings'

/** The collections that a search of listings looks at. */
export const SEARCHED = ['listing'] as const satisfies readonly PublicCollection[]
export type Searched = (typeof SEARCHED)[number]

/** What the worker is told, in order: to begin anew, rows as they lie on the disk, a search. */
export type SearchTask =
  | { kind: 'begin' }
  | { kind: 'rows'; coll: Searched; text: string }
  | { kind: 'search'; nth: number; filter: ListingFilter }

/** Ids of what was found, in the order of the catalogue. */
export interface SearchAnswer {
  nth: number
  ids: Float64Array
}
