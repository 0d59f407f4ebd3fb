import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openTestApp, type TestApp } from '../../server/test-support/test-app'
import { MUTANTS } from './simulation/mutants'
import { playPresses, playSeeds, SEEDS_PER_WORLD } from './simulation/play'

/**
 * The real queue, sender, pull and catalogue of three devices against the real server, with a network between them that
 * fails in every way it can, and apps that are killed at any moment. `npm run simulate` plays any number of seeds, or one
 * alone, without a test runner.
 */
const SEEDS = seedsUpTo(1_600)
const SEEDS_PER_TEST = 20 * SEEDS_PER_WORLD
/** Within these each planted mistake must be noticed. */
const MUTANT_SEEDS = seedsUpTo(1_000)
const TEST_TIMEOUT_MS = 600_000

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

function seedsUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, nth) => nth + 1)
}

for (let first = 0; first < SEEDS.length; first += SEEDS_PER_TEST)
  test(
    `whatever the network does: nothing is lost, doubled or out of order, and all devices end up alike (from seed ${SEEDS[first]})`,
    async () => {
      expect(await playSeeds(t, SEEDS.slice(first, first + SEEDS_PER_TEST))).toEqual([])
      expect(t.errors).toEqual([])
    },
    TEST_TIMEOUT_MS,
  )

test(
  'a thousand presses of hearts and bookmarks end as each person last wished, and the counts are exact',
  async () => {
    expect(await playPresses(t, 1, 1_000)).toEqual([])
  },
  TEST_TIMEOUT_MS,
)

test.each([...MUTANTS])(
  'the checks notice: %s',
  async (mutant) => {
    expect(await playSeeds(t, MUTANT_SEEDS, mutant)).not.toEqual([])
  },
  TEST_TIMEOUT_MS,
)
