import { useDeferredValue, useMemo, useState } from 'react'
import { useCatalogue } from '../auth/use-sync'
import { FilterButton } from '../components/filter-button'
import { usePageTitle } from '../components/page-title'
import { ListingIndex } from '../db/filter-listings'
import { SearchField } from '../forms/search-field'
import { ActiveFilters } from './listings/active-filters'
import { countFilters } from './listings/browse-search'
import { FilterPanel } from './listings/filter-panel'
import { Results } from './listings/results'
import { useBrowse } from './listings/use-browse'
import '../styles/browse.css'

/** Browse Rentals. Everything is searched on this device; the address holds what is looked for. */
export function Listings() {
  usePageTitle('Available Items')
  const { catalogue, version, ready } = useCatalogue()
  const { browse, type, change } = useBrowse()
  const [isFiltering, setFiltering] = useState(false)
  const rows = catalogue.all('listing')
  const index = useMemo(() => new ListingIndex(rows), [rows])
  const wanted = useDeferredValue(browse)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version tells that an owner's blocked dates may have changed
  const found = useMemo(
    () => index.search(wanted, (userId) => catalogue.get('person', userId)),
    [index, wanted, catalogue, version],
  )
  const countFor = (filters: Pick<typeof browse, 'categories' | 'range'>) =>
    index.search({ ...browse, ...filters }, (userId) => catalogue.get('person', userId)).length

  return (
    <div className="page">
      <h1>Available Items</h1>
      <search className="browse__bar">
        <SearchField label="Search listings" placeholder="Search listings..." value={browse.search} onChange={type} />
        <FilterButton count={countFilters(browse)} onPress={() => setFiltering(true)} />
      </search>
      <ActiveFilters chosen={browse} onChange={(filters) => change({ ...browse, ...filters })} />
      <Results
        found={found}
        search={JSON.stringify(wanted)}
        held={ready && (catalogue.isFilled('listing') || rows.length > 0)}
        read={ready}
        isFiltered={browse.search.trim() !== '' || countFilters(browse) > 0}
        onClear={() => change({ search: '', categories: [], range: null })}
      />
      {isFiltering && (
        <FilterPanel
          chosen={browse}
          countFor={countFor}
          onApply={(filters) => change({ ...browse, ...filters })}
          onClose={() => setFiltering(false)}
        />
      )}
    </div>
  )
}
