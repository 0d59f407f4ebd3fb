import { expect, test } from 'bun:test'
import { typedFeeWords } from './fee-words'

test.each([
  ['80', 1000, 'Platform fee 10%: $8.00. You get $72.00.'],
  ['100', 250, 'Platform fee 2.5%: $2.50. You get $97.50.'],
  ['80', 0, null],
  ['', 1000, null],
  ['0', 1000, null],
  ['eighty', 1000, null],
  ['100000.01', 1000, null],
])('a price of %p at %i basis points tells its seller: %p', (typed, feeBps, words) => {
  expect(typedFeeWords(typed, feeBps)).toBe(words)
})
