import { describe, expect, test } from 'bun:test'
import { formatDeadline, formatMoment, onDeadline, timeLeft } from './offer-times'

const NOW = new Date(2026, 10, 21, 12, 0)
const after = (ms: number) => new Date(NOW.getTime() + ms).toISOString()
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('time left', () => {
  const table: [number, string][] = [
    [-1, 'Time is up'],
    [0, 'Time is up'],
    [59 * SECOND, 'Less than a minute left'],
    [MINUTE, '1 minute left'],
    [14 * MINUTE + 59 * SECOND, '14 minutes left'],
    [HOUR, '1 hour left'],
    [47 * HOUR + 59 * MINUTE, '47 hours left'],
    [2 * DAY, '2 days left'],
    [6 * DAY - MINUTE, '5 days left'],
  ]
  for (const [ms, words] of table) test(words, () => expect(timeLeft(after(ms), NOW)).toBe(words))
})

describe('deadlines', () => {
  test('within the week the weekday says it', () =>
    expect(formatDeadline(new Date(2026, 10, 27, 15, 10).toISOString(), NOW)).toBe('Friday, 3:10 PM'))
  test('today is called so', () => {
    const tonight = new Date(2026, 10, 21, 23, 59).toISOString()
    expect([formatDeadline(tonight, NOW), onDeadline(tonight, NOW)]).toEqual(['today, 11:59 PM', 'today, 11:59 PM'])
    expect(onDeadline(new Date(2026, 10, 22, 0, 5).toISOString(), NOW)).toBe('on Sunday, 12:05 AM')
  })
  test('the same weekday of next week carries its date', () =>
    expect(formatDeadline(new Date(2026, 10, 28, 9, 0).toISOString(), NOW)).toBe('Saturday, Nov 28, 9:00 AM'))
  test('a past instant carries its date', () =>
    expect(formatDeadline(new Date(2026, 10, 20, 9, 0).toISOString(), NOW)).toBe('Friday, Nov 20, 9:00 AM'))
  test('a line of history', () => expect(formatMoment(NOW.toISOString(), NOW)).toBe('Saturday, Nov 21, 12:00 PM'))
})
