import type { ReactNode } from 'react'
import type { Day } from '#schema/date-range'
import { type Item, takesOrders } from '#schema/made-to-order'
import { FindsSection } from '../../offerings/search/finds-section'
import { RestOfFinds } from '../../rentals/listings/rest-of-finds'
import { otherOrder } from '../../session/ask-past-held'
import { useReachable } from '../../session/use-sync'
import { ItemCard } from './item-card'
import { itemCard } from './item-card-props'
import { type ItemsSearch, pauseWords } from './items-search'
import type { FarItems } from './use-items-finds'

export interface ServerItemsProps {
  wanted: ItemsSearch
  far: FarItems
  today: Day
  /** A control on each item's photo; always the same function. */
  corner: (item: Item) => ReactNode
  /** The words that there are none; null where this device has found some. */
  none: ReactNode
}

/** The finds of a search that this device does not hold, below those that it does. */
export function ServerItems({ wanted, far: { rows, more, ...asking }, today, corner, none }: ServerItemsProps) {
  const reachable = useReachable()
  if (rows.length === 0 && !more) return reachable && <RestOfFinds {...asking}>{none}</RestOfFinds>
  return (
    <FindsSection id="items-beyond" title={`More items${otherOrder(wanted)}`} more={more} {...asking}>
      <ul className="card-grid">
        {rows.map((item) => (
          <li key={item.id}>
            <ItemCard
              {...itemCard(item, wanted)}
              headingLevel={3}
              corner={corner(item)}
              {...(takesOrders(item, today) ? {} : { pause: pauseWords(item, today) })}
            />
          </li>
        ))}
      </ul>
    </FindsSection>
  )
}
