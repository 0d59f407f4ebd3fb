import { rollDice } from '../../db/demo/dice'
import { askProvider } from '../../test-support/provider-kit'
import { workEvents } from '../webhooks'
import { findBreaches, snapshot } from './checks'
import type { Mutant } from './mutants'
import { decideDisputes, jump, pressAnything, runTimers, setAccount } from './presses'
import { openWorld, type World } from './world'

const PRESSES = 60
const DAY_MS = 86_400_000
/** Long enough for every retry, hold, deadline and release. */
const REST_TURNS = 12

/**
 * Plays one history of the market `world`, with faults on and the clock jumping, lets everything come to rest, and looks
 * whether every cent is explained. @returns what is wrong, in words
 */
export async function play(world: World, seed: number): Promise<string[]> {
  world.dice = rollDice(seed)
  world.secrets.length = 0
  for (let press = 0; press < PRESSES; press++) await pressAnything(world)
  await comeToRest(world)
  const breaches = await findBreaches(world)
  const before = await snapshot(world)
  await replayEvents(world)
  if ((await snapshot(world)) !== before) breaches.push('replaying the events changed something')
  return breaches
}

async function comeToRest(world: World): Promise<void> {
  await fetchControl(world, 'DELETE', '/_local/faults')
  await setAccount(world, 'active')
  for (let turn = 0; turn < REST_TURNS; turn++) {
    if (turn === 4) await decideDisputes(world, 1)
    await jump(world, turn < 4 ? DAY_MS / 24 : 3 * DAY_MS)
    await runTimers(world)
  }
  await runTimers(world)
}

const fetchControl = ({ t }: World, method: 'DELETE', path: string) => askProvider(t, method, path)

/** Every event of the last days once more, in any order. */
async function replayEvents({ t }: World): Promise<void> {
  const at = t.clock.now.toISOString()
  await t.deps.db.batch([
    {
      sql: `UPDATE stripe_events SET state = 'new', next_at = NULL, received_at = ? WHERE state = 'done'
        AND rowid IN (SELECT rowid FROM stripe_events ORDER BY random() LIMIT 60)`,
      args: [at],
    },
  ])
  await workEvents(t.deps)
}

/** Plays seeds one after the other, a few to a market. Stops at the first that finds something. */
export async function playSeeds(seeds: readonly number[], mutant: Mutant | null = null): Promise<string[]> {
  for (let first = 0; first < seeds.length; first += SEEDS_PER_WORLD) {
    const world = await openWorld(rollDice(0))
    try {
      await mutant?.plant(world.t)
      for (const seed of seeds.slice(first, first + SEEDS_PER_WORLD)) {
        const breaches = await play(world, seed)
        if (breaches.length > 0) return breaches.map((words) => `seed ${seed}: ${words}`)
      }
    } finally {
      await world.t.close()
    }
  }
  return []
}

export const SEEDS_PER_WORLD = 5
