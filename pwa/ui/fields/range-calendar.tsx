import { eachDayOfInterval, format } from 'date-fns'
import { useState } from 'react'
import { type DateRange, DayPicker, labelDayButton, type Matcher } from 'react-day-picker'
import { dateOf, toDay } from '#schema/date-range'
import { type DayRange, dayRangeText } from './day-range'
import { FieldError } from './field'
import { nextRange, type Pressed } from './next-range'
import '../../styles/calendar.css'

export interface RangeCalendarProps {
  value: DayRange
  onChange: (value: DayRange) => void
  /** The day that it is where the market is. */
  today: string
  /** First and last civil day that may be chosen. */
  min?: string
  max?: string
  /** Further days that may not be chosen; no range may span one. */
  disabledDays?: (day: string) => boolean
  /** How many pieces are left on a day that may not be chosen. */
  leftOn?: (day: string) => number
  /** The words of a day besides its date, such as a booking on it; such days are marked. */
  marked?: (day: string) => string | null
  /** How many months are shown, side by side where there is room. */
  months?: number
}

/** The calendar itself. Heavy, so it is loaded only when someone looks at it: see `date-range-field`. */
export function RangeCalendar(props: RangeCalendarProps) {
  const { value, onChange, today, min, max, disabledDays, leftOn, marked, months = 2 } = props
  const [refused, setRefused] = useState<Pressed | null>(null)
  const choose = (range: DayRange) => {
    setRefused(null)
    onChange(range)
  }
  const press = (day: string) => {
    const pressed = nextRange(value, day, daysBetween, disabledDays ?? (() => false))
    if (pressed.between.length === 0) choose(pressed.range)
    else setRefused(pressed)
  }
  return (
    <>
      <DayPicker
        mode="range"
        className="calendar"
        data-months={months}
        numberOfMonths={months}
        today={dateOf(today)}
        selected={toDates(value)}
        onSelect={(_, pressed) => press(toDay(pressed))}
        disabled={closedDays(min, max, disabledDays)}
        {...(marked && {
          modifiers: { marked: (date: Date) => marked(toDay(date)) !== null },
          modifiersClassNames: { marked: 'is-marked' },
          labels: {
            labelDayButton: (...day: Parameters<typeof labelDayButton>) =>
              [labelDayButton(...day), marked(toDay(day[0]))].filter(Boolean).join(', '),
          },
        })}
        startMonth={min ? dateOf(min) : undefined}
        endMonth={max ? dateOf(max) : undefined}
        defaultMonth={value.from ? dateOf(value.from) : min ? dateOf(min) : undefined}
      />
      {refused && refused.range.from === value.from && <Between pressed={refused} leftOn={leftOn} onChoose={choose} />}
    </>
  )
}

interface BetweenProps extends Pick<RangeCalendarProps, 'leftOn'> {
  pressed: Pressed
  onChoose: (part: DayRange) => void
}

/** Why both presses made no range, and the parts of it that can be had. */
function Between({ pressed: { between, free }, leftOn, onChoose }: BetweenProps) {
  const left = (day: string) => (leftOn?.(day) ? ` (${leftOn(day)} left)` : '')
  const days = between.map((day) => `${format(dateOf(day), 'EEE, MMM d')}${left(day)}`).join('; ')
  return (
    <div className="stack stack--tight" role="alert">
      <FieldError>{`${between.length === 1 ? 'A day' : 'Days'} in between cannot be chosen: ${days}.`}</FieldError>
      {free.map((part) => (
        <div key={part.from}>
          <button type="button" className="is-secondary" onClick={() => onChoose(part)}>
            {`Choose ${dayRangeText(part)}`}
          </button>
        </div>
      ))}
    </div>
  )
}

const daysBetween = (from: string, to: string): string[] =>
  eachDayOfInterval({ start: dateOf(from), end: dateOf(to) }).map(toDay)

function closedDays(min?: string, max?: string, disabledDays?: (day: string) => boolean): Matcher[] {
  const closed: Matcher[] = []
  if (min) closed.push({ before: dateOf(min) })
  if (max) closed.push({ after: dateOf(max) })
  if (disabledDays) closed.push((date) => disabledDays(toDay(date)))
  return closed
}

function toDates({ from, to }: DayRange): DateRange | undefined {
  return from ? { from: dateOf(from), to: to ? dateOf(to) : undefined } : undefined
}
