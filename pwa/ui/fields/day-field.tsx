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
  /** Browsers tell nothing of a day that is typed in part. */
  const [isInPart, setInPart] = useState(false)
  const isWrong = value === null && typed !== '' && !isDay(typed)
  const type = (text: string) => {
    setTyped(text)
    setInPart(false)
    onChange(isDay(text) ? text : null)
  }
  const error = isWrong
    ? 'Please give the year in four digits'
    : isInPart
      ? 'Please give day, month and year'
      : undefined
  return (
    <Field {...frame} {...(error && { error })}>
      {(control) => (
        <input
          {...control}
          type="date"
          min={min}
          max={MAX_DAY}
          value={value ?? (isWrong ? typed : '')}
          onChange={(event) => type(event.target.value)}
          onBlur={(event) => setInPart(event.target.validity.badInput)}
        />
      )}
    </Field>
  )
}

/** The day field of a form whose day is typed in part: sent now, the form would go without it. */
export function dayInPart(form: HTMLElement | null): HTMLInputElement | undefined {
  const days = form?.querySelectorAll<HTMLInputElement>('input[type="date"]') ?? []
  return [...days].find(({ validity }) => validity.badInput)
}
