import { CalendarDays, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Spinner } from '../spinner'
import { dayRangeText } from './day-range'
import { FieldError, FieldHint } from './field'
import type { RangeCalendarProps } from './range-calendar'

const RangeCalendar = lazy(() => import('./range-calendar').then((module) => ({ default: module.RangeCalendar })))

export interface DateRangeFieldProps extends RangeCalendarProps {
  label: string
  error?: string
  hint?: string
  placeholder?: string
  /** The calendar is always open and the button that opens it is left out. */
  inline?: boolean
}

/** A range of civil days. A single press chooses one day; a second one makes it a range. */
export function DateRangeField(props: DateRangeFieldProps) {
  const { label, error, hint, placeholder = 'Pick a date range', inline = false, ...calendar } = props
  const [opened, setOpened] = useState(false)
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  const text = dayRangeText(calendar.value)
  const open = inline || opened
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out as a label above a button
    <div
      ref={field}
      className="field"
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={described || undefined}
    >
      <span className="field__label" id={`${id}-label`}>
        {label}
      </span>
      {inline ? (
        <output>{text || placeholder}</output>
      ) : (
        <button
          type="button"
          className="date-range__button"
          aria-expanded={open}
          data-empty={!text}
          onClick={() => setOpened(!opened)}
        >
          <CalendarDays />
          {text || placeholder}
        </button>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
      {open && (
        <CalendarPanel
          {...calendar}
          // A calendar that opens at the lower edge of a dialog would be out of sight.
          onShown={() => {
            if (!inline) field.current?.scrollIntoView({ block: 'nearest' })
          }}
        />
      )}
      {text && <ClearButton onPress={() => calendar.onChange({})} />}
    </div>
  )
}

function CalendarPanel({ onShown, ...calendar }: RangeCalendarProps & { onShown: () => void }) {
  return (
    <div className="date-range__panel sheet">
      <div className="date-range__calendar">
        <Suspense fallback={<Spinner label="Loading the calendar" />}>
          <RangeCalendar {...calendar} />
          <OnShown tell={onShown} />
        </Suspense>
      </div>
    </div>
  )
}

/** Stands beside code that is loaded, and is there with it. */
function OnShown({ tell }: { tell: () => void }) {
  const shown = useEffectEvent(tell)
  useEffect(() => {
    shown()
  }, [])
  return null
}

function ClearButton({ onPress }: { onPress: () => void }) {
  return (
    <button type="button" className="is-quiet date-range__clear" onClick={onPress}>
      <X />
      Clear dates
    </button>
  )
}
