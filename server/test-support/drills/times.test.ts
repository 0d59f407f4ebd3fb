import { expect, test } from 'bun:test'
import { slowFaults, timesInWords } from './times'

const upTo = (most: number) => Array.from({ length: most }, (_, nth) => nth + 1)

test('times are told by their median, their rare ones and their worst', () => {
  expect(timesInWords(upTo(200), 0.95)).toBe('median 100 ms, p95 190 ms, worst 200 ms')
})

test.each([
  ['below the limit', upTo(200), 191, []],
  ['at the limit', upTo(200), 190, ['p95 is 190 ms, and must be below 190 ms']],
  ['too slow in rare cases alone', [...upTo(199), 9_000], 191, []],
  ['not there at all', [], 191, ['nothing was measured']],
])('times that are %s', (_, tookMs, belowMs, faults) => {
  expect(slowFaults(tookMs, 0.95, belowMs)).toEqual(faults)
})
