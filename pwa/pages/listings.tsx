import { useState } from 'react'
import type { Listing } from '#schema/listing'
import { Heart, Hearts } from '../inspiration/boards/hearts'
import { FindsElsewhere, OtherKinds } from '../inspiration/other-kinds'
import { ActiveFilters } from '../offerings/search/active-filters'
import { NoneFound } from '../offerings/search/none-found'
import { SortField } from '../offerings/search/sort-field'
import { countFilters, filterChips, NO_FILTERS } from '../rentals/listings/browse-search'
import { FilterPanel } from '../rentals/listings/filter-panel'
import { AreasNote, FindsBeyond } from '../rentals/listings/finds-beyond'
import { Results } from '../rentals/listings/results'
import { useBrowse } from '../rentals/listings/use-browse'
import { useBrowseFinds } from '../rentals/listings/use-browse-finds'
import { MapButton } from '../rentals/map/map-button'
import { useReachable } from '../session/use-sync'
import { SearchField } from '../ui/fields/search-field'
import { FilterButton } from '../ui/filter-button'
import { usePageTitle } from '../ui/page-title'
import '../styles/browse.css'

const heartOf = ({ id, title }: Listing) => <Heart kind="listing" id={id} title={title} />

/** Browse Rentals. Listings are searched on this device, and on the server until they are here; the address holds the search. */
export function Listings() {
  usePageTitle('Available Items')
  const { browse, type, change } = useBrowse()
  const [isFiltering, setFiltering] = useState(false)
  const reachable = useReachable()
  const { isRead, isHeld, areas, found, far } = useBrowseFinds(browse)
  const isFiltered = browse.search.trim() !== '' || countFilters(browse) > 0
  const clear = () => change({ search: '', ...NO_FILTERS })
  const none = <NoneFound isOnDevice={Boolean(areas) && !reachable} onClear={isFiltered ? clear : null} />
  // The page says so itself where the server need not be asked, or cannot be.
  const isKnown = areas === null || (areas !== undefined && !reachable)
  const isEmpty = found?.rows.length === 0 && !found.isPart

  return (
    <Hearts pieces={browse.pieces}>
      <div className="page">
        <h1>Available Items</h1>
        <search className="browse__bar wrap gap-2">
          <SearchField label="Search listings" placeholder="Search listings..." value={browse.search} onChange={type} />
          <FilterButton count={countFilters(browse)} onPress={() => setFiltering(true)} />
          <MapButton found={found} far={far} onPlace={(place) => change({ ...browse, place, miles: null })} />
        </search>
        <ActiveFilters
          chips={filterChips(browse)}
          onRemove={(without) => change({ ...browse, ...without })}
          onClear={() => change({ ...browse, ...NO_FILTERS, sort: browse.sort })}
        />
        <OtherKinds but="listing" search={browse.search} days={browse.range} pieces={browse.pieces} />
        {areas && <AreasNote areas={areas} />}
        {found && found.rows.length > 1 && (
          <SortField
            value={browse.sort}
            isMatched={browse.search.trim() !== ''}
            onChange={(sort) => change({ ...browse, sort })}
          />
        )}
        <Results found={found} held={isHeld} read={isRead} corner={heartOf} none={isKnown && none} />
        {areas && <FindsBeyond browse={browse} far={far} corner={heartOf} none={isEmpty ? none : null} />}
        {isEmpty && areas !== undefined && !far.isAsking && far.rows.length === 0 && (
          <FindsElsewhere but="listing" search={browse.search} days={browse.range} pieces={browse.pieces} />
        )}
        {isFiltering && (
          <FilterPanel
            browse={browse}
            onApply={(filters) => change({ ...browse, ...filters })}
            onClose={() => setFiltering(false)}
          />
        )}
      </div>
    </Hearts>
  )
}
