import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Cluster, openCluster } from '../cluster'
import { type ClusterPerson, clusterClient } from '../cluster-client'
import { freePort } from '../free-port'
import { blockSoon, epochOf, register, restoredFaults } from './restored-market'

const BACKUP = join(import.meta.dir, '../../backup.ts')
/** Of each press by one person, fewer than a person may make in a minute. */
const PRESSES = 15

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
export async function playRestore(folder: string, people: number, servers: number): Promise<RestoreDrill> {
  const place = join(folder, 'copies')
  const port = await freePort()
  const options = { folder, servers, port, environment: { DEMO: '1', MAIL: 'off' } }
  const first = await openCluster(options)
  const pressers = await register(first, people)
  await press(first, pressers, 0)
  const begun = performance.now()
  // A press of this time is in the copy or not, and never by halves.
  const [taken] = await Promise.all([runBackup(first.environment, folder, 'take', place), press(first, pressers, 1)])
  const backupMs = performance.now() - begun
  await press(first, pressers, 2)
  const epoch = await epochOf(first)
  await first.kill()
  rmSync(join(folder, 'database'), { recursive: true, force: true })

  const since = performance.now()
  let restored = ''
  const prepare = async (environment: Record<string, string>) => {
    restored = await runBackup(environment, folder, 'restore', place)
  }
  const second = await openCluster({ ...options, prepare })
  const restoreMs = performance.now() - since
  try {
    const wrong = [
      ...(taken.includes('Read back and checked') ? [] : [`The backup says: ${taken}`]),
      ...(restored.includes('has a new epoch') ? [] : [`The restore says: ${restored}`]),
      ...(await missingPresses(second, pressers)),
      ...(await restoredFaults(second, epoch)),
    ]
    return { copied: people * PRESSES, lost: people * PRESSES, backupMs, restoreMs, wrong }
  } finally {
    await second.close()
  }
}

/** Each person makes so many presses; each is confirmed. */
async function press(cluster: Cluster, people: ClusterPerson[], round: number): Promise<void> {
  const all = async (person: ClusterPerson) => {
    for (let nth = round * PRESSES; nth < (round + 1) * PRESSES; nth++) {
      const answer = await blockSoon(cluster, person, nth)
      if (!answer.ok) throw new Error(`A press was not confirmed: ${answer.status} ${await answer.text()}`)
    }
  }
  await Promise.all(people.map(all))
}

/** Sessions are in the copy: the same cookie opens the restored market. */
async function missingPresses(cluster: Cluster, people: ClusterPerson[]): Promise<string[]> {
  const client = clusterClient(cluster)
  const counts = await Promise.all(people.map(async (person) => (await client.blockedDays(person)).length))
  return counts
    .filter((count) => count < PRESSES || count > 2 * PRESSES)
    .map((count) => `${PRESSES} to ${2 * PRESSES} presses were to be there for a person, and ${count} are`)
}

/** Runs `npm run backup` or `npm run restore` beside the servers. @returns what it says */
async function runBackup(environment: Record<string, string>, folder: string, ...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, ...environment, DATA_DIR: join(folder, 'beside') }
  const child = Bun.spawn([process.execPath, BACKUP, ...args], { env, stdout: 'pipe', stderr: 'pipe' })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${out}${err}`)
  return out
}
