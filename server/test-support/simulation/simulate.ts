import { join } from 'node:path'
import { runSimulation, simulatedServers } from '../run-simulation'
import { MUTANTS, type Mutant } from './mutants'
import { playSeeds } from './play'

/**
 * `npm run simulate -- [--seeds N] [--seed S] [--planted] [--servers N]`: plays markets with faults on, over one server or several,
 * and then devices on a bad network, and says the seed at which a cent is not explained or a word is lost or doubled.
 */
const DEVICES = join(import.meta.dirname, '../../../pwa/e2e/simulate-devices.ts')

const isExplained = await runSimulation<Mutant>({
  clean: 'seeds of markets with faults on, every cent explained.',
  mistakes: MUTANTS,
  nameOf: ({ name }) => name,
  playSeeds: (seeds, mutant) => playSeeds(seeds, mutant, simulatedServers),
})
const devices = Bun.spawn([process.execPath, DEVICES, ...process.argv.slice(2)], {
  stdout: 'inherit',
  stderr: 'inherit',
})
process.exit((await devices.exited) === 0 && isExplained ? 0 : 1)
