import { openStreams } from '../../db/streams'
import type { Cluster } from '../cluster'
import { clusterClient } from '../cluster-client'

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
  drill.wrong.push(...(await clusterFaults(cluster)))
  return drill
}

/** The faults of the database as a whole. */
export async function clusterFaults(cluster: Cluster): Promise<string[]> {
  const streams = openStreams(cluster.database)
  try {
    const faults: string[] = []
    const [integrity] = (await streams.execute('PRAGMA integrity_check')).rows
    if (integrity?.integrity_check !== 'ok') faults.push(`integrity: ${JSON.stringify(integrity)}`)
    const dangling = (await streams.execute('PRAGMA foreign_key_check')).rows
    if (dangling.length > 0) faults.push(`${dangling.length} rows point at nothing`)
    const counted = `SELECT scope FROM sync_scopes s
      WHERE n <> (SELECT count(*) FROM sync_feed f WHERE f.scope = s.scope AND f.del = 0)`
    const miscounted = (await streams.execute(counted)).rows
    if (miscounted.length > 0) faults.push(`scopes that are counted wrong: ${miscounted.map(({ scope }) => scope)}`)
    return faults
  } finally {
    streams.close()
  }
}
