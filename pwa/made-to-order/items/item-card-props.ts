import type { Item } from '#schema/made-to-order'
import { formatCents } from '#schema/money'
import type { ItemCardProps } from './item-card'

/** An item as its card shows it. */
export function itemCard(item: Item): ItemCardProps {
  const { id, title, description, category, price, leadTimeInDays, userId, ownerUsername, mainImage, rating } = item
  return {
    id,
    title,
    description,
    category,
    price: formatCents(price),
    leadTimeInDays,
    seller: { id: userId, username: ownerUsername },
    photo: { src: mainImage },
    rating,
  }
}
