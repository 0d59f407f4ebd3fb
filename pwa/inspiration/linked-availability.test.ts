import { expect, test } from 'bun:test'
import { isListingFree } from '#schema/availability'
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

test.each([
  ['free', range('2026-12-07'), true],
  ['taken', range('2026-12-05'), false],
  ['not rented for so many days', range('2026-12-07', '2026-12-10'), null],
  ['not to be offered for from the first of them any more', range('2026-11-30', '2026-12-01'), null],
  ['no days are chosen', null, null],
])('on the chosen days a rental is %s', (_, wanted, isFree) => {
  expect(isFreeFor(wanted, { ...listing, maxDays: 3 }, '2026-12-01')).toBe(isFree)
})

test('free is: a piece left on every day, and the owner not away', () => {
  expect(isListingFree(range('2026-12-07', '2026-12-23'), listing)).toBe(true)
  expect(isListingFree(range('2026-12-01', '2026-12-05'), listing)).toBe(false)
  expect(isListingFree(range('2026-12-20', '2026-12-24'), listing)).toBe(false)
  expect(isListingFree(range('2026-12-05'), { ...listing, quantity: 3 })).toBe(true)
  expect(isListingFree(range('2026-12-24'), { ...listing, away: [] })).toBe(true)
})
