import { expect, test } from 'bun:test'
import { SQLD } from '../database-server'
import { MUTANTS } from './mutants'
import { playSeeds, SEEDS_PER_MARKET } from './play'

/** `npm run simulate` plays any number of them, or one alone, without a test runner. */
const SEEDS = seedsUpTo(2_000)
/** `npm run simulate -- --servers 3` plays more. */
const SEEDS_OVER_SERVERS = 6
const SEEDS_PER_TEST = 5 * SEEDS_PER_MARKET
/** Within these each planted mistake must be noticed. */
const MUTANT_SEEDS = seedsUpTo(1_000)
const TEST_TIMEOUT_MS = 600_000
/** Presses at the same moment end in another order on a busy machine: so often is a market played before it counts as noticing nothing. */
const KNOWN_TRIES = 5
/**
 * The last known seeds of mistakes that the first market does not notice. A run begins there; it plays the others
 * from the first one on when nothing is noticed there any more.
 */
const NOTICED_AT: Readonly<Record<string, number>> = {
  'a lost answer is not looked up': 80,
  'a refund that was refused counts as made': 160,
  'a lost dispute is taken for a won one': 120,
  'what is taken for a booking that has ended is kept': 197,
  'a renter who gives up a rental that has begun cancels it': 123,
  'a seller’s cancel refunds before what was sent on is back': 221,
  'a refund does not wait for the end of a dispute': 473,
  'nobody counts what has been cancelled': 122,
  'an edit on one device takes back what another one changed': 93,
  'a refund that has changed is made without a question': 536,
  'a booking keeps the card that it began with': 80,
  'what is set aside is never tried again': 120,
  'payouts leave while an operator holds them': 106,
  'an order that is never sent does not end': 840,
  'an owner cancels a rental whose things are out': 122,
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

test.skipIf(!SQLD)(
  'over three servers that are pressed in turn, too, every cent is explained',
  async () => {
    expect(await playSeeds(seedsUpTo(SEEDS_OVER_SERVERS), null, 3)).toEqual([])
  },
  TEST_TIMEOUT_MS,
)

test.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
  'the checks notice: %s',
  async (_name, mutant) => {
    const known = NOTICED_AT[mutant.name] ?? SEEDS_PER_MARKET
    let noticed: string[] = []
    for (let tries = 0; tries < KNOWN_TRIES && noticed.length === 0; tries++) noticed = await playSeeds([known], mutant)
    if (noticed.length === 0) noticed = await playSeeds(MUTANT_SEEDS, mutant)
    expect(noticed).not.toEqual([])
  },
  TEST_TIMEOUT_MS,
)
