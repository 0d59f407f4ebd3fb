import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  centsToDollars,
  chargeProblem,
  dollarsToCents,
  formatCents,
  formatCount,
  formatPricePerDay,
  MAX_PRICE_CENTS,
} from '#schema/money'

test.each([
  ['12', 1200],
  ['12.5', 1250],
  ['12.50', 1250],
  [' 12.50 ', 1250],
  ['0', 0],
  ['007', 700],
  ['0.01', 1],
  [12.5, 1250],
  [19.99, 1999],
  [1.1, 110],
  [0, 0],
  [999_999_999.99, 99_999_999_999],
])('%p dollars are %p cents', (dollars, cents) => {
  expect(dollarsToCents(dollars)).toBe(cents)
})

test.each([
  [0, 'This comes to $0.00. A payment is at least $0.50 and at most $50,000.00.'],
  [49, 'This comes to $0.49. A payment is at least $0.50 and at most $50,000.00.'],
  [50, null],
  [5_000_000, null],
  [5_000_001, 'This comes to $50,000.01. A payment is at least $0.50 and at most $50,000.00.'],
])('a payment of %i cents: %s', (cents, words) => {
  expect(chargeProblem(cents)).toBe(words)
})

test.each([
  '12,50',
  '1e9',
  '-1',
  '+1',
  '.5',
  '5.',
  '12.345',
  '',
  ' ',
  '1 2',
  '$5',
  '0x10',
  '١٢',
  'Infinity',
  '1'.repeat(10),
  -1,
  0.1 + 0.2,
  1e-7,
  1e21,
  Number.NaN,
  Number.POSITIVE_INFINITY,
])('%p is no amount', (dollars) => {
  expect(dollarsToCents(dollars)).toBeNull()
})

test('cents become dollars and the same cents again, as a number and as typed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_PRICE_CENTS }), (cents) => {
      expect(dollarsToCents(centsToDollars(cents))).toBe(cents)
      expect(dollarsToCents((cents / 100).toFixed(2))).toBe(cents)
    }),
  )
})

test('a shown amount reads back as the same cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_PRICE_CENTS }), (cents) => {
      expect(dollarsToCents(formatCents(cents).replace(/[$,]/g, ''))).toBe(cents)
      expect(formatCents(-cents)).toBe(cents === 0 ? '$0.00' : `-${formatCents(cents)}`)
    }),
  )
})

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [-5, '-$0.05'],
  [99_999, '$999.99'],
  [100_000, '$1,000.00'],
  [123_456_789, '$1,234,567.89'],
])('%d cents are shown as %s', (cents, text) => {
  expect(formatCents(cents)).toBe(text)
})

test.each([
  [12, '$12/day'],
  [12.5, '$12.50/day'],
  [1200, '$1,200/day'],
  [19.99, '$19.99/day'],
])("%p dollars are '%s' on a card", (dollars, text) => {
  expect(formatPricePerDay(dollars)).toBe(text)
})

test('a count is written as a browser writes it in English', () => {
  fc.assert(fc.property(fc.maxSafeNat(), (count) => formatCount(count) === count.toLocaleString('en-US')))
})
