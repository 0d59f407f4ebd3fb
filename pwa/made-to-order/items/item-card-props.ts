import type { Item } from '#schema/made-to-order'
import { formatCents } from '#schema/money'
import type { ItemCardProps } from './item-card'
import { type ItemWish, itemQuery } from './items-search'

const ANY: ItemWish = { readyBy: null, pieces: 1 }

/** An item as its card shows it; the wanted day and pieces go along to the item. */
export function itemCard(item: Item, wish: ItemWish = ANY): ItemCardProps {
  const { id, title, description, category, price, leadTimeInDays, userId, ownerUsername, mainImage, rating } = item
  return {
    to: `/made-to-order/${id}${itemQuery(wish)}`,
    total: wish.pieces > 1 ? `${formatCents(price * wish.pieces)} for ${wish.pieces} pieces` : null,
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
