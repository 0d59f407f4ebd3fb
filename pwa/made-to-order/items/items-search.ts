import type { MadeToOrderCategory } from '#schema/category'
import { MADE_TO_ORDER_CATEGORIES } from '#schema/category-names'
import { addDays, type Day, formatChipDay, formatWeekday, isDay } from '#schema/date-range'
import { estimatedDelivery, type Item, takesOrders } from '#schema/made-to-order'
import { byRating } from '#schema/rating'

/** The choices of the filter panel. */
export interface ItemFilters {
  categories: MadeToOrderCategory[]
  /** The day by which it must be there; null is any. */
  readyBy: Day | null
  /** Only what can be ordered today. */
  takingOrders: boolean
  /** Null shows the newest first. */
  sort: 'rated' | null
}

/** A search among made-to-order items. */
export interface ItemsSearch extends ItemFilters {
  search: string
}

/** The same as it stands in the address; whatever is empty is left out of it. */
export interface ItemsParams {
  search?: string
  /** Comma-separated. */
  categories?: string
  by?: string
  open?: number
  sort?: 'rated'
}

export const NO_ITEM_FILTERS: ItemFilters = { categories: [], readyBy: null, takingOrders: false, sort: null }

/** Reads an address that anybody may have typed: what makes no sense counts as not chosen. */
export function readItems({
  search,
  categories,
  by,
  open,
  sort,
}: { [Name in keyof ItemsParams]?: unknown }): ItemsSearch {
  const named = new Set(String(categories ?? '').split(','))
  const day = String(by ?? '')
  return {
    search: String(search ?? ''),
    categories: MADE_TO_ORDER_CATEGORIES.filter((category) => named.has(category)),
    readyBy: isDay(day) ? day : null,
    takingOrders: open === 1,
    sort: sort === 'rated' ? sort : null,
  }
}

/** The address of a search; `readItems` reads it back. */
export function writeItems({ search, categories, readyBy, takingOrders, sort }: ItemsSearch): ItemsParams {
  return {
    ...(search ? { search } : {}),
    ...(categories.length > 0 ? { categories: categories.join(',') } : {}),
    ...(readyBy ? { by: readyBy } : {}),
    ...(takingOrders ? { open: 1 } : {}),
    ...(sort ? { sort } : {}),
  }
}

/** The first day on which an item can be ordered: today, or the day after its maker's pause. */
export function ordersFrom(item: Pick<Item, 'pausedUntil'>, today: Day): Day {
  return item.pausedUntil === null || takesOrders(item, today) ? today : addDays(item.pausedUntil, 1)
}

/** 'Takes orders again on Fri, Dec 4', for an item that is paused. */
export function pauseWords(item: Pick<Item, 'pausedUntil'>, today: Day): string {
  return `Takes orders again on ${formatWeekday(ordersFrom(item, today))}`
}

/**
 * The rule of Browse Rentals: a case-insensitive substring of title, description or category; any chosen category. An item that is
 * ordered as early as its maker takes orders must be there by the wanted day.
 */
export function filterItems(items: readonly Item[], wanted: ItemsSearch, today: Day): Item[] {
  const { categories, readyBy, takingOrders, sort } = wanted
  const needle = wanted.search.trim().toLowerCase()
  const found = items.filter((item) => {
    const { title, description, category, leadTimeInDays } = item
    return (
      (categories.length === 0 || categories.includes(category)) &&
      (!takingOrders || takesOrders(item, today)) &&
      (readyBy === null || estimatedDelivery(ordersFrom(item, today), leadTimeInDays) <= readyBy) &&
      (needle === '' || `${title}\0${description}\0${category}`.toLowerCase().includes(needle))
    )
  })
  return sort ? byRating(found) : found
}

/** How many kinds of filters are on, for the badge. */
export function countItemFilters({ categories, readyBy, takingOrders }: ItemFilters): number {
  return Number(categories.length > 0) + Number(readyBy !== null) + Number(takingOrders)
}

/** The filters that are on, in words, each with what is left when it is taken away. */
export function itemChips(filters: ItemFilters): { label: string; without: Partial<ItemFilters> }[] {
  const { categories, readyBy, takingOrders, sort } = filters
  return [
    ...(categories.length > 0 ? [{ label: `Categories: ${categories.length}`, without: { categories: [] } }] : []),
    ...(readyBy ? [{ label: `Ready by ${formatChipDay(readyBy)}`, without: { readyBy: null } }] : []),
    ...(takingOrders ? [{ label: 'Taking orders now', without: { takingOrders: false } }] : []),
    ...(sort ? [{ label: 'Best rated', without: { sort: null } }] : []),
  ]
}
