import { formatISO, parseISO } from 'date-fns'
import { type DateRange, DayPicker, type Matcher } from 'react-day-picker'
import type { DayRange } from './day-range'
import '../../styles/calendar.css'

export interface RangeCalendarProps {
  value: DayRange
  onChange: (value: DayRange) => void
  /** First and last civil day that may be chosen. */
  min?: string
  max?: string
  /** Further days that may not be chosen; no range may span one. */
  disabledDays?: (day: string) => boolean
  /** How many months are shown, side by side where there is room. */
  months?: number
}

/** The calendar itself. Heavy, so it is loaded only when someone looks at it: see `date-range-field`. */
export function RangeCalendar({ value, onChange, min, max, disabledDays, months = 2 }: RangeCalendarProps) {
  return (
    <DayPicker
      mode="range"
      className="calendar"
      data-months={months}
      numberOfMonths={months}
      selected={toDates(value)}
      onSelect={(range) => onChange(toDays(range))}
      disabled={closedDays(min, max, disabledDays)}
      excludeDisabled
      startMonth={min ? parseISO(min) : undefined}
      endMonth={max ? parseISO(max) : undefined}
      defaultMonth={value.from ? parseISO(value.from) : min ? parseISO(min) : undefined}
    />
  )
}

function closedDays(min?: string, max?: string, disabledDays?: (day: string) => boolean): Matcher[] {
  const closed: Matcher[] = []
  if (min) closed.push({ before: parseISO(min) })
  if (max) closed.push({ after: parseISO(max) })
  if (disabledDays) closed.push((date) => disabledDays(toDay(date)))
  return closed
}

const toDay = (date: Date): string => formatISO(date, { representation: 'date' })

function toDates({ from, to }: DayRange): DateRange | undefined {
  return from ? { from: parseISO(from), to: to ? parseISO(to) : undefined } : undefined
}

/** A range that is only begun is a range of one day. */
function toDays(range: DateRange | undefined): DayRange {
  return range?.from ? { from: toDay(range.from), to: toDay(range.to ?? range.from) } : {}
}
