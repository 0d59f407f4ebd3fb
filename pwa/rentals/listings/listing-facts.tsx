import { MapPin } from 'lucide-react'
import { boundsWords } from '#schema/availability'
import type { Listing } from '#schema/listing'
import { formatDollars, formatPricePerDay, WEEK_DAYS } from '#schema/money'
import { RatingLine } from '../../reviews/stars'
import { Avatar } from '../../ui/avatar'
import { CategoryBadge } from '../../ui/category-badge'
import { NavLink } from '../../ui/nav-link'
import { cancellationWords } from '../booking/offer-rules'

interface ListingFactsProps {
  listing: Listing
  ownerPhoto: string | null
}

export function ListingFacts({ listing, ownerPhoto }: ListingFactsProps) {
  const { title, category, price, quantity, neighborhood, city, userId, ownerUsername, description, rating } = listing
  const facts = ruleFacts(listing)
  // In some boroughs the post office calls the town by the neighborhood's name.
  const place = [...new Set([neighborhood, city])].filter(Boolean).join(', ')
  return (
    <div className="stack">
      <div className="stack stack--tight">
        <div>
          <CategoryBadge category={category} />
        </div>
        <h1 dir="auto">{title}</h1>
        <p className="listing__price">{formatPricePerDay(price)}</p>
        <RatingLine rating={rating} />
        {quantity > 1 && <p className="muted">{`${quantity} to rent, priced per piece`}</p>}
        {facts.length > 0 && <p className="muted">{facts.join(' · ')}</p>}
        {place && (
          <p className="muted line gap-1">
            <MapPin />
            <bdi>{place}</bdi>
          </p>
        )}
      </div>
      <NavLink className="listing__owner tap-line" to={`/profile/${userId}`}>
        <Avatar name={ownerUsername} src={ownerPhoto} size="small" />
        <bdi>{ownerUsername}</bdi>
      </NavLink>
      <p className="long-text" dir="auto">
        {description}
      </p>
    </div>
  )
}

/** The owner's rules in words: '$60 a week', 'At least 2 days', 'Delivery within 5 miles for $20'. */
function ruleFacts(listing: Listing): string[] {
  const { weekPrice, deliveryMiles: miles, deliveryFee = 0 } = listing
  const within = miles === 1 ? '1 mile' : `${miles} miles`
  return [
    // A price per day that has fallen since may have overtaken it.
    weekPrice === undefined || weekPrice >= WEEK_DAYS * listing.price ? null : `${formatDollars(weekPrice)} a week`,
    boundsWords(listing),
    miles === undefined
      ? null
      : `Delivery within ${within}${deliveryFee ? ` for ${formatDollars(deliveryFee)}` : ', free'}`,
  ].filter((words) => words !== null)
}

/** The conditions that both sides agree to. */
export function RentalTerms({ listing }: { listing: Listing }) {
  return (
    <section className="stack stack--tight" aria-labelledby="rental-terms">
      <h2 id="rental-terms">Rental Terms</h2>
      {listing.terms && (
        <p className="long-text" dir="auto">
          {listing.terms}
        </p>
      )}
      <p className="muted">{cancellationWords(listing.cancellationPreset)}</p>
    </section>
  )
}
