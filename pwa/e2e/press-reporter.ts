import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { PRESSES } from './presses'

/** A screen that answers within this time feels immediate to its person (INP). */
const GOOD_MS = 200
const SHARE = 0.98

/** Prints how long the presses of all stories took. Nothing is asserted: other work on the machine makes them longer. */
export default class PressReporter implements Reporter {
  readonly #taken: { ms: number; story: string }[] = []

  onTestEnd(test: TestCase, { annotations }: TestResult): void {
    for (const { type, description } of annotations)
      if (type === PRESSES)
        for (const ms of JSON.parse(description ?? '[]') as number[]) this.#taken.push({ ms, story: test.title })
  }

  onEnd(): void {
    const sorted = this.#taken.toSorted((one, other) => one.ms - other.ms)
    const [most, slowest] = [sorted[Math.floor(sorted.length * SHARE)], sorted.at(-1)]
    if (!most || !slowest) return
    const slow = sorted.filter(({ ms }) => ms > GOOD_MS).length
    console.log(
      `Presses: ${sorted.length}, 98 % answered within ${most.ms} ms, ${slow} took more than ${GOOD_MS} ms, the slowest ${slowest.ms} ms in “${slowest.story}”`,
    )
  }

  printsToStdio(): boolean {
    return false
  }
}
