import type { ReactNode } from 'react'
import type { Day } from '#schema/date-range'
import { type Item, takesOrders } from '#schema/made-to-order'
import { FindsSection } from '../../offerings/finds-section'
import { RestOfFinds } from '../../rentals/listings/rest-of-finds'
import { type FoundPage, otherOrder, queryOf } from '../../session/ask-past-held'
import { useFindsBeyond } from '../../session/use-finds-beyond'
import { useCatalogue } from '../../session/use-sync'
import { call } from '../../sync/client'
import { ItemCard } from './item-card'
import { itemCard } from './item-card-props'
import { type ItemsSearch, pauseWords } from './items-search'

export interface ServerItemsProps {
  wanted: ItemsSearch
  today: Day
  /** A control on each item's photo; always the same function. */
  corner: (item: Item) => ReactNode
  /** Items with smaller numbers alone are wanted. */
  before: number
  /** The words that there are none; null where this device has found some. */
  none: ReactNode
}

/** The finds of a search that this device does not hold, below those that it does. */
export function ServerItems({ wanted, today, corner, before, none }: ServerItemsProps) {
  const { catalogue } = useCatalogue()
  const isHeld = (id: number) => catalogue.get('item', id) !== undefined
  const { answer, more, ...asking } = useFindsBeyond(JSON.stringify(wanted), {
    askPage: (limit, cursor) => askItems(wanted, before, limit, cursor),
    isHeld,
  })
  const further = answer?.rows.filter(({ id }) => !isHeld(id)) ?? []
  // Where this device has none, those of the search before would pass for the finds of this one.
  if (!answer || (none && asking.isAsking) || (further.length === 0 && answer.cursor === null)) {
    return <RestOfFinds {...asking}>{none}</RestOfFinds>
  }
  return (
    <FindsSection
      id="items-beyond"
      title={`More items${otherOrder(wanted)}`}
      isBusy={asking.isAsking}
      more={answer.cursor === null ? null : more}
    >
      <ul className="card-grid">
        {further.map((item) => (
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

/**
 * A page of the server's finds.
 * @param before the number of an item; newer ones are not wanted
 * @throws ApiError, Unreachable
 */
async function askItems(
  wanted: ItemsSearch,
  before: number,
  limit: number,
  cursor: string | undefined,
): Promise<FoundPage<Item>> {
  const { readyBy, takingOrders } = wanted
  const { items, cursor: next } = await call('searchItems', {
    query: {
      ...queryOf(wanted, limit, cursor),
      ...(readyBy && { by: readyBy }),
      ...(takingOrders && { open: '1' as const }),
      before,
    },
  })
  return { rows: items, cursor: next }
}
