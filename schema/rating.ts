import * as z from 'zod/mini'

/** A listing, item or person has an average from so many reviews on. */
export const RATED_FROM = 3

/** The average of at least three reviews, with one decimal. */
export const Rating = z.object({ stars: z.number(), count: z.int() })
export type Rating = z.infer<typeof Rating>

/** The rating of a row that has `reviewCount` reviews with `reviewStars` stars in all; none below three reviews. */
export function ratingOf({ reviewCount, reviewStars }: { reviewCount: number; reviewStars: number }): {
  rating?: Rating
} {
  if (reviewCount < RATED_FROM) return {}
  return { rating: { count: reviewCount, stars: Math.round((reviewStars / reviewCount) * 10) / 10 } }
}

/** Best rated first, then the one that more people have rated; what has no rating keeps its place behind them. */
export function byRating<Row extends { rating?: Rating | undefined }>(rows: readonly Row[]): Row[] {
  return rows.toSorted(
    (a, b) => (b.rating?.stars ?? 0) - (a.rating?.stars ?? 0) || (b.rating?.count ?? 0) - (a.rating?.count ?? 0),
  )
}
