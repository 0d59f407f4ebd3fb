import { expect, test } from 'bun:test'
import { expiryWords } from './card-words'

test.each([
  ['2028-04-30T23:59:59', 4, 2028, 'Expires 04/28'],
  ['2028-05-01T00:00:00', 4, 2028, 'Expired 04/28'],
  ['2026-12-31T23:59:59', 12, 2026, 'Expires 12/26'],
  ['2027-01-01T00:00:00', 12, 2026, 'Expired 12/26'],
  ['2026-11-21T12:00:00', 1, 2030, 'Expires 01/30'],
])('at %p a card of %p/%p reads %p', (now, exp_month, exp_year, words) => {
  expect(expiryWords({ brand: 'visa', last4: '4242', exp_month, exp_year }, new Date(now))).toBe(words)
})
