import { useState } from 'react'
import type { MadeToOrderCategory } from '#schema/category'
import { categoryName, MADE_TO_ORDER_CATEGORIES } from '#schema/category-names'
import { FilterDialog } from '../../components/filter-dialog'
import { CheckboxList } from '../../forms/checkbox-list'

interface ItemsFilterPanelProps {
  chosen: MadeToOrderCategory[]
  /** How many items a choice would leave. */
  countFor: (chosen: MadeToOrderCategory[]) => number
  onApply: (chosen: MadeToOrderCategory[]) => void
  onClose: () => void
}

const OPTIONS = MADE_TO_ORDER_CATEGORIES.map((value) => ({ value, label: categoryName(value) }))

/** Categories to filter made-to-order items by. */
export function ItemsFilterPanel({ chosen, countFor, onApply, onClose }: ItemsFilterPanelProps) {
  const [values, setValues] = useState<string[]>(chosen)
  const categories = values as MadeToOrderCategory[]
  const reset = () => {
    setValues([])
    onApply([])
  }
  const apply = () => {
    onApply(categories)
    onClose()
  }
  return (
    <FilterDialog count={countFor(categories)} onApply={apply} onReset={reset} onClose={onClose}>
      <CheckboxList label="Categories" options={OPTIONS} chosen={values} onChange={setValues} />
    </FilterDialog>
  )
}
