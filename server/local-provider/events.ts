import { datedPaging, pageOf, pageSize } from './lists'
import { flag, listOf, text } from './parameters'
import { malformed, missing } from './provider-error'
import type { Route } from './route'
import { route } from './route'
import type { SqlPort, SqlValue } from './sql-port'
import type { JsonObject } from './wire'
import type { Work } from './work'

const MAX_TYPES = 20
/** Events can be listed for thirty days. */
export const EVENT_LIFE_SECONDS = 30 * 86_400

const PENDING = "(SELECT count(*) FROM lp_deliveries d WHERE d.event = e.id AND d.state <> 'done')"

/** A row of `lp_events` as the API shows it. */
function toEvent(row: Record<string, unknown>): JsonObject {
  return { ...(JSON.parse(String(row.body)) as JsonObject), pending_webhooks: Number(row.pending) }
}

export async function findEvent(sql: SqlPort, id: string): Promise<JsonObject | undefined> {
  const [row] = await sql.read(`SELECT e.body, ${PENDING} AS pending FROM lp_events e WHERE e.id = ?`, [id])
  return row && toEvent(row)
}

interface EventQuery {
  type?: string
  types?: string[]
  created?: { gt?: number; gte?: number; lt?: number; lte?: number }
  delivery_success?: boolean
  starting_after?: string
  limit?: number
}

/** The tests of a query as SQL, with their values. `charge.*` asks for every type of a family. */
async function conditions(work: Work, query: EventQuery): Promise<{ tests: string[]; args: SqlValue[] }> {
  const tests: string[] = ['e.account = ?']
  const args: SqlValue[] = [work.account]
  const add = (test: string, ...values: SqlValue[]) => {
    tests.push(test)
    args.push(...values)
  }
  const types = query.types ?? (query.type ? [query.type] : [])
  if (types.length > MAX_TYPES) throw malformed(`You can pass up to ${MAX_TYPES} types`, { param: 'types' })
  if (types.length > 0) add(`(${types.map(() => 'e.type GLOB ?').join(' OR ')})`, ...types)
  for (const [name, sign] of Object.entries({ gt: '>', gte: '>=', lt: '<', lte: '<=' })) {
    const bound = query.created?.[name as 'gt' | 'gte' | 'lt' | 'lte']
    if (bound !== undefined) add(`e.created ${sign} ?`, bound)
  }
  if (query.delivery_success !== undefined) add(`${PENDING} ${query.delivery_success ? '=' : '>'} 0`)
  if (query.starting_after) add('e.position < ?', await positionOf(work, query.starting_after))
  return { tests, args }
}

async function positionOf(work: Work, id: string): Promise<number> {
  const [row] = await work.store.sql.read('SELECT position FROM lp_events WHERE id = ?', [id])
  if (!row) throw missing('event', id, 'starting_after')
  return Number(row.position)
}

async function listEvents(work: Work, query: EventQuery): Promise<JsonObject> {
  const size = pageSize(query.limit)
  const { tests, args } = await conditions(work, query)
  const rows = await work.store.sql.read(
    `SELECT e.body, ${PENDING} AS pending FROM lp_events e WHERE ${tests.join(' AND ')} ORDER BY e.position DESC LIMIT ?`,
    [...args, size + 1],
  )
  return pageOf('/v1/events', rows.slice(0, size).map(toEvent), rows.length > size)
}

export const eventRoutes: Route[] = [
  route(
    'GET',
    '/v1/events',
    { ...datedPaging, delivery_success: flag, type: text(), types: listOf(text()) },
    ({ work, params }) => listEvents(work, params),
  ),
]
