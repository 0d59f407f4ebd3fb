import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string' },
    planted: { type: 'boolean' },
    servers: { type: 'string' },
  },
})
/** Over so many servers a market is played. */
export const simulatedServers = Number(values.servers ?? 1)
/** Within so many seeds a planted mistake must be noticed. */
const PLANTED_SEEDS = 1_000
const SEEDS = 2_000
const count = values.seed ? 1 : Number(values.seeds ?? (values.planted ? PLANTED_SEEDS : SEEDS))
const seeds = Array.from({ length: count }, (_, nth) => Number(values.seed ?? 1) + nth)

/** Something that can be played by seed, and the mistakes that its checks must notice. */
export interface Simulation<Mistake> {
  /** The words about so many seeds that found nothing. */
  clean: string
  mistakes: readonly Mistake[]
  nameOf(mistake: Mistake): string
  /** Plays one seed after the other up to the first that finds something. @returns what it found, in words */
  playSeeds(seeds: readonly number[], mistake: Mistake | null): Promise<string[]>
}

/**
 * Plays a simulation as the command line asks: `--seeds N` for so many, `--seed S` for that one, with what comes before it, `--planted` for each
 * planted mistake until it is noticed. @returns whether all was as it should be
 */
export async function runSimulation<Mistake>(simulation: Simulation<Mistake>): Promise<boolean> {
  return values.planted ? playPlanted(simulation) : playClean(simulation)
}

const say = (line: string) => process.stdout.write(`${line}\n`)

async function playClean<Mistake>({ clean, playSeeds }: Simulation<Mistake>): Promise<boolean> {
  const found = await playSeeds(seeds, null)
  say(found.length === 0 ? `${count} ${clean}` : found.join('\n'))
  return found.length === 0
}

async function playPlanted<Mistake>({ mistakes, nameOf, playSeeds }: Simulation<Mistake>): Promise<boolean> {
  let missed = 0
  for (const mistake of mistakes) {
    const [found] = await playSeeds(seeds, mistake)
    say(`${found ? 'noticed' : 'MISSED '}  ${nameOf(mistake)}${found ? `  (${found})` : ''}`)
    if (!found) missed++
  }
  return missed === 0
}
