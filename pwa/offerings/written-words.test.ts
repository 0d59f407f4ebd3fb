import { expect, test } from 'bun:test'
import { writtenWords } from './written-words'

const NOW = new Date(2026, 10, 21, 15, 0)
const version = { value: 'Plates', at: new Date(2026, 10, 21, 14, 2).toISOString(), by: 'phone', from: 'iPhone' }

test.each([
  [version, 'phone', 'This device, 2:02 PM'],
  [version, 'desk', 'iPhone, 2:02 PM'],
  [{ ...version, from: undefined }, 'desk', 'Another device, 2:02 PM'],
] as const)('%o on %s: %s', ({ from, ...rest }, device, words) => {
  expect(writtenWords({ ...rest, ...(from && { from }) }, device, NOW)).toBe(words)
})
