import { useState } from 'react'
import { type Day, isDay } from '#schema/date-range'
import { Field, type FieldProps } from './field'

export interface DayFieldProps extends FieldProps {
  /** Null while no day is chosen. */
  value: Day | null
  onChange: (day: Day | null) => void
  /** First day that makes sense. */
  min?: Day
  /** Last day that makes sense. */
  max?: Day
}

/** Browsers offer years of six digits; see `isDay`. */
const MAX_DAY: Day = '8999-12-31'

/** One civil day, picked with the device's own calendar or typed. Text that is no day stays in sight, with its error. */
export function DayField({ value, onChange, min, max = MAX_DAY, ...frame }: DayFieldProps) {
  const [typed, setTyped] = useState('')
  /** Browsers tell nothing of a day that is typed in part. */
  const [isInPart, setInPart] = useState(false)
  const given = value ?? typed
  const isWrong = given !== '' && !isDay(given)
  const type = (text: string) => {
    setTyped(text)
    setInPart(false)
    onChange(isDay(text) ? text : null)
  }
  const error = isWrong ? 'Please check the year' : isInPart ? 'Please give day, month and year' : undefined
  return (
    <Field {...frame} {...(error && { error })}>
      {(control) => (
        <input
          {...control}
          type="date"
          min={min}
          max={max}
          value={isWrong ? given : (value ?? '')}
          onChange={(event) => type(event.target.value)}
          onBlur={(event) => setInPart(event.target.validity.badInput)}
        />
      )}
    </Field>
  )
}

/** The day field of a form whose text is no day. */
export function findWrongDay(form: HTMLElement | null): HTMLInputElement | undefined {
  const days = form?.querySelectorAll<HTMLInputElement>('input[type="date"]') ?? []
  return [...days].find(({ validity }) => validity.badInput || validity.rangeOverflow)
}

/**
 * Focuses the day field of a form whose text is no day, with its error: sent now, the form would go without it.
 * @returns whether there is one
 */
export function focusWrongDay(form: HTMLElement | null): boolean {
  const wrong = findWrongDay(form)
  // A field says what is wrong with it once it is left.
  wrong?.blur()
  wrong?.focus()
  return wrong !== undefined
}
