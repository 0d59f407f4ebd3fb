import { Chip } from '../../ui/chip'
import { type Browse, filterChips } from './browse-search'

type Filters = Omit<Browse, 'search'>

/** The chosen filters, each with a button that removes it; empty while none is chosen. */
export function ActiveFilters({
  chosen,
  onChange,
}: {
  chosen: Filters
  onChange: (filters: Partial<Filters>) => void
}) {
  const chips = filterChips(chosen)
  if (!chips.categories && !chips.range && !chosen.sort) return null
  return (
    <section className="row" aria-label="Active Filters">
      <span className="muted fine">Active Filters</span>
      {chips.categories && <Chip label={chips.categories} onRemove={() => onChange({ categories: [] })} />}
      {chips.range && <Chip label={chips.range} onRemove={() => onChange({ range: null })} />}
      {chosen.sort && <Chip label="Best rated" onRemove={() => onChange({ sort: null })} />}
      <button type="button" className="is-quiet" onClick={() => onChange({ categories: [], range: null, sort: null })}>
        Clear All
      </button>
    </section>
  )
}
