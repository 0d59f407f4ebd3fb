import { expect, test } from 'bun:test'
import { boundFrom, priceBound } from './price-bound'

test.each([
  ['', null],
  ['  ', null],
  ['0', 0],
  ['12', 12],
  ['12.5', 12.5],
  ['12.50', 12.5],
  ['0.29', 0.29],
  ['1,250', 1250],
  ['1,250.50', 1250.5],
  ['$40', 40],
  ['$ 40', 40],
])('%p is the bound %p', (typed, dollars) => {
  expect(priceBound(typed)).toEqual({ dollars })
  expect(boundFrom(typed)).toBe(dollars)
})

test.each(['12,50', '-5', 'forty', '12.505', '12.', '1e3', '12 50'])('%p is refused in words', (typed) => {
  expect(priceBound(typed)).toEqual({ dollars: null, problem: 'Please enter an amount in dollars, like 12.50' })
  expect(boundFrom(typed)).toBeNull()
})

test('an address may hold numbers, and anything else counts as no bound', () => {
  expect([12.5, 40, -1, 1e9, Number.NaN, null, {}].map(boundFrom)).toEqual([12.5, 40, null, null, null, null, null])
})
