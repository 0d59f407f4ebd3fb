import { expect, test } from 'bun:test'
import { isFreeFor, wantedRange } from './linked-availability'

const listing = {
  quantity: 2,
  busy: [['2026-12-05', '2026-12-06', 2] as [string, string, number]],
  away: [['2026-12-24', '2026-12-26'] as [string, string]],
}
const range = (startDate: string, endDate = startDate) => ({ startDate, endDate })

test('one press is one day, none is no range', () => {
  expect(wantedRange({ from: '2026-12-05' })).toEqual(range('2026-12-05'))
  expect(wantedRange({ from: '2026-12-05', to: '2026-12-07' })).toEqual(range('2026-12-05', '2026-12-07'))
  expect(wantedRange({})).toBeNull()
})

test('free is: a piece left on every day, and the owner not away', () => {
  expect(isFreeFor(listing, range('2026-12-07', '2026-12-23'))).toBe(true)
  expect(isFreeFor(listing, range('2026-12-01', '2026-12-05'))).toBe(false)
  expect(isFreeFor(listing, range('2026-12-20', '2026-12-24'))).toBe(false)
  expect(isFreeFor({ ...listing, quantity: 3 }, range('2026-12-05'))).toBe(true)
  expect(isFreeFor({ ...listing, away: [] }, range('2026-12-24'))).toBe(true)
})
