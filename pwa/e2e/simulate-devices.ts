import { runSimulation } from '../../server/test-support/run-simulation'
import { openTestApp } from '../../server/test-support/test-app'
import { MUTANTS, type Mutant } from './simulation/mutants'
import { playSeeds, SEEDS_PER_WORLD } from './simulation/play'

/** Seeds that share a server: its database grows with each of their worlds. */
const SEEDS_PER_SERVER = 100 * SEEDS_PER_WORLD

/** The part of `npm run simulate` that plays devices. */
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
  mistakes: MUTANTS,
  nameOf: String,
  playSeeds: playOnServers,
})
process.exit(isFine ? 0 : 1)
