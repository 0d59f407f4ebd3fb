import { expect, test } from 'bun:test'
import { writtenWords } from './written-words'

const NOW = new Date(2026, 10, 21, 15, 0)
const version = { value: 'Plates', at: new Date(2026, 10, 21, 14, 2).toISOString(), by: 'phone', from: 'iPhone' }

test.each([
  [version, 'phone', 'This device, 14:02'],
  [version, 'desk', 'iPhone, 14:02'],
  [{ ...version, from: undefined }, 'desk', 'Another device, 14:02'],
] as const)('%o on %s: %s', ({ from, ...rest }, device, words) => {
  expect(writtenWords({ ...rest, ...(from && { from }) }, device, NOW)).toBe(words)
})
