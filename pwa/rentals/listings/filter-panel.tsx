import { useMemo, useState } from 'react'
import type { RentalCategory } from '#schema/category'
import { categoryName, RENTAL_CATEGORIES } from '#schema/category-names'
import { useToday } from '../../session/use-today'
import { CheckboxList } from '../../ui/fields/checkbox-list'
import { DateRangeField } from '../../ui/fields/date-range-field'
import type { DayRange } from '../../ui/fields/day-range'
import { FilterDialog } from '../../ui/filter-dialog'
import type { Browse } from './browse-search'
import { SortField } from './sort-field'
import { useCountFound } from './use-found'

type Filters = Omit<Browse, 'search'>

interface FilterPanelProps {
  browse: Browse
  onApply: (filters: Filters) => void
  onClose: () => void
}

const OPTIONS = RENTAL_CATEGORIES.map((value) => ({ value, label: categoryName(value) }))

/** Categories and dates to filter rentals by. */
export function FilterPanel({ browse, onApply, onClose }: FilterPanelProps) {
  const [categories, setCategories] = useState<string[]>(browse.categories)
  const [days, setDays] = useState<DayRange>(
    browse.range ? { from: browse.range.startDate, to: browse.range.endDate } : {},
  )
  const [sort, setSort] = useState(browse.sort)
  const filters = useMemo<Filters>(
    () => ({
      categories: categories as RentalCategory[],
      range: days.from && days.to ? { startDate: days.from, endDate: days.to } : null,
      sort,
    }),
    [categories, days, sort],
  )
  const count = useCountFound({ ...browse, ...filters })
  const reset = () => {
    setCategories([])
    setDays({})
    setSort(null)
    onApply({ categories: [], range: null, sort: null })
  }
  const today = useToday()
  return (
    <FilterDialog count={count} onApply={() => onApply(filters)} onReset={reset} onClose={onClose}>
      <CheckboxList label="Categories" options={OPTIONS} chosen={categories} onChange={setCategories} />
      <DateRangeField label="Availability" value={days} onChange={setDays} min={today} />
      <SortField value={sort} onChange={setSort} />
    </FilterDialog>
  )
}
