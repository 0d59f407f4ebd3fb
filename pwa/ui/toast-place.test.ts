import { expect, test } from 'bun:test'
import { coverCost } from './toast-place'

const box = (top: number, left = 0) => ({ left, right: left + 100, top, bottom: top + 50 })

test.each([
  ['nothing near', [], 0],
  ['a primary button under it', [{ ...box(20), isPrimary: true }], 100],
  ['another button under it', [{ ...box(20), isPrimary: false }], 1],
  ['a button that almost touches it', [{ ...box(52), isPrimary: true }], 100],
  ['a button below it', [{ ...box(60), isPrimary: true }], 0],
  ['a button beside it', [{ ...box(0, 110), isPrimary: true }], 0],
])('%s', (_, buttons, cost) => {
  expect(coverCost(box(0), buttons)).toBe(cost)
})
