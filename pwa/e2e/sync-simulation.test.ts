import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openTestApp, type TestApp } from '../../server/test-support/test-app'
import { MUTANTS } from './simulation/mutants'
import { play, THOUSAND_PRESSES } from './simulation/play'

/**
 * The real queue, sender, pull and catalogue of three devices against the real server, with a network between them that
 * fails in every way it can, and apps that are killed at any moment. `SEEDS=500` plays more worlds; `SEED=17` that one.
 */
const SEEDS = process.env.SEED ? [Number(process.env.SEED)] : seedsUpTo(Number(process.env.SEEDS ?? 40))
/** Within these worlds each planted mistake must be noticed; first come those that are rich in mishaps. */
const MUTANT_SEEDS = [12, 13, 14, ...seedsUpTo(11)]
/** A world takes half a second; on a machine that is busy with something else it takes ten. */
const TEST_TIMEOUT_MS = 60_000 + SEEDS.length * 10_000

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

function seedsUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, nth) => nth + 1)
}

test(
  'whatever the network does: nothing is lost, doubled or out of order, and all devices end up alike',
  async () => {
    for (const seed of SEEDS) {
      const findings = await play(t, seed)
      if (findings.length > 0) throw new Error(`SEED=${seed} finds:\n${findings.join('\n')}`)
    }
    expect(t.errors).toEqual([])
  },
  TEST_TIMEOUT_MS,
)

test(
  'a thousand presses of hearts and bookmarks end as each person last wished, and the counts are exact',
  async () => {
    expect(await play(t, 1, null, THOUSAND_PRESSES)).toEqual([])
  },
  TEST_TIMEOUT_MS,
)

test.each([...MUTANTS])(
  'the checks notice: %s',
  async (mutant) => {
    for (const seed of MUTANT_SEEDS) if ((await play(t, seed, mutant)).length > 0) return
    throw new Error(`Nothing was noticed within ${MUTANT_SEEDS.length} worlds`)
  },
  TEST_TIMEOUT_MS,
)
