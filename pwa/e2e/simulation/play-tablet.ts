import type { TestApp } from '../../../server/test-support/test-app'
import type { Findings } from './checks'
import { diceOf } from './dice'
import type { Mutant } from './mutants'
import { SEEDS_PER_WORLD } from './play'
import { Tablet } from './tablet'

/** How often each thing happens, against each other. */
const HAPPENINGS = {
  signIn: 12,
  post: 14,
  type: 6,
  note: 4,
  share: 4,
  look: 5,
  discard: 4,
  flush: 12,
  pull: 8,
  keep: 5,
  giveUp: 3,
  expire: 4,
  beginLife: 3,
  backUp: 2,
  restore: 2,
  gap: 2,
}
type Happening = keyof typeof HAPPENINGS

const STEPS = 6

/**
 * Plays a tablet that changes hands, at an address where two lives of the server take turns and databases are restored. After
 * every seed nothing of anybody can be read who is not there; at a world's end everybody comes back and has all their words.
 * @param lives two servers that know nobody else
 * @returns what is wrong, in words that begin with the seed
 */
export async function playTablet(
  lives: readonly TestApp[],
  seeds: readonly number[],
  mutant: Mutant | null = null,
): Promise<Findings> {
  for (const [nth, own] of Map.groupBy(seeds, (seed) => Math.floor((seed - 1) / SEEDS_PER_WORLD))) {
    const first = nth * SEEDS_PER_WORLD + 1
    const tablet = await Tablet.open(lives, diceOf(first), mutant)
    try {
      const findings = await playSeedsOf(tablet, first, Math.max(...own))
      if (findings.length > 0) return findings
    } finally {
      await tablet.close()
    }
  }
  return []
}

async function playSeedsOf(tablet: Tablet, first: number, last: number): Promise<Findings> {
  for (let seed = first; seed <= last; seed++) {
    const steps: Happening[] = []
    for (let step = 1; step <= STEPS; step++) {
      const what = tablet.dice.weighted(HAPPENINGS)
      steps.push(what)
      await happen(tablet, what)
    }
    const findings = await tablet.findings()
    if (findings.length > 0) return findings.map((finding) => `tablet, seed ${seed} (${steps.join(', ')}): ${finding}`)
  }
  await tablet.settle()
  return (await tablet.findings()).map((finding) => `tablet, seed ${last}, at the end: ${finding}`)
}

async function happen(tablet: Tablet, what: Happening): Promise<void> {
  const happenings: Record<Happening, () => unknown> = {
    signIn: () => tablet.signIn(),
    post: () => tablet.post(),
    type: () => tablet.type(),
    note: () => tablet.note(),
    share: () => tablet.share(),
    look: () => tablet.look(),
    discard: () => tablet.discard(),
    flush: () => tablet.flush(),
    pull: () => tablet.pull(),
    keep: () => tablet.signOut('keep'),
    giveUp: () => tablet.signOut('discard'),
    expire: () => tablet.expire(),
    beginLife: () => tablet.beginLife(),
    backUp: () => tablet.backUp(),
    restore: () => tablet.restore(),
    gap: () => loseLatest(tablet),
  }
  await happenings[what]()
}

/** The copy that is restored lacks the writes confirmed a moment ago. */
async function loseLatest(tablet: Tablet): Promise<void> {
  await tablet.backUp()
  await tablet.post()
  await tablet.calmly(async () => {
    await tablet.flush()
    await tablet.pull()
  })
  await tablet.restore()
  // The session may have begun after the copy was made: then the server does not know it any more.
  await (tablet.dice.roll() < 0.5 ? tablet.expire() : tablet.pull())
}
