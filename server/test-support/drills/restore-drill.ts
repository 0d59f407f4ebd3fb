import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openStreams, type Streams } from '../../db/streams'
import { DEMO_ACCOUNTS } from '../../demo/demo-accounts'
import { auditLedger } from '../../money/ledger/audit'
import { type Cluster, openCluster } from '../cluster'
import { type ClusterPerson, clusterClient } from '../cluster-client'
import { freePort } from '../free-port'
import { clusterFaults } from './cluster-drill'

const BACKUP = join(import.meta.dir, '../../backup.ts')
/** Of each press by one person, fewer than a person may make in a minute. */
const PRESSES = 15
const AGAIN_MS = 200
const LONGEST_MS = 30_000
const [, PLANNER] = DEMO_ACCOUNTS

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
      ...((await epochOf(second)) === epoch ? ['The epoch is the old one.'] : []),
      ...(await missingPresses(second, pressers)),
      ...(await clusterFaults(second)),
      ...(await bookFaults(second)),
      ...(await offerFaults(second)),
    ]
    return { copied: people * PRESSES, lost: people * PRESSES, backupMs, restoreMs, wrong }
  } finally {
    await second.close()
  }
}

function register(cluster: Cluster, people: number): Promise<ClusterPerson[]> {
  const client = clusterClient(cluster)
  return Promise.all(Array.from({ length: people }, (_, nth) => client.register(cluster.origin, `presser${nth}`)))
}

/** Each person makes so many presses; each is confirmed. */
async function press(cluster: Cluster, people: ClusterPerson[], round: number): Promise<void> {
  const client = clusterClient(cluster)
  // On a busy machine no server may be ready for a moment: the same press is made again under its key, as devices do.
  const blockSoon = async (nth: number, person: ClusterPerson): Promise<Response> => {
    for (const end = performance.now() + LONGEST_MS; ; await Bun.sleep(AGAIN_MS)) {
      const answer = await client.block(cluster.origin, person, nth)
      if (answer.status !== 503 || performance.now() > end) return answer
    }
  }
  const all = async (person: ClusterPerson) => {
    for (let nth = round * PRESSES; nth < (round + 1) * PRESSES; nth++) {
      const answer = await blockSoon(nth, person)
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

async function bookFaults(cluster: Cluster): Promise<string[]> {
  return inDatabase(cluster, (streams) => auditLedger({ readBatch: (statements) => streams.batch(statements, 'read') }))
}

/** Somebody signs in with a password and makes an offer, whose number nobody had before. */
async function offerFaults(cluster: Cluster): Promise<string[]> {
  const client = clusterClient(cluster)
  const { username = '', password = '' } = PLANNER ?? {}
  const signedIn = await client.call(cluster.origin, 'POST', '/api/login', { body: { username, password } })
  if (signedIn.status !== 200) return [`Signing in was answered ${signedIn.status}.`]
  const [as = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';')
  const { id } = (await signedIn.json()) as { id: number }
  const { listingId, before } = await inDatabase(cluster, async (streams) => {
    const sql = `SELECT listing_id AS id, (SELECT max(id) FROM bookings) AS newest FROM bookings
      WHERE user_id = ? AND status = 'completed' ORDER BY id LIMIT 1`
    const [row] = (await streams.execute({ sql, args: [id] })).rows
    return { listingId: Number(row?.id), before: Number(row?.newest) }
  })
  const cards = await client.call(cluster.origin, 'GET', '/api/stripe/payment-methods', { as })
  const [card] = ((await cards.json()) as { paymentMethods: { id: string }[] }).paymentMethods
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const body = {
    listingId,
    startDate: day(84),
    endDate: day(85),
    paymentMethodId: card?.id,
    note: 'After the restore',
  }
  const offered = await client.call(cluster.origin, 'POST', '/api/bookings', { as, body })
  const answer = (await offered.json()) as { booking?: { id: number } }
  if (offered.status !== 201) return [`The offer was answered ${offered.status} ${JSON.stringify(answer)}`]
  return (answer.booking?.id ?? 0) > before + 9_000 ? [] : [`The offer has the number ${answer.booking?.id}.`]
}

async function inDatabase<Value>(cluster: Cluster, work: (streams: Streams) => Promise<Value>): Promise<Value> {
  const streams = openStreams(cluster.database)
  try {
    // A batch needs the version of the protocol, which the first answer tells.
    await streams.execute('SELECT 1')
    return await work(streams)
  } finally {
    streams.close()
  }
}

async function epochOf({ origin }: Cluster): Promise<string | null> {
  return (await fetch(`${origin}/api/listings?limit=1`)).headers.get('sync-epoch')
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
