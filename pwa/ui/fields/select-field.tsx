import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field'

export interface SelectOption {
  value: string
  label: string
  /** Shown and cannot be chosen. */
  disabled?: boolean
}

/** Options under a heading that cannot be chosen. */
export interface SelectGroup {
  label: string
  options: SelectOption[]
}

export type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'> & {
    options: SelectOption[]
    /** Below the options. */
    groups?: SelectGroup[]
    /** Shown first and cannot be chosen: 'Please select a category'. */
    placeholder?: string
  }

export function SelectField(props: SelectFieldProps) {
  const { label, mark, hint, error, optional, options, groups = [], placeholder, ...select } = props
  return (
    <Field label={label} mark={mark} hint={hint} error={error} optional={optional} filled={!placeholder}>
      {(control) => (
        <select {...select} {...control}>
          {placeholder && (
            <option value="" disabled>
              {placeholder}
            </option>
          )}
          <Options options={options} />
          {groups.map((group) => (
            <optgroup key={group.label} label={group.label}>
              <Options options={group.options} />
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  )
}

function Options({ options }: { options: readonly SelectOption[] }) {
  return options.map(({ value, label, disabled }) => (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  ))
}
