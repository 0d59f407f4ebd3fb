import { expect, test } from 'bun:test'
import { MUTANTS } from './mutants'
import { playSeeds, SEEDS_PER_MARKET } from './play'

/** `npm run simulate` plays any number of them, or one alone, without a test runner. */
const SEEDS = seedsUpTo(2_000)
const SEEDS_PER_TEST = 5 * SEEDS_PER_MARKET
/** Within these each planted mistake must be noticed. */
const MUTANT_SEEDS = seedsUpTo(1_000)
const TEST_TIMEOUT_MS = 600_000
/**
 * The last known seeds of mistakes that the first market does not notice. A run begins there; it plays the others
 * from the first one on when nothing is noticed there any more.
 */
const NOTICED_AT: Readonly<Record<string, number>> = {
  'every try has a key of its own': 80,
  'a lost answer is not looked up': 120,
  'what is taken for a booking that has ended is kept': 436,
  'a refund does not wait for the end of a dispute': 52,
  'a renter who gives up a rental that has begun cancels it': 400,
  'nobody counts what has been cancelled': 110,
  'what is set aside is never tried again': 440,
  'payouts leave while an operator holds them': 295,
  'an order that did not arrive is paid out': 200,
}

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
    expect(await playSeeds([NOTICED_AT[mutant.name] ?? 1, ...MUTANT_SEEDS], mutant)).not.toEqual([])
  },
  TEST_TIMEOUT_MS,
)
