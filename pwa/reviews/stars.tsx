import { Star } from 'lucide-react'
import type { Rating } from '#schema/rating'

export const MOST_STARS = 5

/** So many of five stars. */
export function Stars({ count }: { count: number }) {
  return (
    <span className="stars" role="img" aria-label={`${count} of ${MOST_STARS} stars`}>
      {Array.from({ length: MOST_STARS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stars differ by their place alone
        <Star key={index} data-on={index < count} />
      ))}
    </span>
  )
}

/** '★ 4.8 (12)'; nothing below three reviews. */
export function RatingLine({ rating }: { rating: Rating | undefined }) {
  if (!rating) return null
  const { stars, count } = rating
  return (
    <span className="rating">
      <Star aria-hidden />
      <span aria-hidden>{`${stars.toFixed(1)} (${count})`}</span>
      <span className="visually-hidden">{`Rated ${stars.toFixed(1)} of ${MOST_STARS} by ${count} people`}</span>
    </span>
  )
}
