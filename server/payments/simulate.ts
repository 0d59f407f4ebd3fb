import { MUTANTS } from './simulation/mutants'
import { playSeeds } from './simulation/play'

/**
 * `bun server/payments/simulate.ts [--seeds N] [--from N] [--planted]`: plays N histories of a market with faults on, and
 * says the seed at which the books, the provider and the screens do not agree. `--planted`: each planted mistake must be
 * noticed within N histories.
 */
const { argv } = process
const option = (name: string, fallback: number) =>
  argv.includes(name) ? Number(argv[argv.indexOf(name) + 1]) : fallback
const count = option('--seeds', argv.includes('--planted') ? 50 : 2000)
const from = option('--from', 1)
const seeds = Array.from({ length: count }, (_, nth) => from + nth)

process.exit(argv.includes('--planted') ? await playPlanted() : await playAll())

async function playAll(): Promise<number> {
  const breaches = await playSeeds(seeds)
  console.log(breaches.length === 0 ? `${count} histories, every cent explained.` : breaches.join('\n'))
  return breaches.length === 0 ? 0 : 1
}

async function playPlanted(): Promise<number> {
  let missed = 0
  for (const mutant of MUTANTS) {
    const [found] = await playSeeds(seeds, mutant)
    console.log(`${found ? 'noticed' : 'MISSED '}  ${mutant.name}${found ? `  (${found})` : ''}`)
    if (!found) missed++
  }
  return missed === 0 ? 0 : 1
}
