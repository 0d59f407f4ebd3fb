import { afterAll, beforeAll, expect, test } from 'bun:test'
import '../test-support/disk-in-memory'
import { openTestApp, type TestApp } from '../../server/test-support/test-app'
import { type Mutant, TABLET_MUTANTS } from './simulation/mutants'
import { playTablet } from './simulation/play-tablet'

const TEST_TIMEOUT_MS = 600_000
/**
 * The last known seeds of mistakes that the first world does not notice. A run begins there; it plays the others
 * from the first one on when nothing is noticed there any more.
 */
const NOTICED_AT: Readonly<Partial<Record<Mutant, number>>> = {
  'photos stay when their person leaves': 54,
  'receipts are not looked at after a restore': 40,
  'receipts are thrown away when their person leaves': 120,
}
const seedsUpTo = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1)

let lives: TestApp[]

beforeAll(async () => {
  lives = await Promise.all([openTestApp(), openTestApp()])
})
afterAll(() => Promise.all(lives.map((t) => t.close())))

test(
  'whoever uses the tablet next, in whichever life of the server: nothing of one person reaches another, and no word is lost',
  async () => {
    expect(await playTablet(lives, seedsUpTo(400))).toEqual([])
    expect(lives.flatMap(({ errors }) => errors)).toEqual([])
  },
  TEST_TIMEOUT_MS,
)

test.each([...TABLET_MUTANTS])(
  'the checks notice: %s',
  async (mutant) => {
    expect(await playTablet(lives, [NOTICED_AT[mutant] ?? 1, ...seedsUpTo(1_000)], mutant)).not.toEqual([])
  },
  TEST_TIMEOUT_MS,
)
