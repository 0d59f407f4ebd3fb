import { CalendarClock, Hammer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Rating } from '#schema/rating'
import { RatingLine } from '../../reviews/stars'
import { CategoryBadge } from '../../ui/category-badge'
import { type CardPhoto, MediaCard } from '../../ui/media-card'
import { NavLink } from '../../ui/nav-link'

export interface ItemCardProps {
  to: string
  title: string
  description: string
  category: string
  /** Already in words for people, '$84.00'. */
  price: string
  leadTimeInDays: number
  seller?: { id: number; username: string }
  rating?: Rating | undefined
  photo: CardPhoto
  corner?: ReactNode
  /** When its maker takes orders again, in words; absent while they do. */
  pause?: string
  /** For the chosen number of pieces, in words; null where that is one. */
  total?: string | null
  priority?: boolean
  headingLevel?: 2 | 3
}

/** A made-to-order item. */
export function ItemCard(props: ItemCardProps) {
  const { description, price, leadTimeInDays, seller, pause, rating, total, ...frame } = props
  return (
    <MediaCard {...frame} badge={<CategoryBadge category={frame.category} />}>
      <p className="card__text breaks muted fine" dir="auto">
        {description}
      </p>
      <p className="card__price">{price}</p>
      {total && <p className="muted fine">{total}</p>}
      {pause && (
        <p className="card__meta muted fine wrap card__pause">
          <span>
            <CalendarClock />
            {pause}
          </span>
        </p>
      )}
      <p className="card__meta muted fine wrap">
        <RatingLine rating={rating} />
        <span>
          <Hammer />
          {`Made in ${leadTimeInDays} ${leadTimeInDays === 1 ? 'day' : 'days'}`}
        </span>
        {seller && (
          <NavLink to={`/profile/${seller.id}`} dir="auto">
            {seller.username}
          </NavLink>
        )}
      </p>
    </MediaCard>
  )
}
