import { SelectField } from '../../ui/fields/select-field'

const OPTIONS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'rated', label: 'Best rated' },
]

interface SortFieldProps {
  /** Null shows the newest first. */
  value: 'rated' | null
  onChange: (value: 'rated' | null) => void
}

/** The order of the cards. */
export function SortField({ value, onChange }: SortFieldProps) {
  return (
    <SelectField
      label="Sort by"
      options={OPTIONS}
      value={value ?? 'newest'}
      onChange={(event) => onChange(event.target.value === 'rated' ? 'rated' : null)}
    />
  )
}
