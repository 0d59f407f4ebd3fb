import { Skeleton } from '../../ui/skeleton'

/** How many cards Browse shows while it loads. */
const LOADING_CARDS = 8

/** Same measures as a listing card, so nothing moves when the real one arrives. */
export function ListingCardSkeleton() {
  return (
    <div className="card card-skeleton">
      <Skeleton shape="photo" />
      <div className="card__body stack">
        <div className="card__title">
          <Skeleton width="half" />
        </div>
        <div className="card__text breaks muted fine">
          <Skeleton />
          <Skeleton width="half" />
        </div>
        <div className="card__price">
          <Skeleton width="short" />
        </div>
        <div className="card__meta muted fine wrap">
          <Skeleton width="half" />
        </div>
      </div>
    </div>
  )
}

/** A whole grid of them, announced once. */
export function ListingCardSkeletons({ count = LOADING_CARDS, label = 'Loading items' }) {
  const keys = Array.from({ length: count }, (_, index) => `skeleton-${index}`)
  return (
    <ul className="card-grid" aria-busy="true" aria-label={label}>
      {keys.map((key) => (
        <li key={key}>
          <ListingCardSkeleton />
        </li>
      ))}
    </ul>
  )
}
