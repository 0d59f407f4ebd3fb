import { sql } from 'drizzle-orm'
import { step } from '../../db/steps'
import { rollDice } from '../../demo/dice'
import { workEvents } from '../../settlement/webhooks'
import { askProvider } from '../provider-kit'
import { auditNow, findBreaches, snapshot } from './checks'
import { jump } from './jump'
import type { Mutant } from './mutants'
import { decideDisputes, pressAnything, runTimers, setAccount } from './presses'
import { openWorld, type World } from './world'

/** A seed is a few presses in a market that goes on: what one seed has begun, the next ones press on. */
const PRESSES = 3
export const SEEDS_PER_MARKET = 40
const DAY_MS = 86_400_000
/** Long enough for every retry, hold, deadline and release. */
const REST_TURNS = 12

/**
 * Plays markets with faults on and the clock jumping, up to the first in which something is wrong. The books are looked at
 * after every seed; when a market's last seed is played it comes to rest, and every cent must be explained. A seed that is
 * asked for alone is played with those that come before it in its market.
 * @returns what is wrong, in words that begin with the seed
 */
export async function playSeeds(
  seeds: readonly number[],
  mutant: Mutant | null = null,
  servers = 1,
): Promise<string[]> {
  const markets = Map.groupBy(seeds, (seed) => Math.floor((seed - 1) / SEEDS_PER_MARKET))
  for (const [market, own] of markets) {
    const breaches = await playMarket(market * SEEDS_PER_MARKET + 1, Math.max(...own), mutant, servers)
    if (breaches.length > 0) return breaches
  }
  return []
}

async function playMarket(first: number, last: number, mutant: Mutant | null, servers: number): Promise<string[]> {
  const world = await openWorld(rollDice(0), servers)
  try {
    await mutant?.plant(world.t)
    for (let seed = first; seed <= last; seed++) {
      world.dice = rollDice(seed)
      for (let press = 0; press < PRESSES; press++) await pressAnything(world)
      const breaches = await auditNow(world)
      if (breaches.length > 0) return breaches.map((words) => `seed ${seed}: ${words}`)
    }
    await comeToRest(world)
    const breaches = await findBreaches(world)
    const before = await snapshot(world)
    await replayEvents(world)
    if ((await snapshot(world)) !== before) breaches.push('replaying the events changed something')
    return breaches.map((words) => `seed ${last}, at rest: ${words}`)
  } finally {
    await world.t.close()
  }
}

async function comeToRest(world: World): Promise<void> {
  await askProvider(world.t, 'DELETE', '/_local/faults')
  await setAccount(world, 'active')
  await world.t.deps.db.write(() => [step(sql`UPDATE users SET payouts_held_at = NULL`)])
  world.payoutsHeldAt = null
  for (let turn = 0; turn < REST_TURNS; turn++) {
    if (turn === 4) await decideDisputes(world, 1)
    await jump(world, turn < 4 ? DAY_MS / 24 : 3 * DAY_MS)
    await runTimers(world)
  }
  // The answers to what the last turn has sent.
  await jump(world, DAY_MS / 24)
  await runTimers(world)
  const before = await newestChange(world)
  await runTimers(world)
  if ((await newestChange(world)) !== before) world.wrong.push('timers with nothing to do have changed something')
}

async function newestChange({ t }: World): Promise<unknown> {
  const [found] = await t.deps.db.readBatch([{ sql: 'SELECT seq FROM sync_clock', args: [] }])
  return found?.rows[0]?.seq
}

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
