import { useMemo, useState } from 'react'
import type { RentalCategory } from '#schema/category'
import { categoryName, RENTAL_CATEGORIES } from '#schema/category-names'
import { todayIn } from '#schema/date-range'
import { useAccount } from '../../auth/account'
import { FilterDialog } from '../../components/filter-dialog'
import { CheckboxList } from '../../forms/checkbox-list'
import { DateRangeField } from '../../forms/date-range-field'
import type { DayRange } from '../../forms/day-range'
import type { Browse } from './browse-search'

type Filters = Pick<Browse, 'categories' | 'range'>

interface FilterPanelProps {
  chosen: Filters
  /** How many listings a choice would leave. */
  countFor: (filters: Filters) => number
  onApply: (filters: Filters) => void
  onClose: () => void
}

const OPTIONS = RENTAL_CATEGORIES.map((value) => ({ value, label: categoryName(value) }))

/** Categories and dates to filter rentals by. */
export function FilterPanel({ chosen, countFor, onApply, onClose }: FilterPanelProps) {
  const { config } = useAccount()
  const [categories, setCategories] = useState<string[]>(chosen.categories)
  const [days, setDays] = useState<DayRange>(
    chosen.range ? { from: chosen.range.startDate, to: chosen.range.endDate } : {},
  )
  const filters = useMemo<Filters>(
    () => ({
      categories: categories as RentalCategory[],
      range: days.from && days.to ? { startDate: days.from, endDate: days.to } : null,
    }),
    [categories, days],
  )
  const reset = () => {
    setCategories([])
    setDays({})
    onApply({ categories: [], range: null })
  }
  const apply = () => {
    onApply(filters)
    onClose()
  }
  const zone = config?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <FilterDialog count={countFor(filters)} onApply={apply} onReset={reset} onClose={onClose}>
      <CheckboxList label="Categories" options={OPTIONS} chosen={categories} onChange={setCategories} />
      <DateRangeField label="Availability" value={days} onChange={setDays} min={todayIn(zone, new Date())} />
    </FilterDialog>
  )
}
