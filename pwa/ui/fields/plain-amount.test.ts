import { expect, test } from 'bun:test'
import { plainAmount } from './plain-amount'

test.each([
  ['25', '25'],
  ['$25', '25'],
  [' $ 25.50', '25.50'],
  ['1,000', '1000'],
  ['$1,250,000.5', '1250000.5'],
  ['12,50', '12,50'],
  ['1,0000', '1,0000'],
  ['25$', '25$'],
  ['', ''],
])('%j is read as %j', (typed, plain) => {
  expect(plainAmount(typed)).toBe(plain)
})
