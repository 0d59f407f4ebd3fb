import { expect, test } from 'bun:test'
import { blockedDatesProblems, NewBlockedDates } from '#schema/blocked-date'

const TODAY = '2026-12-01'

test.each([
  ['2026-12-01', '2026-12-01', {}],
  ['2026-12-01', '2036-12-01', {}],
  ['2026-11-30', '2026-12-01', { startDate: 'Start date must be in the future' }],
  ['2026-12-02', '2026-12-01', { endDate: 'End date must be after start date' }],
  ['2026-12-02', '2026-11-30', { endDate: 'End date must be in the future' }],
])('blocking %s to %s: %j', (startDate, endDate, problems) => {
  expect(blockedDatesProblems({ startDate, endDate }, TODAY)).toEqual(problems)
})

test('a reason is optional, trimmed, and short', () => {
  const range = { startDate: '2026-12-01T12:00:00Z', endDate: '2026-12-02' }
  const days = { startDate: '2026-12-01', endDate: '2026-12-02' }
  expect(NewBlockedDates.parse(range)).toEqual(days)
  expect(NewBlockedDates.parse({ ...range, reason: null })).toEqual({ ...days, reason: null })
  expect(NewBlockedDates.parse({ ...range, reason: ' Away ' })).toEqual({ ...days, reason: 'Away' })
  const long = NewBlockedDates.safeParse({ ...range, reason: 'x'.repeat(201) })
  expect(long.error?.issues[0]?.message).toBe('Please keep the reason under 200 characters')
})
