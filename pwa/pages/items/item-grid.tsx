import { memo } from 'react'
import type { Item } from '#schema/made-to-order'
import { formatCents } from '#schema/money'
import { ItemCard } from '../../components/item-card'
import { useGrowingList } from '../listings/use-growing-list'

/** Cards whose photos are wanted at once: the first row of the widest grid. */
const EAGER_CARDS = 4

/** Made-to-order items as cards; typing renders none of them again before the results change. */
export const ItemGrid = memo(function ItemGrid({ items, search }: { items: readonly Item[]; search: string }) {
  const { shown, hasMore, gridRef, sentinelRef } = useGrowingList(items, search)
  return (
    <>
      <p className="muted fine browse__count" role="status">
        {items.length === 1 ? '1 item' : `${items.length.toLocaleString('en-US')} items`}
      </p>
      <ul className="card-grid browse__grid" ref={gridRef}>
        {shown.map(
          ({ id, title, description, category, price, leadTimeInDays, mainImage, userId, ownerUsername }, position) => (
            <li key={id}>
              <ItemCard
                id={id}
                title={title}
                description={description}
                category={category}
                price={formatCents(price)}
                leadTimeInDays={leadTimeInDays}
                seller={{ id: userId, username: ownerUsername }}
                photo={{ src: mainImage }}
                priority={position < EAGER_CARDS}
              />
            </li>
          ),
        )}
      </ul>
      {hasMore && <div ref={sentinelRef} className="browse__sentinel" aria-hidden="true" />}
    </>
  )
})
