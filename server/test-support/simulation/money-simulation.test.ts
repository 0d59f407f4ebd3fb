import { expect, test } from 'bun:test'
import { MUTANTS } from './mutants'
import { playSeeds, SEEDS_PER_MARKET } from './play'

/** `npm run simulate` plays any number of them, or one alone, without a test runner. */
const SEEDS = seedsUpTo(2_000)
const SEEDS_PER_TEST = 5 * SEEDS_PER_MARKET
/** Within these each planted mistake must be noticed. */
const MUTANT_SEEDS = seedsUpTo(1_000)
const TEST_TIMEOUT_MS = 600_000

function seedsUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, nth) => nth + 1)
}

for (let first = 0; first < SEEDS.length; first += SEEDS_PER_TEST)
  test(
    `whatever goes wrong, nobody pays twice and every cent is explained (from seed ${SEEDS[first]})`,
    async () => {
      expect(await playSeeds(SEEDS.slice(first, first + SEEDS_PER_TEST))).toEqual([])
    },
    TEST_TIMEOUT_MS,
  )

test.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
  'the checks notice: %s',
  async (_name, mutant) => {
    expect(await playSeeds(MUTANT_SEEDS, mutant)).not.toEqual([])
  },
  TEST_TIMEOUT_MS,
)
