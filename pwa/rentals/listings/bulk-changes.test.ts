import { expect, test } from 'bun:test'
import { priceAfter } from './bulk-changes'

test.each([
  [12, { to: '15' }, '15.00'],
  [12, { to: '12.345' }, null],
  [12, { to: '0' }, null],
  [20, { percent: 10 }, '22.00'],
  [20, { percent: -10 }, '18.00'],
  [9.99, { percent: 7.5 }, '10.74'],
  [20, { percent: -100 }, null],
  [20, { percent: Number.NaN }, null],
  [100_000, { percent: 1 }, null],
])('%p with %j is %p', (price, change, changed) => {
  expect(priceAfter(price, change)).toBe(changed)
})
