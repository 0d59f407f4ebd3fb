import type { MadeToOrderCategory } from '#schema/category'
import { MADE_TO_ORDER_CATEGORIES } from '#schema/category-names'
import type { Item } from '#schema/made-to-order'

/** What is looked for among made-to-order items. */
export interface ItemsSearch {
  search: string
  categories: MadeToOrderCategory[]
}

/** The same as it stands in the address; whatever is empty is left out of it. */
export interface ItemsParams {
  search?: string
  /** Comma-separated. */
  categories?: string
}

/** Reads an address that anybody may have typed: what makes no sense counts as not chosen. */
export function readItems({ search, categories }: { [Name in keyof ItemsParams]?: unknown }): ItemsSearch {
  const named = new Set(String(categories ?? '').split(','))
  return {
    search: String(search ?? ''),
    categories: MADE_TO_ORDER_CATEGORIES.filter((category) => named.has(category)),
  }
}

/** The address of a search; `readItems` reads it back. */
export function writeItems({ search, categories }: ItemsSearch): ItemsParams {
  return { ...(search ? { search } : {}), ...(categories.length > 0 ? { categories: categories.join(',') } : {}) }
}

/** The rule of Browse Rentals: a case-insensitive substring of title, description or category; any chosen category. */
export function filterItems(items: readonly Item[], { search, categories }: ItemsSearch): Item[] {
  const needle = search.trim().toLowerCase()
  return items.filter(
    ({ title, description, category }) =>
      (categories.length === 0 || categories.includes(category)) &&
      (needle === '' || `${title}\0${description}\0${category}`.toLowerCase().includes(needle)),
  )
}
