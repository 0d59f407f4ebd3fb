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
 * Reads a report of bun's `junit` reporter. A run without one did not reach its end, whatever its exit code: a test that calls
 * `process.exit(0)` ends all others silently.
 */
export function countBunTests(report: string | undefined, exitCode: number): Counts {
  const figures = /<testsuites .*?tests="(\d+)".*?failures="(\d+)" skipped="(\d+)"/.exec(report ?? '')
  if (!figures) return countExit(1)
  const [tests = 0, failed = 0, skipped = 0] = figures.slice(1).map(Number)
  return atLeastOneFailure({ passed: tests - failed - skipped, failed, ...leftOut(skipped) }, exitCode)
}

const FAILURE = /<testcase name="(.*?)" classname="(.*?)" .*file="(.*?)".*\s+<failure .*message="(.*?)"(?:>([^<]*))?/g
const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&#10;': '\n', '&amp;': '&' }

/** The failures in a report of bun's `junit` reporter, each with its reason. */
export const failuresIn = (report = ''): string[] =>
  [...report.matchAll(FAILURE)].map(([, name, group, file, message, reason = `${message}\n`]) =>
    Object.entries(ENTITIES).reduce(
      (text, [entity, character]) => text.replaceAll(entity, character),
      `${reason}(fail) ${file}: ${group && `${group} > `}${name}`,
    ),
  )

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
