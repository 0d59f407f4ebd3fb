/** How many checks passed and failed. */
export interface Counts {
  passed: number
  failed: number
}

/** A stage that exits with a fault has failed somewhere, even when its own figures do not say where. */
const atLeastOneFailure = (counts: Counts, exitCode: number): Counts =>
  exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts

/** One check that has no figures of its own: a compiler, a linter, a build. */
export const countExit = (exitCode: number): Counts =>
  exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

/**
 * Reads the closing figures of `bun test` (standard error). A run without them did not reach its end, whatever its exit
 * code: a test that calls `process.exit(0)` ends all others silently.
 */
export function countBunTests(stderr: string, exitCode: number): Counts {
  const lines = Bun.stripANSI(stderr).trimEnd().split('\n')
  const end = lines.findLastIndex((line) => /^Ran \d+ tests? across \d+ files?/.test(line))
  if (end < 0) return { passed: 0, failed: 1 }
  const figures: Record<string, number> = {}
  for (let at = end - 1; at >= 0; at -= 1) {
    const [, figure, word] =
      /^\s*(\d+) (pass|fail|skip|todo|errors?|expect\(\) calls|snapshots?.*)$/.exec(lines[at]!) ?? []
    if (figure === undefined || word === undefined) break
    figures[word] = Number(figure)
  }
  return atLeastOneFailure({ passed: figures.pass ?? 0, failed: figures.fail ?? 0 }, exitCode)
}

/** Reads a report of Playwright's `json` reporter; undefined when it wrote none. A flaky story is a failed one. */
export function countStories(report: string | undefined, exitCode: number): Counts {
  if (report === undefined) return { passed: 0, failed: 1 }
  const { stats } = JSON.parse(report) as { stats: { expected: number; unexpected: number; flaky: number } }
  return atLeastOneFailure({ passed: stats.expected, failed: stats.unexpected + stats.flaky }, exitCode)
}

/** The sum of all stages. */
export const addCounts = (all: Counts[]): Counts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
})

/** The words of a result: `12 passed, 0 failed`. */
export const formatCounts = ({ passed, failed }: Counts): string => `${passed} passed, ${failed} failed`
