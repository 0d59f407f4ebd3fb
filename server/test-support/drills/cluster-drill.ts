import type { Cluster } from '../cluster'
import { clusterClient } from '../cluster-client'
import { databaseFaults } from './database-faults'

const PRESSES = 15
const LANES = 3
const AGAIN_MS = 50
const LONGEST_MS = 30_000

export interface Drill {
  kills: number
  presses: number
  /** Presses that were confirmed and are not there, or are there twice. */
  wrong: string[]
  /** From a press to its confirmation, sorted. */
  tookMs: number[]
}

/** In each round, people press while a server or the database is killed. Each press is repeated under its key until it is confirmed. */
export async function playKills(cluster: Cluster, rounds: number, random: () => number = Math.random): Promise<Drill> {
  const client = clusterClient(cluster)
  const victims = [cluster.databasePid, ...cluster.servers.map(({ pid }) => pid)]
  const drill: Drill = { kills: 0, presses: 0, wrong: [], tookMs: [] }
  for (let round = 0; round < rounds; round++) {
    await client.allReady()
    const person = await client.register(cluster.origin, `round${round}-${Math.floor(random() * 1e6)}`)
    const press = async (nth: number) => {
      const begun = performance.now()
      for (;;) {
        const answer = await client.block(cluster.origin, person, nth).catch(() => null)
        if (answer?.ok) break
        if (answer && answer.status < 500)
          throw new Error(`A press was refused: ${answer.status} ${await answer.text()}`)
        if (performance.now() - begun > LONGEST_MS) throw new Error('A press was never confirmed')
        await Bun.sleep(AGAIN_MS)
      }
      drill.tookMs.push(performance.now() - begun)
      drill.presses++
    }
    const lane = async (first: number) => {
      for (let nth = first; nth < PRESSES; nth += LANES) await press(nth)
    }
    const kill = async () => {
      await Bun.sleep(random() * 80)
      process.kill(victims[Math.floor(random() * victims.length)]?.() ?? 0, 'SIGKILL')
      drill.kills++
    }
    await Promise.all([kill(), ...Array.from({ length: LANES }, (_, nth) => lane(nth))])
    await client.allReady()
    const days = await client.blockedDays(person)
    if (days.length !== PRESSES || new Set(days).size !== PRESSES)
      drill.wrong.push(`round ${round}: ${PRESSES} presses, ${days.length} rows of ${new Set(days).size} days`)
  }
  drill.tookMs.sort((a, b) => a - b)
  drill.wrong.push(...(await databaseFaults(cluster.database)))
  return drill
}
