import { Chip } from '../../ui/chip'
import { type Browse, filterChips } from './browse-search'

type Filters = Pick<Browse, 'categories' | 'range'>

/** The chosen filters, each with a button that removes it; empty while none is chosen. */
export function ActiveFilters({ chosen, onChange }: { chosen: Filters; onChange: (filters: Filters) => void }) {
  const chips = filterChips(chosen)
  if (!chips.categories && !chips.range) return null
  return (
    <section className="row" aria-label="Active Filters">
      <span className="muted fine">Active Filters</span>
      {chips.categories && (
        <Chip label={chips.categories} onRemove={() => onChange({ categories: [], range: chosen.range })} />
      )}
      {chips.range && (
        <Chip label={chips.range} onRemove={() => onChange({ categories: chosen.categories, range: null })} />
      )}
      <button type="button" className="is-quiet" onClick={() => onChange({ categories: [], range: null })}>
        Clear All
      </button>
    </section>
  )
}
