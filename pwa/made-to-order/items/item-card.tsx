import { CalendarClock, Hammer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Rating } from '#schema/rating'
import { RatingLine } from '../../reviews/stars'
import { CategoryBadge } from '../../ui/category-badge'
import { type CardPhoto, MediaCard } from '../../ui/media-card'
import { NavLink } from '../../ui/nav-link'

export interface ItemCardProps {
  id: number
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
  /** The wanted day, which goes along to the item. */
  readyBy?: string
  priority?: boolean
  headingLevel?: 2 | 3
}

/** A made-to-order item. */
export function ItemCard(props: ItemCardProps) {
  const { id, description, price, leadTimeInDays, seller, pause, rating, readyBy, ...frame } = props
  const to = `/made-to-order/${id}${readyBy ? `?by=${readyBy}` : ''}`
  return (
    <MediaCard {...frame} to={to} badge={<CategoryBadge category={frame.category} />}>
      <p className="card__text" dir="auto">
        {description}
      </p>
      <p className="card__price">{price}</p>
      {pause && (
        <p className="card__meta card__pause">
          <span>
            <CalendarClock />
            {pause}
          </span>
        </p>
      )}
      <p className="card__meta">
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
