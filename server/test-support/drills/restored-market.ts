import type { DatabaseSource } from '../../db/database-source'
import { DEMO_ACCOUNTS } from '../../demo/demo-accounts'
import type { Cluster } from '../cluster'
import { type ClusterPerson, clusterClient } from '../cluster-client'
import { confirmHold } from '../rental-kit'
import { databaseFaults, inDatabase } from './database-faults'

const AGAIN_MS = 200
const LONGEST_MS = 30_000
const [, PLANNER] = DEMO_ACCOUNTS

/** A market with the demo's rows that is lost and comes back: a cluster, or one server over a file. */
export interface Market extends Pick<Cluster, 'origin' | 'servers' | 'environment' | 'kill' | 'close'> {
  database: DatabaseSource
}

export function register(market: Market, people: number): Promise<ClusterPerson[]> {
  const client = clusterClient(market)
  return Promise.all(Array.from({ length: people }, (_, nth) => client.register(market.origin, `presser${nth}`)))
}

/** Blocks a day. On a busy machine no server may be ready for a moment: the same press is made again under its key, as devices do. */
export async function blockSoon(market: Market, person: ClusterPerson, nth: number): Promise<Response> {
  const client = clusterClient(market)
  for (const end = performance.now() + LONGEST_MS; ; await Bun.sleep(AGAIN_MS)) {
    const answer = await client.block(market.origin, person, nth)
    if (answer.status !== 503 || performance.now() > end) return answer
  }
}

/** All that is not as it must be in a market that came back from a copy, and that had `epoch` before. */
export async function restoredFaults(market: Market, epoch: string | null): Promise<string[]> {
  return [
    ...((await epochOf(market)) === epoch ? ['The epoch is the old one.'] : []),
    ...(await databaseFaults(market.database)),
    ...(await offerFaults(market)),
  ]
}

/** Somebody signs in with a password and makes an offer: nobody had its number before, and its price is held. */
async function offerFaults(market: Market): Promise<string[]> {
  const { as, id: userId } = await signInPlanner(market)
  const rented = await firstRow(
    market,
    `SELECT listing_id AS id, (SELECT max(id) FROM bookings) AS newest FROM bookings
      WHERE user_id = ? AND status = 'completed' ORDER BY id LIMIT 1`,
    userId,
  )
  const { id, clientSecret, card } = await makeOfferAs(market, as, Number(rented?.id))
  const { status } = await confirmHold({ fetch }, clientSecret, card, market.origin)
  await clusterClient(market).call(market.origin, 'POST', '/api/bookings/update-statuses', { as })
  const offer = await firstRow(market, 'SELECT payment_state AS payment FROM bookings WHERE id = ?', id)
  return [
    ...(id > Number(rented?.newest) + 9_000 ? [] : [`The offer has the number ${id}.`]),
    ...(status === 'requires_capture' && offer?.payment === 'held'
      ? []
      : [`The hold is ${status}, ${offer?.payment}.`]),
  ]
}

async function signInPlanner(market: Market): Promise<ClusterPerson> {
  const { username = '', password = '' } = PLANNER ?? {}
  const body = { username, password }
  const answer = await clusterClient(market).call(market.origin, 'POST', '/api/login', { body })
  const [as = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  return { id: ((await readAnswer(answer, 200)) as { id: number }).id, as }
}

/** An offer whose payment is not confirmed yet. */
async function makeOfferAs({ origin, servers }: Market, as: string, listingId: number) {
  const { call } = clusterClient({ origin, servers })
  const cards = await readAnswer(await call(origin, 'GET', '/api/stripe/payment-methods', { as }), 200)
  const [card = ''] = (cards as { paymentMethods: { id: string }[] }).paymentMethods.map(({ id }) => id)
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const days = { startDate: day(84), endDate: day(85) }
  const body = { listingId, ...days, paymentMethodId: card, note: 'After the restore' }
  const made = await readAnswer(await call(origin, 'POST', '/api/bookings', { as, body }), 201)
  const { booking, clientSecret } = made as { booking: { id: number }; clientSecret: string }
  return { id: booking.id, clientSecret, card }
}

async function readAnswer(answer: Response, status: number): Promise<unknown> {
  if (answer.status !== status) throw new Error(`${answer.url} was answered ${answer.status} ${await answer.text()}`)
  return answer.json()
}

function firstRow({ database }: Market, sql: string, id: number) {
  return inDatabase(database, async (at) => (await at.execute({ sql, args: [id] })).rows[0])
}

export async function epochOf({ origin }: Market): Promise<string | null> {
  return (await fetch(`${origin}/api/listings?limit=1`)).headers.get('sync-epoch')
}
