import { useDeferredValue, useMemo, useState } from 'react'
import { useCatalogue, useReachability } from '../auth/use-sync'
import { Chip } from '../components/chip'
import { EmptyState } from '../components/empty-state'
import { FilterButton } from '../components/filter-button'
import { ListingCardSkeletons } from '../components/listing-card-skeleton'
import { usePageTitle } from '../components/page-title'
import { SearchField } from '../forms/search-field'
import { ItemGrid } from './items/item-grid'
import { ItemsFilterPanel } from './items/items-filter-panel'
import { filterItems, type ItemsSearch } from './items/items-search'
import { useItemsSearch } from './items/use-items-search'
import '../styles/browse.css'

/** Browse made-to-order items, searched on this device. */
export function Items() {
  usePageTitle('Made-to-Order')
  const { catalogue, ready } = useCatalogue()
  const { wanted, type, change } = useItemsSearch()
  const [isFiltering, setFiltering] = useState(false)
  const rows = catalogue.all('item')
  const shown = useDeferredValue(wanted)
  const found = useMemo(() => filterItems(rows, shown), [rows, shown])
  const isHeld = ready && (catalogue.isFilled('item') || rows.length > 0)
  const { categories } = wanted
  return (
    <div className="page">
      <h1>Made-to-Order</h1>
      <search className="browse__bar">
        <SearchField label="Search items" placeholder="Search items..." value={wanted.search} onChange={type} />
        <FilterButton count={categories.length > 0 ? 1 : 0} onPress={() => setFiltering(true)} />
      </search>
      {categories.length > 0 && (
        <section className="row" aria-label="Active Filters">
          <span className="muted fine">Active Filters</span>
          <Chip label={`Categories: ${categories.length}`} onRemove={() => change({ ...wanted, categories: [] })} />
        </section>
      )}
      {!isHeld && <NothingHeld isRead={ready} />}
      {isHeld && found.length === 0 && <NothingFound wanted={wanted} onClear={change} />}
      {isHeld && found.length > 0 && <ItemGrid items={found} search={JSON.stringify(shown)} />}
      {isFiltering && (
        <ItemsFilterPanel
          chosen={categories}
          countFor={(chosen) => filterItems(rows, { ...wanted, categories: chosen }).length}
          onApply={(chosen) => change({ ...wanted, categories: chosen })}
          onClose={() => setFiltering(false)}
        />
      )}
    </div>
  )
}

function NothingHeld({ isRead }: { isRead: boolean }) {
  const { reachable } = useReachability()
  if (!isRead || reachable) return <ListingCardSkeletons />
  return (
    <EmptyState drawing="offline" title="Nothing is on this device yet">
      Connect once, and what makers offer is kept here for when there is no signal.
    </EmptyState>
  )
}

function NothingFound({ wanted, onClear }: { wanted: ItemsSearch; onClear: (cleared: ItemsSearch) => void }) {
  const isNarrowed = wanted.search.trim() !== '' || wanted.categories.length > 0
  return (
    <EmptyState
      drawing="listings"
      title="No items found matching your filters."
      action={
        isNarrowed && (
          <button type="button" className="is-secondary" onClick={() => onClear({ search: '', categories: [] })}>
            Clear Filters
          </button>
        )
      }
    />
  )
}
