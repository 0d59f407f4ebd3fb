import { memo, type ReactNode } from 'react'
import type { Day } from '#schema/date-range'
import { type Item, takesOrders } from '#schema/made-to-order'
import { countWords } from '../../rentals/listings/count-words'
import { useGrowingList } from '../../rentals/listings/use-growing-list'
import { EAGER_PHOTOS } from '../../ui/photo'
import { ItemCard } from './item-card'
import { itemCard } from './item-card-props'
import { type ItemWish, pauseWords } from './items-search'

interface ItemGridProps {
  items: readonly Item[]
  /** There may be more of them, which this device does not hold yet. */
  isPart: boolean
  today: Day
  /** Changes with what is looked for. */
  search: string
  /** The wanted day and pieces, which go along to an item. */
  wish: ItemWish
  /** A control on each item's photo; always the same function. */
  corner: (item: Item) => ReactNode
}

/** Made-to-order items as cards; typing renders none of them again before the results change. */
export const ItemGrid = memo(function ItemGrid({ items, isPart, today, search, wish, corner }: ItemGridProps) {
  const { shown, hasMore, gridRef, sentinelRef } = useGrowingList(items, search)
  return (
    <>
      <p className="muted fine browse__count" role="status">
        {countWords(items.length, isPart)}
      </p>
      <ul className="card-grid browse__grid" ref={gridRef}>
        {shown.map((item, position) => (
          <li key={item.id}>
            <ItemCard
              {...itemCard(item, wish)}
              corner={corner(item)}
              priority={position < EAGER_PHOTOS}
              {...(takesOrders(item, today) ? {} : { pause: pauseWords(item, today) })}
            />
          </li>
        ))}
      </ul>
      {hasMore && <div ref={sentinelRef} className="browse__sentinel" aria-hidden="true" />}
    </>
  )
})
