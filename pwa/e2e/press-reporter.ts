import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { PRESSES, type TakenPress } from './presses'

/** A screen that answers within this time feels immediate to its person (INP). */
const GOOD_MS = 200
const SHARE = 0.98
/** So many of the slowest are named. */
const NAMED = 8

/** Prints how long the presses of all stories took. Nothing is asserted: other work on the machine makes them longer. */
export default class PressReporter implements Reporter {
  readonly #taken: (TakenPress & { story: string })[] = []

  onTestEnd(test: TestCase, { annotations }: TestResult): void {
    for (const { type, description } of annotations)
      if (type === PRESSES)
        for (const press of JSON.parse(description ?? '[]') as TakenPress[])
          this.#taken.push({ ...press, story: test.title })
  }

  onEnd(): void {
    const sorted = this.#taken.toSorted((one, other) => one.ms - other.ms)
    const most = sorted[Math.floor(sorted.length * SHARE)]
    if (!most) return
    const slow = sorted.filter(({ ms }) => ms > GOOD_MS).reverse()
    const named = slow.slice(0, NAMED).map(({ ms, on, story }) => `  ${ms} ms: ${on}, in “${story}”`)
    const sums = `Presses: ${sorted.length}, 98 % answered within ${most.ms} ms, ${slow.length} took more than ${GOOD_MS} ms`
    console.log([sums, ...named].join('\n'))
  }

  printsToStdio(): boolean {
    return false
  }
}
