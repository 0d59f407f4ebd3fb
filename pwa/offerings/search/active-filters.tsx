import { Chip } from '../../ui/chip'
import type { FilterChip } from './offering-search'

interface ActiveFiltersProps<Chosen> {
  chips: readonly FilterChip<Chosen>[]
  onRemove: (without: Partial<Chosen>) => void
  onClear: () => void
}

/** The chosen filters, each with a button that removes it; nothing while none is chosen. */
export function ActiveFilters<Chosen>({ chips, onRemove, onClear }: ActiveFiltersProps<Chosen>) {
  if (chips.length === 0) return null
  return (
    <section className="row" aria-label="Active Filters">
      <span className="muted fine">Active Filters</span>
      {chips.map(({ label, without }) => (
        <Chip key={label} label={label} onRemove={() => onRemove(without)} />
      ))}
      <button type="button" className="is-quiet" onClick={onClear}>
        Clear All
      </button>
    </section>
  )
}
