import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../db/open-database'
import type { DatabaseServer } from '../../env'
import { type Cluster, openCluster } from '../cluster'
import { blockedDay, type ClusterPerson, clusterClient } from '../cluster-client'
import { freePort } from '../free-port'
import { blockSoon, epochOf, register, restoredFaults } from './restored-market'

const OPERATOR = join(import.meta.dir, '../../operator.ts')
/** The database server sends what is new once a second, and a busy machine takes its time to send it. */
export const COPIED_WITHIN_MS = 3_000
/** Of one person: fewer presses than a person may make in a minute. */
const PACE_MS = 400

export interface BucketDrill {
  confirmed: number
  /** Presses that were confirmed and are gone. */
  lost: number
  /** From the confirmation of the oldest of them to the kill. */
  lostMs: number
  /** From the empty folder to servers that are ready. */
  restoreMs: number
  /** All that is not as it must be. */
  wrong: string[]
}

interface Press {
  person: ClusterPerson
  nth: number
  begunAt: number
  confirmedAt: number
}

/**
 * People press, all is killed and the database's folder emptied; the database comes back from the bucket and is looked at.
 * @param pressedMs for so long they press: above COPIED_WITHIN_MS, or nothing must come back
 */
export async function playBucket(
  folder: string,
  people: number,
  servers: number,
  pressedMs: number,
): Promise<BucketDrill> {
  const options = {
    folder,
    servers,
    port: await freePort(),
    isCopied: true,
    environment: { DEMO: '1', MAIL: 'off' },
  }
  const first = await openCluster(options)
  const pressers = await register(first, people)
  const epoch = await epochOf(first)
  const { presses, killedAt } = await pressUntilKilled(first, pressers, pressedMs)
  rmSync(join(folder, 'database'), { recursive: true, force: true })

  const since = performance.now()
  const refusals: string[] = []
  const second = await openCluster({
    ...options,
    beforeSafe: async (source) => void refusals.push(await refusalOf(source)),
    prepare: tellRestored,
  })
  const restoreMs = performance.now() - since
  try {
    const { lost, wrong } = await missingPresses(second, pressers, presses, killedAt)
    return {
      confirmed: presses.length,
      lost: lost.length,
      lostMs: Math.max(0, ...lost.map(({ confirmedAt }) => killedAt - confirmedAt)),
      restoreMs,
      wrong: [
        ...wrong,
        ...(refusals.join().includes('durability') ? [] : [`A server would have started at once: ${refusals}`]),
        ...(await restoredFaults(second, epoch)),
      ],
    }
  } finally {
    await second.close()
  }
}

/** Everybody presses at a pace until all is killed in the middle of it. @returns the presses that were confirmed */
async function pressUntilKilled(cluster: Cluster, people: ClusterPerson[], pressedMs: number) {
  const presses: Press[] = []
  let killedAt = Number.POSITIVE_INFINITY
  const pressOn = async (person: ClusterPerson) => {
    for (let nth = 0; performance.now() < killedAt; nth++) {
      const begunAt = performance.now()
      const answer = await blockSoon(cluster, person, nth).catch(() => null)
      // An answer that comes apart with its server confirms nothing.
      if (!answer || performance.now() > killedAt) return
      if (!answer.ok) throw new Error(`A press was not confirmed: ${answer.status} ${await answer.text()}`)
      presses.push({ person, nth, begunAt, confirmedAt: performance.now() })
      await Bun.sleep(PACE_MS * Math.random() * 2)
    }
  }
  const kill = async () => {
    await Bun.sleep(pressedMs)
    killedAt = performance.now()
    await cluster.kill()
  }
  await Promise.all([kill(), ...people.map(pressOn)])
  return { presses, killedAt }
}

/** Opens the database as a server does. @returns why it is refused */
async function refusalOf(source: DatabaseServer): Promise<string> {
  try {
    await (await openDatabase(source)).close()
    return ''
  } catch (error) {
    return String(error)
  }
}

/** The note of the high-water mark may be older than the copy: only the operator knows that something can be missing. */
async function tellRestored(environment: Record<string, string>): Promise<void> {
  const env = { PATH: process.env.PATH, ...environment }
  const child = Bun.spawn([process.execPath, OPERATOR, 'restored'], { env, stdout: 'pipe', stderr: 'pipe' })
  const said = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(`The operator's command failed: ${said}`)
}

/** Lost may be what was confirmed last, and nothing else: each press is there once, and none without those before it. */
async function missingPresses(cluster: Cluster, people: ClusterPerson[], presses: Press[], killedAt: number) {
  const client = clusterClient(cluster)
  const wrong: string[] = []
  const lost: Press[] = []
  let newestBegun = 0
  for (const person of people) {
    const days = await client.blockedDays(person)
    if (new Set(days).size !== days.length) wrong.push(`Person ${person.id} has a day twice.`)
    for (const press of presses.filter((press) => press.person === person))
      if (days.includes(blockedDay(press.nth))) newestBegun = Math.max(newestBegun, press.begunAt)
      else lost.push(press)
  }
  for (const { person, nth, confirmedAt } of lost) {
    const age = Math.round(killedAt - confirmedAt)
    if (age > COPIED_WITHIN_MS) wrong.push(`Press ${nth} of person ${person.id} is lost, ${age} ms old.`)
    if (confirmedAt < newestBegun) wrong.push(`Press ${nth} of person ${person.id} is lost, and a later one is there.`)
  }
  return { lost, wrong }
}
