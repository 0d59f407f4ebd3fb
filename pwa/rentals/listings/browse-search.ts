import type { RentalCategory } from '#schema/category'
import { RENTAL_CATEGORIES } from '#schema/category-names'
import { type DateRange, formatChipDay, isDay } from '#schema/date-range'

/** The search of Browse Rentals. */
export interface Browse {
  search: string
  categories: RentalCategory[]
  /** Null unless both ends are chosen. */
  range: DateRange | null
  /** Null shows the newest first. */
  sort: 'rated' | null
}

/** The same as it stands in the address; whatever is empty is left out of it. */
export interface BrowseParams {
  search?: string
  /** Comma-separated. */
  categories?: string
  from?: string
  to?: string
  sort?: 'rated'
}

/** Reads an address that anybody may have typed: what makes no sense counts as not chosen. */
export function readBrowse({ search = '', categories = '', from = '', to = '', sort }: BrowseParams): Browse {
  const named = new Set(categories.split(','))
  return {
    search,
    categories: RENTAL_CATEGORIES.filter((category) => named.has(category)),
    range: isDay(from) && isDay(to) && from <= to ? { startDate: from, endDate: to } : null,
    sort: sort ?? null,
  }
}

/** The address of a search; `readBrowse` reads it back. */
export function writeBrowse({ search, categories, range, sort }: Browse): BrowseParams {
  return {
    ...(search ? { search } : {}),
    ...(categories.length > 0 ? { categories: categories.join(',') } : {}),
    ...(range ? { from: range.startDate, to: range.endDate } : {}),
    ...(sort ? { sort } : {}),
  }
}

/** The number on the filter button: one for any category, one for a full range. */
export function countFilters({ categories, range }: Pick<Browse, 'categories' | 'range'>): number {
  return (categories.length > 0 ? 1 : 0) + (range ? 1 : 0)
}

/** The words of the two chips; null where nothing is chosen. */
export function filterChips({ categories, range }: Pick<Browse, 'categories' | 'range'>): {
  categories: string | null
  range: string | null
} {
  return {
    categories: categories.length > 0 ? `Categories: ${categories.length}` : null,
    range: range ? `Available: ${formatChipDay(range.startDate)} - ${formatChipDay(range.endDate)}` : null,
  }
}
