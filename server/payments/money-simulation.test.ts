import { expect, test } from 'bun:test'
import { MUTANTS } from './simulation/mutants'
import { playSeeds, SEEDS_PER_WORLD } from './simulation/play'

/** `SEEDS=500` plays more histories, `SEED=17` that one alone; `npm run simulate` plays them without a test runner. */
const SEEDS = process.env.SEED ? [Number(process.env.SEED)] : seedsUpTo(Number(process.env.SEEDS ?? 10))
/** Within these histories each planted mistake must be noticed. */
const MUTANT_SEEDS = seedsUpTo(20)
const TEST_TIMEOUT_MS = 600_000

function seedsUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, nth) => nth + 1)
}

for (let first = 0; first < SEEDS.length; first += SEEDS_PER_WORLD)
  test(
    `whatever goes wrong, nobody pays twice and every cent is explained (from seed ${SEEDS[first]})`,
    async () => {
      expect(await playSeeds(SEEDS.slice(first, first + SEEDS_PER_WORLD))).toEqual([])
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
