import { byRating, type Rating } from '#schema/rating'
import { byScore } from '#schema/text-search'
import type { Sort } from './search-tasks'

/**
 * Found rows, which come newest first, in the wanted order.
 * @param scores how well each matches the text; null without one
 */
export function orderFound<Row extends { price: number; rating?: Rating | undefined }>(
  found: Row[],
  sort: Sort | null,
  scores: ReadonlyMap<Row, number> | null,
  bySoonest: (found: Row[]) => Row[],
): Row[] {
  switch (sort) {
    case 'low':
      return found.toSorted((a, b) => a.price - b.price)
    case 'high':
      return found.toSorted((a, b) => b.price - a.price)
    case 'rated':
      return byRating(found)
    case 'soonest':
      return bySoonest(found)
    case 'newest':
      return found
    case null:
      return scores ? byScore(found, scores) : found
  }
}
