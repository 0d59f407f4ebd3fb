import { describe, expect, test } from 'bun:test'
import { dayWords } from './far-off'
import { formatDeadline, formatMoment } from './offer-times'

const NOW = new Date(2026, 10, 21, 12, 0)

describe('a date that is far from today names its year', () => {
  test('a day, on either side', () => {
    expect(dayWords('2026-11-28', NOW)).toBe('Sat, Nov 28')
    expect(dayWords('2027-01-02', NOW)).toBe('Sat, Jan 2')
    expect(dayWords('2025-11-22', NOW)).toBe('Sat, Nov 22, 2025')
    expect(dayWords('2027-11-20', NOW)).toBe('Sat, Nov 20, 2027')
  })

  test('a moment of the past, and a deadline', () => {
    const lastYear = new Date(2025, 10, 21, 9, 0).toISOString()
    expect(formatMoment(lastYear, NOW)).toBe('Friday, Nov 21, 2025, 9:00 AM')
    expect(formatDeadline(lastYear, NOW)).toBe('Friday, Nov 21, 2025, 9:00 AM')
    expect(formatMoment(new Date(2026, 8, 1, 9, 0).toISOString(), NOW)).toBe('Tuesday, Sep 1, 9:00 AM')
  })
})
