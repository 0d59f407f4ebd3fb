import { useState } from 'react'
import type { RentalCategory } from '#schema/category'
import { categoryName, RENTAL_CATEGORIES } from '#schema/category-names'
import { MAX_QUANTITY } from '#schema/listing'
import { PriceRangeField } from '../../offerings/search/price-range-field'
import { useHoldsAll } from '../../session/use-held-areas'
import { useFirstBookableDay, useToday } from '../../session/use-today'
import { CheckboxList } from '../../ui/fields/checkbox-list'
import { DateRangeField } from '../../ui/fields/date-range-field'
import type { DayRange } from '../../ui/fields/day-range'
import { QuantityField } from '../../ui/fields/quantity-field'
import { FilterDialog } from '../../ui/filter-dialog'
import { type Browse, type Filters, NO_FILTERS } from './browse-search'
import { PlaceField } from './place-field'
import { useCountFound } from './use-found'

interface FilterPanelProps {
  browse: Browse
  onApply: (filters: Filters) => void
  onClose: () => void
}

const OPTIONS = RENTAL_CATEGORIES.map((value) => ({ value, label: categoryName(value) }))

/** Categories, place, dates, pieces and price of rentals. */
export function FilterPanel({ browse, onApply, onClose }: FilterPanelProps) {
  const { search, ...chosen } = browse
  const [filters, setFilters] = useState<Filters>(chosen)
  const [days, setDays] = useState<DayRange>(
    chosen.range ? { from: chosen.range.startDate, to: chosen.range.endDate } : {},
  )
  const count = useCountFound({ search, ...filters })
  const isPart = !useHoldsAll('listing')
  const change = (part: Partial<Filters>) => setFilters((now) => ({ ...now, ...part }))
  const changeDays = (next: DayRange) => {
    setDays(next)
    change({ range: next.from && next.to ? { startDate: next.from, endDate: next.to } : null })
  }
  const reset = () => {
    const none = { ...NO_FILTERS, sort: filters.sort }
    setFilters(none)
    setDays({})
    onApply(none)
  }
  const today = useToday()
  const first = useFirstBookableDay()
  return (
    <FilterDialog count={count} isPart={isPart} onApply={() => onApply(filters)} onReset={reset} onClose={onClose}>
      <CheckboxList
        label="Categories"
        options={OPTIONS}
        chosen={filters.categories}
        onChange={(categories) => change({ categories: categories as RentalCategory[] })}
      />
      <PlaceField place={filters.place} miles={filters.miles} onChange={change} />
      <DateRangeField label="Availability" value={days} onChange={changeDays} today={today} min={first} />
      <QuantityField
        label="Pieces"
        value={filters.pieces}
        max={MAX_QUANTITY}
        onChange={(pieces) => change({ pieces })}
      />
      <PriceRangeField least={filters.least} most={filters.most} onChange={change} />
    </FilterDialog>
  )
}
