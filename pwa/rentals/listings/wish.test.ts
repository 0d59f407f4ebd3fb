import { expect, test } from 'bun:test'
import { readWish, wishQuery, wishTotal } from './wish'

const range = { startDate: '2026-11-28', endDate: '2026-11-30' }

test('days and pieces travel in the address of a listing', () => {
  expect(wishQuery({ range, pieces: 2 })).toBe('?from=2026-11-28&to=2026-11-30&pieces=2')
  expect(wishQuery({ range: null, pieces: 4 })).toBe('?pieces=4')
  expect(wishQuery({ range: null, pieces: 1 })).toBe('')
  expect(wishQuery(null)).toBe('')
  expect(readWish({ from: '2026-11-28', to: '2026-11-30', pieces: 2 })).toEqual({ range, pieces: 2 })
  expect(readWish({ from: '2026-11-28' })).toBeNull()
})

test('a card shows the total of the chosen days', () => {
  expect(wishTotal({ price: 12 }, { range, pieces: 1 })).toBe('$36.00 for 3 days')
  expect(wishTotal({ price: 12.5 }, { range, pieces: 2 })).toBe('$75.00 for 3 days, 2 pieces')
  expect(wishTotal({ price: 12 }, { range: { startDate: range.endDate, endDate: range.endDate }, pieces: 1 })).toBe(
    '$12.00 for 1 day',
  )
  expect(wishTotal({ price: 12 }, { range: null, pieces: 3 })).toBeNull()
  expect(wishTotal({ price: 12 }, null)).toBeNull()
})
