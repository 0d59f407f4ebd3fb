import { expect, test } from 'bun:test'
import { addCounts, countBunTests, countExit, countStories, failuresIn, formatCounts } from './run-counts'

const summary = (lines: string) =>
  `money.test.ts:\n(pass) adds [0.09ms]\n\n${lines}\nRan 3 tests across 2 files. [11.00ms]\n`

test.each([
  [' 17 pass\n 0 fail\n 21 expect() calls', 0, { passed: 17, failed: 0 }],
  [' 1 pass\n 1 skip\n 2 fail\n 1 error\n 1 expect() calls', 1, { passed: 1, failed: 2, leftOut: 1 }],
  [' 4 pass\n 2 todo\n 0 fail', 0, { passed: 4, failed: 0 }],
  [' 4 pass\n 0 fail\n 1 error', 1, { passed: 4, failed: 1 }],
  ['\u001b[32m 3 pass\u001b[0m\n\u001b[31m 1 fail\u001b[0m', 1, { passed: 3, failed: 1 }],
])('the figures of %j', (lines, exitCode, counts) => {
  expect(countBunTests(summary(lines), exitCode)).toEqual(counts)
})

test('a test that prints figures of its own is not believed', () => {
  const output = ` 900 pass\n 0 fail\nRan 900 tests across 9 files. [1.00ms]\n${summary(' 2 pass\n 1 fail')}`
  expect(countBunTests(output, 1)).toEqual({ passed: 2, failed: 1 })
})

test('a run that ended before its figures has failed, even with exit code 0', () => {
  expect(countBunTests('d.test.ts:\n', 0)).toEqual({ passed: 0, failed: 1 })
})

test('what has failed is named with the lines that say why, once', () => {
  const why = 'error: expect(received).toBe(expected)\n\nExpected: 1\nReceived: 2'
  const output = `${why.replace('1', '0')}\n(fail) the first [1.00ms]\n(pass) adds [0.09ms]\n\u001b[31m${why}\n\n(fail) takes away\u001b[0m [2.00ms]\n(pass) ends [1.00ms]\n\n2 tests failed:\n(fail) the first [1.00ms]\n(fail) takes away [2.00ms]\n\n 2 pass\n 2 fail\nRan 4 tests across 1 file. [1.00ms]\n`
  expect(failuresIn(output)).toEqual([
    `${why.replace('1', '0')}\n(fail) the first [1.00ms]`,
    `${why}\n(fail) takes away [2.00ms]`,
  ])
  expect(failuresIn(summary(' 3 pass\n 0 fail'))).toEqual([])
})

test('stories: flaky ones count as failed, skipped ones not at all', () => {
  const report = JSON.stringify({ stats: { expected: 5, unexpected: 1, flaky: 2, skipped: 3 } })
  expect(countStories(report, 1)).toEqual({ passed: 5, failed: 3 })
})

test('stories that could not begin have failed', () => {
  expect(countStories(undefined, 0)).toEqual({ passed: 0, failed: 1 })
  const nothingRan = JSON.stringify({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 } })
  expect(countStories(nothingRan, 1)).toEqual({ passed: 0, failed: 1 })
})

test('the sum and its words', () => {
  const all = addCounts([countExit(0), countExit(2), { passed: 10, failed: 3 }])
  expect(formatCounts(all)).toBe('11 passed, 4 failed')
  const others = addCounts([all, { passed: 1, failed: 0, leftOut: 2 }, { passed: 1, failed: 0, leftOut: 1 }])
  expect(formatCounts(others)).toBe('13 passed, 4 failed, 3 left out')
})
