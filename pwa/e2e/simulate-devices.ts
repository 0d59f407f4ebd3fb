import { runSimulation } from '../../server/test-support/run-simulation'
import { openTestApp } from '../../server/test-support/test-app'
import '../test-support/disk-in-memory'
import { MUTANTS, type Mutant, TABLET_MUTANTS } from './simulation/mutants'
import { playSeeds, SEEDS_PER_WORLD } from './simulation/play'
import { playTablet } from './simulation/play-tablet'

/** Seeds that share a server: its database grows with each of their worlds. */
const SEEDS_PER_SERVER = 100 * SEEDS_PER_WORLD

/** Of so many seeds one is played on the tablet that changes hands, too. */
const DEVICES_PER_TABLET = 4

/** The part of `npm run simulate` that plays devices. */
async function play(seeds: readonly number[], mutant: Mutant | null): Promise<string[]> {
  const isOfTablet = TABLET_MUTANTS.some((one) => one === mutant)
  const shared = mutant || seeds.length === 1 ? seeds : seeds.slice(0, Math.ceil(seeds.length / DEVICES_PER_TABLET))
  const found = isOfTablet ? [] : await playOnServers(seeds, mutant)
  return found.length > 0 || (mutant && !isOfTablet) ? found : playOnTwoLives(shared, mutant)
}

async function playOnTwoLives(seeds: readonly number[], mutant: Mutant | null): Promise<string[]> {
  const lives = await Promise.all([openTestApp(), openTestApp()])
  try {
    const findings = await playTablet(lives, seeds, mutant)
    return [...findings, ...lives.flatMap(({ errors }) => errors.map((entry) => JSON.stringify(entry)))]
  } finally {
    for (const t of lives) await t.close()
  }
}

async function playOnServers(seeds: readonly number[], mutant: Mutant | null): Promise<string[]> {
  for (let first = 0; first < seeds.length; first += SEEDS_PER_SERVER) {
    const found = await playOnServer(seeds.slice(first, first + SEEDS_PER_SERVER), mutant)
    if (found.length > 0) return found
  }
  return []
}

async function playOnServer(seeds: readonly number[], mutant: Mutant | null): Promise<string[]> {
  const t = await openTestApp()
  try {
    const findings = await playSeeds(t, seeds, mutant)
    return [...findings, ...t.errors.map((entry) => JSON.stringify(entry))]
  } finally {
    await t.close()
  }
}

const isFine = await runSimulation({
  clean: 'seeds of devices on a bad network, nothing lost, doubled or out of order.',
  mistakes: [...MUTANTS, ...TABLET_MUTANTS],
  nameOf: String,
  playSeeds: play,
})
process.exit(isFine ? 0 : 1)
