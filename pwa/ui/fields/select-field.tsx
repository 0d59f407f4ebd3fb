import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field'

export interface SelectOption {
  value: string
  label: string
}

export type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'> & {
    options: SelectOption[]
    /** Shown first and cannot be chosen: 'Please select a category'. */
    placeholder?: string
  }

export function SelectField({ label, mark, hint, error, optional, options, placeholder, ...select }: SelectFieldProps) {
  return (
    <Field label={label} mark={mark} hint={hint} error={error} optional={optional}>
      {(control) => (
        <select {...select} {...control}>
          {placeholder && (
            <option value="" disabled>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
