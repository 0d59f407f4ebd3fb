import { lazy, Suspense, useDeferredValue, useState } from 'react'
import type { Item } from '#schema/made-to-order'
import { FIRST_ROWS } from '#schema/sync-scopes'
import { Heart, Hearts } from '../inspiration/boards/hearts'
import { FindsElsewhere, OtherKinds } from '../inspiration/other-kinds'
import { ItemGrid } from '../made-to-order/items/item-grid'
import { ItemsFilterPanel } from '../made-to-order/items/items-filter-panel'
import {
  countItemFilters,
  filterItems,
  ITEM_SORT_WORDS,
  type ItemFilters,
  isNarrowed,
  itemChips,
  NO_ITEM_FILTERS,
} from '../made-to-order/items/items-search'
import { useItemsFinds } from '../made-to-order/items/use-items-finds'
import { useItemsSearch } from '../made-to-order/items/use-items-search'
import { ActiveFilters } from '../offerings/search/active-filters'
import { NoneFound } from '../offerings/search/none-found'
import { SortField } from '../offerings/search/sort-field'
import { ListingCardSkeletons } from '../rentals/listings/listing-card-skeleton'
import { useCatalogue, useReachable } from '../session/use-sync'
import { useToday } from '../session/use-today'
import { EmptyState } from '../ui/empty-state'
import { SearchField } from '../ui/fields/search-field'
import { FilterButton } from '../ui/filter-button'
import { usePageTitle } from '../ui/page-title'
import '../styles/browse.css'

const loadBeyond = () => import(/* piece: behind */ '../made-to-order/items/items-beyond')
const ItemsBeyond = lazy(() => loadBeyond().then((module) => ({ default: module.ItemsBeyond })))
const NewestItemsNote = lazy(() => loadBeyond().then((module) => ({ default: module.NewestItemsNote })))

const heartOf = ({ id, title }: Item) => <Heart kind="item" id={id} title={title} />

/** Browse made-to-order items, searched on this device. */
export function Items() {
  usePageTitle('Made-to-Order')
  const { catalogue } = useCatalogue()
  const { wanted, type, change } = useItemsSearch()
  const today = useToday()
  const [isFiltering, setFiltering] = useState(false)
  const reachable = useReachable()
  const rows = catalogue.all('item')
  const shown = useDeferredValue(wanted)
  const { isRead, isHeld, isPart, rows: found, far } = useItemsFinds(shown, today)
  const isEmpty = isHeld && found.length === 0
  const { search, readyBy, pieces } = wanted
  const elsewhere = { search, days: readyBy ? { startDate: readyBy, endDate: readyBy } : null, pieces }
  const clear = () => change({ search: '', ...NO_ITEM_FILTERS })
  const none = <NoneFound isOnDevice={isPart === true && !reachable} onClear={isNarrowed(wanted) ? clear : null} />
  // The page says so itself where the server need not be asked, or cannot be.
  const isKnown = isPart === false || (isPart && !reachable)
  const filter = (filters: Partial<ItemFilters>) => change({ ...wanted, ...filters })
  return (
    <Hearts pieces={wanted.pieces}>
      <div className="page">
        <h1>Made-to-Order</h1>
        <search className="browse__bar wrap gap-2">
          <SearchField label="Search items" placeholder="Search items..." value={wanted.search} onChange={type} />
          <FilterButton count={countItemFilters(wanted)} onPress={() => setFiltering(true)} />
        </search>
        <ActiveFilters
          chips={itemChips(wanted)}
          onRemove={filter}
          onClear={() => filter({ ...NO_ITEM_FILTERS, sort: wanted.sort })}
        />
        <OtherKinds but="item" {...elsewhere} />
        {isPart && (
          <Suspense>
            <NewestItemsNote />
          </Suspense>
        )}
        {!isHeld && <NothingHeld isRead={isRead} />}
        {isEmpty && isKnown && none}
        {isHeld && found.length > 1 && (
          <SortField
            value={wanted.sort}
            isMatched={wanted.search.trim() !== ''}
            words={ITEM_SORT_WORDS}
            onChange={(sort) => filter({ sort })}
          />
        )}
        {isHeld && found.length > 0 && (
          <ItemGrid
            items={found}
            isPart={catalogue.hasNewest('item') && rows.length >= FIRST_ROWS}
            today={today}
            search={JSON.stringify(shown)}
            wish={shown}
            corner={heartOf}
          />
        )}
        {isPart && (
          <Suspense>
            <ItemsBeyond wanted={shown} far={far} today={today} corner={heartOf} none={isEmpty ? none : null} />
          </Suspense>
        )}
        {isEmpty && isPart !== undefined && !far.isAsking && far.rows.length === 0 && (
          <FindsElsewhere but="item" {...elsewhere} />
        )}
        {isFiltering && (
          <ItemsFilterPanel
            chosen={wanted}
            today={today}
            countFor={(filters) => filterItems(rows, { ...wanted, ...filters }, today).length}
            onApply={filter}
            onClose={() => setFiltering(false)}
          />
        )}
      </div>
    </Hearts>
  )
}

function NothingHeld({ isRead }: { isRead: boolean }) {
  const reachable = useReachable()
  if (!isRead || reachable) return <ListingCardSkeletons />
  return (
    <EmptyState drawing="offline" title="Nothing is on this device yet">
      Connect once, and what makers offer is kept here for when there is no signal.
    </EmptyState>
  )
}
