import { expect, test } from 'bun:test'
import { parseISO } from 'date-fns'
import fc from 'fast-check'
import {
  addDays,
  bookableWindow,
  type DateRange,
  DayInput,
  dateOf,
  eachDay,
  formatChipDay,
  formatOfferEnd,
  formatOfferStart,
  formatWeekday,
  inclusiveDays,
  isDay,
  rangeProblems,
  rangesOverlap,
  toDay,
  todayIn,
} from '#schema/date-range'

const FIRST = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000
/** The day so many days after 2024-01-01, by UTC arithmetic that the code under test does not use. */
const dayAt = (index: number) => new Date(FIRST + index * DAY_MS).toISOString().slice(0, 10)
const dayIndex = fc.integer({ min: 0, max: 1500 })
const range = fc
  .tuple(dayIndex, fc.integer({ min: 0, max: 40 }))
  .map(([start, length]): DateRange => ({ startDate: dayAt(start), endDate: dayAt(start + length) }))

test.each(['2026-12-01', '2024-02-29', '2026-01-31'])('%s is a day', (text) => expect(isDay(text)).toBe(true))
test.each([
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-1-1',
  '2026-12-01T00:00',
  '',
  'today',
  '٢٠٢٦-١٢-٠١',
  '+02026-12-01',
  // Days that are counted from it would need a year of five digits.
  '9000-01-01',
  '9999-12-31',
])('%p is no day', (text) => expect(isDay(text)).toBe(false))

test.each([
  ['2026-12-01', '2026-12-01'],
  ['2026-12-01T23:30:00.000Z', '2026-12-01'],
  ['2026-12-01T00:00:00-05:00', '2026-12-01'],
  ['2026-12-01 18:00', '2026-12-01'],
])('%p is read as %s', (input, day) => {
  expect(DayInput.parse(input)).toBe(day)
})
const NOT_DAYS = [
  '2026-12-01x',
  '2026-02-30T00:00:00Z',
  '2026-12',
  '12/01/2026',
  1_764_547_200_000,
  null,
  ['2026-12-01'],
]
test.each(NOT_DAYS.map((input) => ({ input })))('$input is not read as a day', ({ input }) => {
  expect(DayInput.safeParse(input).error?.issues.map((issue) => issue.message)).toEqual(['Please choose a date'])
})

test('today is what the wall clock of the zone says', () => {
  expect(todayIn('America/New_York', new Date('2026-12-02T04:59:59.999Z'))).toBe('2026-12-01')
  expect(todayIn('America/New_York', new Date('2026-12-02T05:00:00.000Z'))).toBe('2026-12-02')
  expect(todayIn('America/New_York', new Date('2026-07-02T04:00:00.000Z'))).toBe('2026-07-02')
  expect(todayIn('Pacific/Kiritimati', new Date('2026-12-31T10:00:00.000Z'))).toBe('2027-01-01')
})

test('days are counted on the calendar, across months, leap days and clock changes', () => {
  fc.assert(
    fc.property(dayIndex, fc.integer({ min: -400, max: 400 }), (index, count) => {
      expect(addDays(dayAt(index), count)).toBe(dayAt(index + count))
      expect(inclusiveDays({ startDate: dayAt(index), endDate: dayAt(index + count) })).toBe(count + 1)
    }),
  )
})

test('each day of a range is named once, in order, and there are none when the end comes first', () => {
  fc.assert(
    fc.property(dayIndex, fc.integer({ min: -5, max: 60 }), (start, length) => {
      const days = eachDay({ startDate: dayAt(start), endDate: dayAt(start + length) })
      expect(days).toEqual(Array.from({ length: Math.max(0, length + 1) }, (_, offset) => dayAt(start + offset)))
    }),
  )
})

test('ranges overlap exactly when they share a day, whichever is named first', () => {
  fc.assert(
    fc.property(range, range, (a, b) => {
      const days = new Set(eachDay(a))
      const share = eachDay(b).some((day) => days.has(day))
      expect(rangesOverlap(a, b)).toBe(share)
      expect(rangesOverlap(b, a)).toBe(share)
    }),
  )
})

test.each([
  ['2026-12-01', '2027-03-01'],
  ['2026-11-30', '2027-02-28'],
  ['2027-11-29', '2028-02-29'],
  ['2027-11-30', '2028-02-29'],
  ['2026-12-31', '2027-03-31'],
  ['2026-03-31', '2026-06-30'],
])('from %s one can book until %s', (first, last) => {
  expect(bookableWindow(first)).toEqual({ first, last })
})

test('the last bookable day has the number of today, or ends a month that is too short for it', () => {
  fc.assert(
    fc.property(dayIndex, (index) => {
      const { first, last } = bookableWindow(dayAt(index))
      const [year = 0, month = 0, date = 0] = first.split('-').map(Number)
      const lastOfMonth = new Date(Date.UTC(year, month + 3, 0)).getUTCDate()
      expect(last).toBe(new Date(Date.UTC(year, month + 2, Math.min(date, lastOfMonth))).toISOString().slice(0, 10))
    }),
  )
})

const START = { past: 'Start date must be in the future', far: 'Cannot book more than 3 months in advance' }
const END = { past: 'End date must be in the future', before: 'End date must be after start date', far: START.far }
test.each([
  ['2026-12-01', '2026-12-01', {}],
  ['2026-12-01', '2027-03-01', {}],
  ['2026-11-30', '2026-12-01', { startDate: START.past }],
  ['2026-11-29', '2026-11-30', { startDate: START.past, endDate: END.past }],
  ['2026-12-05', '2026-12-04', { endDate: END.before }],
  ['2026-12-05', '2026-11-04', { endDate: END.past }],
  ['2027-03-01', '2027-03-02', { endDate: END.far }],
  ['2027-03-02', '2027-03-02', { startDate: START.far, endDate: END.far }],
  ['2027-03-02', '2027-02-02', { startDate: START.far, endDate: END.before }],
])('booking %s to %s on December 1st: %j', (startDate, endDate, problems) => {
  expect(rangeProblems({ startDate, endDate }, bookableWindow('2026-12-01'))).toEqual(problems)
})

test('without a last day nothing is too far ahead', () => {
  const far = { startDate: '2031-01-01', endDate: '2031-01-02' }
  expect(rangeProblems(far, { first: '2026-12-01', last: null })).toEqual({})
})

test('days are written as the screens want them', () => {
  expect(formatChipDay('2026-11-05')).toBe('Nov 5')
  expect(formatWeekday('2026-11-21')).toBe('Sat, Nov 21')
  expect(formatOfferStart('2026-11-21')).toBe('Nov 21, 12:00 AM')
  expect(formatOfferEnd('2026-11-22')).toBe('Nov 22, 11:59 PM')
})

test('the date of a day is what the library makes of it', () => {
  const days = fc.date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }).map(toDay)
  fc.assert(fc.property(days, (day) => expect(dateOf(day)).toEqual(parseISO(day))))
  expect(Number.isNaN(dateOf('2026-13-01').getTime())).toBe(true)
})
