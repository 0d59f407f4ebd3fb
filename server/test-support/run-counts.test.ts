import { expect, test } from 'bun:test'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addCounts, countBunTests, countExit, countStories, failuresIn, formatCounts } from './run-counts'

/** Runs a file of tests as `npm test` does. */
async function runFile(body: string) {
  const folder = await mkdtemp(join(tmpdir(), 'trestle-counts-'))
  const report = join(folder, 'report')
  await Bun.write(join(folder, 'some.test.ts'), `import { afterAll, describe, expect, test } from 'bun:test'\n${body}`)
  const command = [process.execPath, 'test', '--reporter=junit', `--reporter-outfile=${report}`, './some.test.ts']
  const exitCode = await Bun.spawn(command, { cwd: folder, stdout: 'ignore', stderr: 'ignore' }).exited
  const text = await readFile(report, 'utf8').catch(() => undefined)
  await rm(folder, { recursive: true })
  return { counts: countBunTests(text, exitCode), failures: failuresIn(text) }
}

const PASSES = "test('adds', () => {})\n"
const FAILS = "test('takes away', () => { expect('<1>').toBe('<2>') })\n"

test.each([
  ['passes', PASSES, { passed: 1, failed: 0 }],
  ['fails', PASSES + FAILS, { passed: 1, failed: 1 }],
  [
    'has a test for another machine',
    `${PASSES}${FAILS}test.skip('flies', () => {})`,
    { passed: 1, failed: 1, leftOut: 1 },
  ],
  ['prints figures of its own', `${PASSES}${FAILS}console.error(' 9 pass\\n 0 fail')`, { passed: 1, failed: 1 }],
  [
    'prints figures as its title',
    `${FAILS}test('<testsuites tests="9" failures="0" skipped="0"', () => {})`,
    { passed: 1, failed: 1 },
  ],
  ['cannot be loaded', "throw new Error('no such thing')", { passed: 0, failed: 1 }],
  ['cannot clear up after its tests', `${PASSES}afterAll(() => { throw new Error() })`, { passed: 1, failed: 1 }],
  ['ends its process', `${PASSES}test('ends', () => process.exit(0))`, { passed: 0, failed: 1 }],
  ['is killed', `${PASSES}test('ends', () => process.kill(process.pid, 'SIGKILL'))`, { passed: 0, failed: 1 }],
])('the figures of a file that %s', async (_, body, counts) => {
  expect((await runFile(body)).counts).toEqual(counts)
})

test('what has failed is named with the lines that say why, once', async () => {
  const { failures } = await runFile(
    `${PASSES}describe('money', () => {\n${FAILS}})\ntest('late', () => Bun.sleep(99), 1)`,
  )
  expect(failures).toHaveLength(2)
  expect(failures[0]).toContain('Expected: "<2>"\nReceived: "<1>"\n')
  expect(failures[0]).toContain('some.test.ts:4')
  expect(failures[0]).toEndWith('(fail) some.test.ts: money > takes away')
  expect(failures[1]).toBe('test timed out\n(fail) some.test.ts: late')
  expect((await runFile(PASSES)).failures).toEqual([])
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
