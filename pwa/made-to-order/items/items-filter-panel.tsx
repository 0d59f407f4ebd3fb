import { useContext, useState } from 'react'
import type { MadeToOrderCategory } from '#schema/category'
import { categoryName, MADE_TO_ORDER_CATEGORIES } from '#schema/category-names'
import { type Day, formatFarDay } from '#schema/date-range'
import { ORDER_PIECES_MAX } from '#schema/purchase'
import { PriceRangeField } from '../../offerings/search/price-range-field'
import { useHoldsAll } from '../../session/use-held-areas'
import { CheckboxList } from '../../ui/fields/checkbox-list'
import { DayField } from '../../ui/fields/day-field'
import { QuantityField } from '../../ui/fields/quantity-field'
import { FilterDialog, FilterResets } from '../../ui/filter-dialog'
import { type ItemFilters, NO_ITEM_FILTERS } from './items-search'

interface ItemsFilterPanelProps {
  chosen: ItemFilters
  today: Day
  /** How many items a choice would leave. */
  countFor: (chosen: ItemFilters) => number
  onApply: (chosen: ItemFilters) => void
  onClose: () => void
}

const OPTIONS = MADE_TO_ORDER_CATEGORIES.map((value) => ({ value, label: categoryName(value) }))

/** Categories, the day by which it must be there, how many, whether its maker takes orders now, and price. */
export function ItemsFilterPanel({ chosen, today, countFor, onApply, onClose }: ItemsFilterPanelProps) {
  const [filters, setFilters] = useState(chosen)
  const isPart = !useHoldsAll('item')
  const change = (part: Partial<ItemFilters>) => setFilters((now) => ({ ...now, ...part }))
  const reset = () => {
    const none = { ...NO_ITEM_FILTERS, sort: filters.sort }
    setFilters(none)
    onApply(none)
  }
  return (
    <FilterDialog
      count={countFor(filters)}
      isPart={isPart}
      onApply={() => onApply(filters)}
      onReset={reset}
      onClose={onClose}
    >
      <CheckboxList
        label="Categories"
        options={OPTIONS}
        chosen={filters.categories}
        onChange={(categories) => change({ categories: categories as MadeToOrderCategory[] })}
      />
      <ReadyByField day={filters.readyBy} today={today} onChange={(readyBy) => change({ readyBy })} />
      <QuantityField
        label="Pieces"
        value={filters.pieces}
        max={ORDER_PIECES_MAX}
        onChange={(pieces) => change({ pieces })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={filters.takingOrders}
          onChange={(event) => change({ takingOrders: event.target.checked })}
        />
        Taking orders now
      </label>
      <PriceRangeField least={filters.least} most={filters.most} onChange={change} />
    </FilterDialog>
  )
}

interface ReadyByFieldProps {
  day: Day | null
  today: Day
  onChange: (day: Day | null) => void
}

/** A day in part goes with a reset, too. */
function ReadyByField({ day, today, onChange }: ReadyByFieldProps) {
  const resets = useContext(FilterResets)
  return (
    <DayField
      key={resets}
      label="Ready by my date"
      optional
      value={day}
      min={today}
      hint={day ? `Made and delivered by ${formatFarDay(day, today)}.` : 'The day you need it.'}
      onChange={onChange}
    />
  )
}
