import { expect, test } from 'bun:test'
import { isListingFree } from '#schema/availability'
import { wantedRange } from './linked-availability'

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
  expect(isListingFree(range('2026-12-07', '2026-12-23'), listing)).toBe(true)
  expect(isListingFree(range('2026-12-01', '2026-12-05'), listing)).toBe(false)
  expect(isListingFree(range('2026-12-20', '2026-12-24'), listing)).toBe(false)
  expect(isListingFree(range('2026-12-05'), { ...listing, quantity: 3 })).toBe(true)
  expect(isListingFree(range('2026-12-24'), { ...listing, away: [] })).toBe(true)
})
