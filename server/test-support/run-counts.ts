/** How many checks passed and failed. */
export interface Counts {
  passed: number
  failed: number
  /** Tests that this machine, or this run, has no place for; absent when there are none. */
  leftOut?: number
}

const leftOut = (count: number) => (count > 0 ? { leftOut: count } : {})

const atLeastOneFailure = (counts: Counts, exitCode: number): Counts =>
  exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts

/** Counts a compiler, a linter or a build, which has no figures of its own. */
export const countExit = (exitCode: number): Counts =>
  exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

/**
 * Reads the closing figures of `bun test` (standard error). A run without them did not reach its end, whatever its exit
 * code: a test that calls `process.exit(0)` ends all others silently.
 */
export function countBunTests(stderr: string, exitCode: number): Counts {
  const text = Bun.stripANSI(stderr).trimEnd()
  const figure = String.raw`\s*\d+ (?:pass|fail|skip|todo|errors?|expect\(\) calls|snapshots?.*)\n`
  const ends = [...text.matchAll(new RegExp(`((?:^${figure})+)Ran \\d+ tests? across \\d+ files?`, 'gm'))]
  const last = ends.at(-1)?.[1]
  if (last === undefined) return { passed: 0, failed: 1 }
  const of = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(last)?.[1] ?? 0)
  return atLeastOneFailure({ passed: of('pass'), failed: of('fail'), ...leftOut(of('skip')) }, exitCode)
}

/** More lines of one failure than these stand above, where the test ran. */
const FAILURE_LINES = 40

/** The failures that `bun test` names in its standard error: the lines between the result before and the failed test's own. */
export function failuresIn(stderr: string): string[] {
  const [body = ''] = Bun.stripANSI(stderr).split(/^\d+ tests failed:$/m)
  const results = body.split(/^(?=\((?:pass|fail|skip|todo)\) )/m)
  return results.flatMap((result, nth) => {
    const [name = ''] = result.split('\n', 1)
    const above = results[nth - 1]?.replace(/^\((?:pass|fail|skip|todo)\) .*/, '').trim() ?? ''
    return name.startsWith('(fail) ') ? [[...above.split('\n').slice(-FAILURE_LINES), name].join('\n')] : []
  })
}

/** Reads a report of Playwright's `json` reporter; undefined when there is none. A flaky story is a failed one. */
export function countStories(report: string | undefined, exitCode: number): Counts {
  if (report === undefined) return { passed: 0, failed: 1 }
  const { stats } = JSON.parse(report) as { stats: { expected: number; unexpected: number; flaky: number } }
  return atLeastOneFailure({ passed: stats.expected, failed: stats.unexpected + stats.flaky }, exitCode)
}

export const addCounts = (all: Counts[]): Counts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  ...leftOut(all.reduce((sum, counts) => sum + (counts.leftOut ?? 0), 0)),
})

export const formatCounts = ({ passed, failed, leftOut: others }: Counts): string =>
  `${passed} passed, ${failed} failed${others ? `, ${others} left out` : ''}`
