import type { Listing } from '#schema/listing'
import { formatPricePerDay } from '#schema/money'
import type { ListingCardProps } from './listing-card'

const PER_DAY = '/day'

/** A listing as its card shows it: '$12/day', or '$12.50/day' where there are cents. */
export function listingCard(listing: Listing): ListingCardProps {
  const { id, title, description, category, neighborhood, mainImage, price, userId, ownerUsername, rating } = listing
  return {
    id,
    title,
    description,
    category,
    neighborhood,
    // The card puts '/day' behind the amount by itself.
    price: formatPricePerDay(price).slice(0, -PER_DAY.length),
    owner: { id: userId, username: ownerUsername },
    photo: { src: mainImage },
    rating,
  }
}
