import { runSimulation } from '../../server/test-support/run-simulation'
import { openTestApp } from '../../server/test-support/test-app'
import { MUTANTS, type Mutant } from './simulation/mutants'
import { play } from './simulation/play'

/** Worlds that share a server: its database grows with each of them. */
const WORLDS_PER_SERVER = 50

/** The part of `npm run simulate` that plays devices. */
async function playSeeds(seeds: readonly number[], mutant: Mutant | null): Promise<string[]> {
  for (let first = 0; first < seeds.length; first += WORLDS_PER_SERVER) {
    const found = await playTogether(seeds.slice(first, first + WORLDS_PER_SERVER), mutant)
    if (found.length > 0) return found
  }
  return []
}

async function playTogether(seeds: readonly number[], mutant: Mutant | null): Promise<string[]> {
  const t = await openTestApp()
  try {
    for (const seed of seeds) {
      const findings = [...(await play(t, seed, mutant)), ...t.errors.map((entry) => JSON.stringify(entry))]
      if (findings.length > 0) return findings.map((words) => `seed ${seed}: ${words}`)
    }
    return []
  } finally {
    await t.close()
  }
}

const isFine = await runSimulation({
  clean: 'worlds of devices, nothing lost, doubled or out of order.',
  mistakes: MUTANTS,
  nameOf: String,
  playSeeds,
})
process.exit(isFine ? 0 : 1)
