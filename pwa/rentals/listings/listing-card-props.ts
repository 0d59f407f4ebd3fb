import type { Listing } from '#schema/listing'
import { formatPricePerDay } from '#schema/money'
import type { ListingCardProps } from './listing-card'
import { type Wish, wishQuery, wishTotal } from './wish'

const PER_DAY = '/day'

/** A listing as its card shows it: '$12/day', or '$12.50/day' where there are cents; with the total of days that were chosen, which go along to the listing. */
export function listingCard(listing: Listing, wish: Wish | null = null): ListingCardProps {
  const { id, title, description, category, neighborhood, mainImage, price, userId, ownerUsername, rating } = listing
  return {
    to: `/listings/${id}${wishQuery(wish)}`,
    total: wishTotal(listing, wish),
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
