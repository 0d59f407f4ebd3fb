import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type ClusterOptions, openCluster, openOneServer } from '../cluster'
import { blockedDay, type ClusterPerson, clusterClient } from '../cluster-client'
import { freePort } from '../free-port'
import { blockSoon, epochOf, type Market, register, restoredFaults } from './restored-market'

const BACKUP = join(import.meta.dir, '../../backup.ts')
/** Of each press by one person, fewer than a person may make in a minute. */
const PRESSES = 15
const ROUNDS = 3

export interface Mode {
  open(options: Pick<ClusterOptions, 'folder' | 'port' | 'environment' | 'prepare'>): Promise<Market>
  /** The folder that is lost. */
  lost: string
}

export const overFile: Mode = { open: openOneServer, lost: 'server' }
export const overCluster = (servers: number): Mode => ({
  open: (options) => openCluster({ ...options, servers }),
  lost: 'database',
})

export interface RestoreDrill {
  /** Presses that were confirmed before the copy, and that must be there. */
  copied: number
  /** Presses that were confirmed after it, and are lost. */
  lost: number
  backupMs: number
  /** From the empty folder to servers that are ready. */
  restoreMs: number
  /** All that is not as it must be. */
  wrong: string[]
}

/** People press, a copy is made while they do, all is killed and its database removed; the copy is restored and looked at. */
export async function playRestore(folder: string, people: number, { open, lost }: Mode): Promise<RestoreDrill> {
  const place = join(folder, 'copies')
  const port = await freePort()
  const options = { folder, port, environment: { DEMO: '1', MAIL: 'off' } }
  const first = await open(options)
  const pressers = await register(first, people)
  await press(first, pressers, 0)
  const begun = performance.now()
  // A press of this time is in the copy or not, and never by halves.
  const [taken] = await Promise.all([runBackup(first.environment, 'take', place), press(first, pressers, 1)])
  const backupMs = performance.now() - begun
  await press(first, pressers, 2)
  const epoch = await epochOf(first)
  await first.kill()
  rmSync(join(folder, lost), { recursive: true })

  const since = performance.now()
  let restored = ''
  const prepare = async (environment: Record<string, string>) => {
    restored = await runBackup(environment, 'restore', place)
  }
  const second = await open({ ...options, prepare })
  const restoreMs = performance.now() - since
  try {
    const wrong = [
      ...(taken.includes('Read back and checked') ? [] : [`The backup says: ${taken}`]),
      ...(restored.includes('has a new epoch') ? [] : [`The restore says: ${restored}`]),
      ...(await pressFaults(second, pressers, PRESSES, 2 * PRESSES)),
      ...(await restoredFaults(second, epoch)),
    ]
    // Devices send again what they have no receipt of, and what they are not sure of.
    for (let round = 0; round < ROUNDS; round++) await press(second, pressers, round)
    wrong.push(...(await pressFaults(second, pressers, ROUNDS * PRESSES, ROUNDS * PRESSES)))
    return { copied: people * PRESSES, lost: people * PRESSES, backupMs, restoreMs, wrong }
  } finally {
    await second.close()
  }
}

/** Each person makes so many presses; each is confirmed. */
async function press(market: Market, people: ClusterPerson[], round: number): Promise<void> {
  const all = async (person: ClusterPerson) => {
    for (let nth = round * PRESSES; nth < (round + 1) * PRESSES; nth++) {
      const answer = await blockSoon(market, person, nth)
      if (!answer.ok) throw new Error(`A press was not confirmed: ${answer.status} ${await answer.text()}`)
    }
  }
  await Promise.all(people.map(all))
}

/**
 * So many presses of each person are there, each once, and none without those before it. Sessions are in the copy: the same
 * cookie opens the restored market.
 */
async function pressFaults(market: Market, people: ClusterPerson[], least: number, most: number): Promise<string[]> {
  const client = clusterClient(market)
  const faultsOf = async (person: ClusterPerson) => {
    const days = (await client.blockedDays(person)).toSorted()
    const isRight = days.length >= least && days.length <= most && days.every((day, nth) => day === blockedDay(nth))
    return isRight ? [] : [`The first ${least} to ${most} presses of a person were to be there: ${days}`]
  }
  return (await Promise.all(people.map(faultsOf))).flat()
}

/** Runs `npm run backup` or `npm run restore` beside the servers. @returns what it says */
async function runBackup(environment: Record<string, string>, ...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, ...environment }
  const child = Bun.spawn([process.execPath, BACKUP, ...args], { env, stdout: 'pipe', stderr: 'pipe' })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${out}${err}`)
  return out
}
