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
import { useCountFound } from './use-found'

type Filters = Pick<Browse, 'categories' | 'range'>

interface FilterPanelProps {
  browse: Browse
  onApply: (filters: Filters) => void
  onClose: () => void
}

const OPTIONS = RENTAL_CATEGORIES.map((value) => ({ value, label: categoryName(value) }))

/** Categories and dates to filter rentals by. */
export function FilterPanel({ browse, onApply, onClose }: FilterPanelProps) {
  const { config } = useAccount()
  const [categories, setCategories] = useState<string[]>(browse.categories)
  const [days, setDays] = useState<DayRange>(
    browse.range ? { from: browse.range.startDate, to: browse.range.endDate } : {},
  )
  const filters = useMemo<Filters>(
    () => ({
      categories: categories as RentalCategory[],
      range: days.from && days.to ? { startDate: days.from, endDate: days.to } : null,
    }),
    [categories, days],
  )
  const count = useCountFound({ ...browse, ...filters })
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
    <FilterDialog count={count} onApply={apply} onReset={reset} onClose={onClose}>
      <CheckboxList label="Categories" options={OPTIONS} chosen={categories} onChange={setCategories} />
      <DateRangeField label="Availability" value={days} onChange={setDays} min={todayIn(zone, new Date())} />
    </FilterDialog>
  )
}
