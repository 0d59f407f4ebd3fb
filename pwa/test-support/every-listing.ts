import type { ListingFilter } from '../sync/search-tasks'

/** The filter that leaves every listing, newest first. */
export const EVERY_LISTING: ListingFilter = {
  search: '',
  categories: [],
  place: null,
  miles: null,
  range: null,
  pieces: 1,
  least: null,
  most: null,
  sort: null,
  today: '2026-11-21',
}
