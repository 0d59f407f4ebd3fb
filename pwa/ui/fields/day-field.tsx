import type { Day } from '#schema/date-range'
import { Field, type FieldProps } from './field'

export interface DayFieldProps extends FieldProps {
  /** Null while no day is chosen. */
  value: Day | null
  onChange: (day: Day | null) => void
  /** First day that makes sense. */
  min?: Day
}

/** One civil day, picked with the device's own calendar or typed. */
export function DayField({ value, onChange, min, ...frame }: DayFieldProps) {
  return (
    <Field {...frame}>
      {(control) => (
        <input
          {...control}
          type="date"
          min={min}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value || null)}
        />
      )}
    </Field>
  )
}
