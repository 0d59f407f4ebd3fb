import { useState } from 'react'
import { type Day, isDay } from '#schema/date-range'
import { Field, type FieldProps } from './field'

export interface DayFieldProps extends FieldProps {
  /** Null while no day is chosen. */
  value: Day | null
  onChange: (day: Day | null) => void
  /** First day that makes sense. */
  min?: Day
}

/** Browsers offer years of six digits; a `Day` has four. */
const MAX_DAY: Day = '9999-12-31'

/** One civil day, picked with the device's own calendar or typed. Text that is no day stays in sight, with its error. */
export function DayField({ value, onChange, min, ...frame }: DayFieldProps) {
  const [typed, setTyped] = useState('')
  const isWrong = value === null && typed !== '' && !isDay(typed)
  const type = (text: string) => {
    setTyped(text)
    onChange(isDay(text) ? text : null)
  }
  return (
    <Field {...frame} {...(isWrong && { error: 'Please give the year in four digits' })}>
      {(control) => (
        <input
          {...control}
          type="date"
          min={min}
          max={MAX_DAY}
          value={value ?? (isWrong ? typed : '')}
          onChange={(event) => type(event.target.value)}
        />
      )}
    </Field>
  )
}
