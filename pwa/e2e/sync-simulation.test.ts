import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openTestApp, type TestApp } from '../../server/test-support/test-app'
import { MUTANTS, type Mutant } from './simulation/mutants'
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
/**
 * The last known seeds of mistakes that the first world does not notice. A run begins there; it plays the others
 * from the first one on when nothing is noticed there any more.
 */
const NOTICED_AT: Readonly<Partial<Record<Mutant, number>>> = {
  'a portal counts as delivered': 67,
  'a refused session consumes': 55,
  'rewritten after it may have left': 37,
  'one of many refused and all count as taken': 94,
  'a discarded photo is sent all the same': 360,
  'a choice throws the other version away': 300,
  'a press does not say when it was made': 420,
  'a build that finds a newer disk waits for it': 67,
  'a build that finds a newer disk throws it away': 67,
  'nobody is asked before words in memory go with their page': 35,
}

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
    expect(await playSeeds(t, [NOTICED_AT[mutant] ?? 1, ...MUTANT_SEEDS], mutant)).not.toEqual([])
  },
  TEST_TIMEOUT_MS,
)
