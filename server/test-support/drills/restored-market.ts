import { openStreams, type Streams } from '../../db/streams'
import { DEMO_ACCOUNTS } from '../../demo/demo-accounts'
import { auditLedger } from '../../money/ledger/audit'
import type { Cluster } from '../cluster'
import { type ClusterPerson, clusterClient } from '../cluster-client'
import { clusterFaults } from './cluster-drill'

const AGAIN_MS = 200
const LONGEST_MS = 30_000
const [, PLANNER] = DEMO_ACCOUNTS

export function register(cluster: Cluster, people: number): Promise<ClusterPerson[]> {
  const client = clusterClient(cluster)
  return Promise.all(Array.from({ length: people }, (_, nth) => client.register(cluster.origin, `presser${nth}`)))
}

/** Blocks a day. On a busy machine no server may be ready for a moment: the same press is made again under its key, as devices do. */
export async function blockSoon(cluster: Cluster, person: ClusterPerson, nth: number): Promise<Response> {
  const client = clusterClient(cluster)
  for (const end = performance.now() + LONGEST_MS; ; await Bun.sleep(AGAIN_MS)) {
    const answer = await client.block(cluster.origin, person, nth)
    if (answer.status !== 503 || performance.now() > end) return answer
  }
}

/** All that is not as it must be in a market that came back from a copy, and that had `epoch` before. */
export async function restoredFaults(cluster: Cluster, epoch: string | null): Promise<string[]> {
  return [
    ...((await epochOf(cluster)) === epoch ? ['The epoch is the old one.'] : []),
    ...(await clusterFaults(cluster)),
    ...(await bookFaults(cluster)),
    ...(await offerFaults(cluster)),
  ]
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

export async function epochOf({ origin }: Cluster): Promise<string | null> {
  return (await fetch(`${origin}/api/listings?limit=1`)).headers.get('sync-epoch')
}
