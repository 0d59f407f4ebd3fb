import { SORTS, type Sort } from '../../sync/search-tasks'
import { SelectField } from '../../ui/fields/select-field'
import { SORT_WORDS } from './browse-search'

const BEST = { value: '', label: 'Best match' }

interface SortFieldProps {
  /** Null shows the best match first. */
  value: Sort | null
  /** Words that are different for these cards. */
  words?: Partial<Record<Sort, string>>
  onChange: (value: Sort | null) => void
}

/** The order of the cards. */
export function SortField({ value, words, onChange }: SortFieldProps) {
  const options = SORTS.map((sort) => ({ value: sort, label: words?.[sort] ?? SORT_WORDS[sort] }))
  return (
    <SelectField
      label="Sort by"
      options={[BEST, ...options]}
      value={value ?? ''}
      onChange={(event) => onChange(SORTS.find((sort) => sort === event.target.value) ?? null)}
    />
  )
}
