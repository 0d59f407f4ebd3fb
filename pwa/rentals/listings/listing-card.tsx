import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Rating } from '#schema/rating'
import { RatingLine } from '../../reviews/stars'
import { CategoryBadge } from '../../ui/category-badge'
import { type CardPhoto, MediaCard } from '../../ui/media-card'
import { NavLink } from '../../ui/nav-link'

export interface ListingCardProps {
  to: string
  title: string
  description: string
  category: string
  /** Already in words for people, '$12.00'; the card adds '/day'. */
  price: string
  /** Of the chosen days, in words; null while none are chosen. */
  total: string | null
  neighborhood?: string | null
  owner: { id: number; username: string }
  rating?: Rating | undefined
  photo: CardPhoto
  corner?: ReactNode
  priority?: boolean
  headingLevel?: 2 | 3
}

export function ListingCard({ description, price, total, neighborhood, owner, rating, ...frame }: ListingCardProps) {
  return (
    <MediaCard {...frame} badge={<CategoryBadge category={frame.category} />}>
      <p className="card__text breaks muted fine" dir="auto">
        {description}
      </p>
      <p className="card__price">{`${price}/day`}</p>
      {total && <p className="muted fine">{total}</p>}
      <p className="card__meta muted fine wrap">
        <RatingLine rating={rating} />
        {neighborhood && (
          <span>
            <MapPin />
            <bdi>{neighborhood}</bdi>
          </span>
        )}
        <NavLink to={`/profile/${owner.id}`} dir="auto">
          {owner.username}
        </NavLink>
      </p>
    </MediaCard>
  )
}
