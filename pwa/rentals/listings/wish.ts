import { bookingTotal } from '#schema/booking'
import { type DateRange, inclusiveDays } from '#schema/date-range'
import type { Listing } from '#schema/listing'
import { dollarsToCents, formatCents } from '#schema/money'
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

/** '$36.00 for 3 days' or '$72.00 for 3 days, 2 pieces'; null without days. */
export function wishTotal({ price }: Pick<Listing, 'price'>, wish: Wish | null): string | null {
  if (!wish?.range) return null
  const days = inclusiveDays(wish.range)
  const total = formatCents(bookingTotal(wish.range, wish.pieces, dollarsToCents(price) ?? 0))
  return `${total} for ${days === 1 ? '1 day' : `${days} days`}${wish.pieces > 1 ? `, ${wish.pieces} pieces` : ''}`
}
