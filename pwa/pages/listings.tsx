import { useState } from 'react'
import { useCatalogue } from '../auth/use-sync'
import { FilterButton } from '../components/filter-button'
import { usePageTitle } from '../components/page-title'
import { SearchField } from '../forms/search-field'
import { ActiveFilters } from './listings/active-filters'
import { countFilters } from './listings/browse-search'
import { FilterPanel } from './listings/filter-panel'
import { Results } from './listings/results'
import { useBrowse } from './listings/use-browse'
import { useFound } from './listings/use-found'
import '../styles/browse.css'

/** Browse Rentals. Everything is searched on this device; the address holds what is looked for. */
export function Listings() {
  usePageTitle('Available Items')
  const { catalogue, ready } = useCatalogue()
  const { browse, type, change } = useBrowse()
  const [isFiltering, setFiltering] = useState(false)
  const found = useFound(browse)
  const isHeld = catalogue.isFilled('listing') || catalogue.all('listing').length > 0

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
        held={ready && isHeld}
        read={ready}
        isFiltered={browse.search.trim() !== '' || countFilters(browse) > 0}
        onClear={() => change({ search: '', categories: [], range: null })}
      />
      {isFiltering && (
        <FilterPanel
          browse={browse}
          onApply={(filters) => change({ ...browse, ...filters })}
          onClose={() => setFiltering(false)}
        />
      )}
    </div>
  )
}
