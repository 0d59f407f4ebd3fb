import { daysProblem } from '#schema/availability'
import { type DateRange, inclusiveDays } from '#schema/date-range'
import type { Listing } from '#schema/listing'
import { bookingTotal, formatCents, listingPrices } from '#schema/money'
import { type BrowseParams, readBrowse } from './browse-search'

/** Days and a number of pieces that were chosen before a listing was opened. */
export interface Wish {
  range: DateRange | null
  pieces: number
}

/** Reads the address of a listing; null when nothing was chosen. */
export function readWish({ from, to, pieces }: Pick<BrowseParams, 'from' | 'to' | 'pieces'>): Wish | null {
  const wish = readBrowse({ from, to, pieces })
  return wish.range || wish.pieces > 1 ? { range: wish.range, pieces: wish.pieces } : null
}

/** The query that takes a choice along to a listing; empty without one. */
export function wishQuery(wish: Wish | null): string {
  if (!wish) return ''
  const { range, pieces } = wish
  const days = range ? [`from=${range.startDate}`, `to=${range.endDate}`] : []
  const query = [...days, ...(pieces > 1 ? [`pieces=${pieces}`] : [])].join('&')
  return query && `?${query}`
}

export function isSameWish(a: Wish | null, b: Wish | null): boolean {
  return wishQuery(a) === wishQuery(b)
}

type Priced = Pick<Listing, 'price' | 'weekPrice' | 'minDays' | 'maxDays'>

/** '$36.00 for 3 days' or '$72.00 for 3 days, 2 pieces', or why it is not rented for so many days; null without days. */
export function wishTotal(listing: Priced, wish: Wish | null): string | null {
  if (!wish?.range) return null
  const days = inclusiveDays(wish.range)
  const outside = daysProblem(days, listing)
  if (outside) return outside
  const total = formatCents(bookingTotal(wish.range, wish.pieces, listingPrices(listing)))
  return `${total} for ${days === 1 ? '1 day' : `${days} days`}${wish.pieces > 1 ? `, ${wish.pieces} pieces` : ''}`
}
