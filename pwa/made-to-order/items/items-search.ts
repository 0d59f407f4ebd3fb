import type { MadeToOrderCategory } from '#schema/category'
import { MADE_TO_ORDER_CATEGORIES } from '#schema/category-names'
import { addDays, type Day, formatChipDay, formatFarDay, isDay } from '#schema/date-range'
import { estimatedDelivery, type Item, itemTexts, lastPauseDay, takesOrders } from '#schema/made-to-order'
import { centsToDollars } from '#schema/money'
import { ORDER_PIECES_MAX } from '#schema/purchase'
import { searchAmong } from '#schema/text-search'
import {
  chipsOf,
  type FilterChip,
  NO_OFFERING_FILTERS,
  type OfferingFilters,
  type OfferingParams,
  priceBounds,
  readOffering,
  SORT_WORDS,
  type TypedParams,
  textFrom,
  withoutEmpty,
} from '../../offerings/search/offering-search'
import { orderFound } from '../../sync/found-order'
import type { Sort } from '../../sync/search-tasks'

/** The day and the number of pieces that were chosen before an item was opened. */
export interface ItemWish {
  /** The day by which it must be there; null is any. */
  readyBy: Day | null
  pieces: number
}

/** The choices of the filter panel. */
export interface ItemFilters extends OfferingFilters<MadeToOrderCategory>, ItemWish {
  /** Only what can be ordered today. */
  takingOrders: boolean
}

/** A search among made-to-order items. */
export interface ItemsSearch extends ItemFilters {
  search: string
}

/** The same as it stands in the address; whatever is empty is left out of it. */
export interface ItemsParams extends OfferingParams {
  by?: string
  open?: number
}

export const NO_ITEM_FILTERS: ItemFilters = { ...NO_OFFERING_FILTERS, readyBy: null, takingOrders: false }

/** The soonest is what the maker has ready first. */
export const ITEM_SORT_WORDS: Record<Sort, string> = { ...SORT_WORDS, soonest: 'Soonest ready' }

/** Reads an address that anybody may have typed: what makes no sense counts as not chosen. */
export function readItems(params: TypedParams<ItemsParams>): ItemsSearch {
  const day = textFrom(params.by)
  return {
    ...readOffering(params, MADE_TO_ORDER_CATEGORIES, ORDER_PIECES_MAX),
    readyBy: isDay(day) ? day : null,
    takingOrders: params.open === 1,
  }
}

/** The address of a search; `readItems` reads it back. */
export function writeItems(wanted: ItemsSearch): ItemsParams {
  const { search, categories, readyBy, pieces, takingOrders, least, most, sort } = wanted
  return withoutEmpty<ItemsParams>({
    search,
    categories: categories.join(','),
    by: readyBy,
    pieces: pieces > 1 ? pieces : null,
    open: takingOrders ? 1 : null,
    least,
    most,
    sort,
  })
}

/** Reads the address of an item. */
export function readItemWish({ by, pieces }: Pick<ItemsParams, 'by' | 'pieces'>): ItemWish {
  const wanted = readItems({ by, pieces })
  return { readyBy: wanted.readyBy, pieces: wanted.pieces }
}

/** The query that takes a choice along to an item; empty without one. */
export function itemQuery({ readyBy, pieces }: ItemWish): string {
  const query = [...(readyBy ? [`by=${readyBy}`] : []), ...(pieces > 1 ? [`pieces=${pieces}`] : [])].join('&')
  return query && `?${query}`
}

/** The first day on which an item can be ordered: today, or the day after its maker's pause. */
function ordersFrom(item: Pick<Item, 'pausedUntil'>, today: Day): Day {
  if (item.pausedUntil === null || takesOrders(item, today)) return today
  const last = lastPauseDay(today)
  return addDays(item.pausedUntil < last ? item.pausedUntil : last, 1)
}

/** 'Takes orders again on Fri, Dec 4', for an item that is paused. */
export function pauseWords(item: Pick<Item, 'pausedUntil'>, today: Day): string {
  return `Takes orders again on ${formatFarDay(ordersFrom(item, today), today)}`
}

/**
 * The rule of Browse Rentals: every word in title, description, category or maker's name; any chosen category. An item that is
 * ordered as early as its maker takes orders must be there by the wanted day.
 */
export function filterItems(items: readonly Item[], wanted: ItemsSearch, today: Day): Item[] {
  const { categories, readyBy, takingOrders, least, most } = wanted
  const scores = wanted.search.trim() ? searchAmong(items, itemTexts).scores(wanted.search) : null
  const scoreOf = new Map<Item, number>()
  const found = items.filter((item, at) => {
    if (scores?.[at] === 0) return false
    scoreOf.set(item, scores?.[at] ?? 0)
    return (
      (categories.length === 0 || categories.includes(item.category)) &&
      (!takingOrders || takesOrders(item, today)) &&
      (readyBy === null || readyOn(item, today) <= readyBy) &&
      (least === null || centsToDollars(item.price) >= least) &&
      (most === null || centsToDollars(item.price) <= most)
    )
  })
  return orderFound(found, wanted.sort, scores && scoreOf, (rows) =>
    rows.toSorted((a, b) => (readyOn(a, today) < readyOn(b, today) ? -1 : 1)),
  )
}

/** The day on which an item is there that is ordered as early as its maker takes orders. */
export function readyOn(item: Pick<Item, 'pausedUntil' | 'leadTimeInDays'>, today: Day): Day {
  return estimatedDelivery(ordersFrom(item, today), item.leadTimeInDays)
}

/** How many kinds of filters are on, for the badge. */
export function countItemFilters(filters: ItemFilters): number {
  return itemChips(filters).length
}

/** Does this search leave out some items? */
export function isNarrowed(wanted: ItemsSearch): boolean {
  return wanted.search.trim() !== '' || countItemFilters(wanted) > 0
}

/** The filters that are on, in words, each with what is left when it is taken away. */
export function itemChips(filters: ItemFilters): FilterChip<ItemFilters>[] {
  const { categories, readyBy, pieces, takingOrders, least, most } = filters
  return chipsOf<ItemFilters>(
    [categories.length > 0 && `Categories: ${categories.length}`, { categories: [] }],
    [readyBy && `Ready by ${formatChipDay(readyBy)}`, { readyBy: null }],
    [pieces > 1 && `${pieces} pieces`, { pieces: 1 }],
    [takingOrders && 'Taking orders now', { takingOrders: false }],
    [priceBounds(least, most), { least: null, most: null }],
  )
}
