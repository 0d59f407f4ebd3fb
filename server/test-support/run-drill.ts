import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { signInLimits } from '../http/limits'
import { openCluster } from './cluster'
import { playKills } from './drills/cluster-drill'
import { playStops } from './drills/lease-drill'
import { playPokes } from './drills/poke-drill'
import { playPulls } from './drills/pulls-drill'
import { playRaces } from './drills/races-drill'
import { runRestoreDrill } from './drills/run-restore-drill'
import { playDrains, playGuesses, playNotices, playReads, playStarts } from './drills/servers-drill'
import { slowFaults, timesInWords } from './drills/times'
import { freePort } from './free-port'
import { playSeeds } from './simulation/play'

/** Of 95 in 100 pokes, while servers look for changes every 200 ms. */
const POKE_BELOW_MS = 400
/** Of 99 in 100 presses, while servers and the database are killed. */
const PRESS_BELOW_MS = 3_000

/**
 * `npm run drill -- --rounds N [--kills N]`: N due refunds, N offers, 20 N reads and pulls, 6 N messages, N / 5 starts, stops and guesses and N / 2
 * seeds of booking races and of the money simulation over three servers; then kills a server or the database of a cluster while people press.
 * `--restore`: a cluster loses its database and comes back, once from a backup, once from the bucket of the database server.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    kills: { type: 'string', default: '200' },
    restore: { type: 'boolean', default: false },
  },
})
if (values.restore) process.exit(await runRestoreDrill())
const rounds = Number(values.rounds)
const few = Math.ceil(rounds / 5)
const seeds = Array.from({ length: Math.ceil(rounds / 2) }, (_, nth) => nth + 1)
let hasFailed = false

function say(what: string, wrong: string[]): void {
  console.log(`${wrong.length === 0 ? 'ok    ' : 'WRONG '} ${what}`)
  for (const fault of wrong) console.log(`       ${fault}`)
  if (wrong.length > 0) hasFailed = true
}

async function playRacesOf(all: number[]): Promise<string[]> {
  const wrong: string[] = []
  for (const seed of all) wrong.push(...(await playRaces(seed)))
  return wrong
}

async function playThrottle(times: number): Promise<string[]> {
  const wrong: string[] = []
  for (let round = 1; round <= times; round++) {
    const guesses = await playGuesses()
    if (guesses !== signInLimits.freeTries) wrong.push(`round ${round}: ${guesses} wrong passwords were looked at`)
  }
  return wrong
}

async function sayPokes(times: number): Promise<void> {
  const { tookMs, wrong } = await playPokes(times)
  const slow = slowFaults(tookMs, 0.95, POKE_BELOW_MS)
  say(`${times} messages, from each answer to a poke by another server: ${timesInWords(tookMs, 0.95)}`, [
    ...wrong,
    ...slow,
  ])
}

async function playCluster(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trestle-drill-'))
  const cluster = await openCluster({
    folder,
    servers: 3,
    port: await freePort(),
    environment: { DEMO: '0', MAIL: 'off' },
  })
  try {
    const { kills, presses, wrong, tookMs } = await playKills(cluster, Number(values.kills))
    const times = timesInWords(tookMs, 0.99)
    const slow = slowFaults(tookMs, 0.99, PRESS_BELOW_MS)
    say(`${kills} kills, ${presses} presses confirmed, each of them once; from a press to that: ${times}`, [
      ...wrong,
      ...slow,
    ])
  } finally {
    await cluster.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

say(`${rounds} due refunds, three servers at once: each asked for once, recorded once`, await playDrains(rounds))
say(`${rounds} offers, three servers at once: one push and one mail each`, await playNotices(rounds))
say(`${20 * rounds} writes, read on another server: each is seen, in lists too`, await playReads(20 * rounds))
await sayPokes(6 * rounds)
const miscount = await playPulls(20 * rounds)
say(`${20 * rounds} pulls while others write: each counts its rows`, miscount === null ? [] : [`pull ${miscount}`])
say(`${few} starts while people write: every scope is counted right`, await playStarts(few))
say(`${few} holders of a lease that were stopped: they write nothing more`, await playStops(few))
say(`${few} times sixty wrong passwords at once: as many guesses as one server allows`, await playThrottle(few))
say(`${seeds.length} seeds of booking races: no day over-booked, every answer known`, await playRacesOf(seeds))
say(`${seeds.length} seeds of the money simulation: every cent explained`, await playSeeds(seeds, null, 3))
if (Number(values.kills) > 0) await playCluster()
process.exit(hasFailed ? 1 : 0)
