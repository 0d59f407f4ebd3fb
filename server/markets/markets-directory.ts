import { createClient, type ResultSet } from '@libsql/client'
import * as z from 'zod/mini'
import type { Statement } from '../db/steps'
import { openStreams } from '../db/streams'
import type { Env } from '../env'

export const MARKET_STATES = ['open', 'moving', 'closed'] as const

export type MarketState = (typeof MARKET_STATES)[number]

/** A market as the directory has it. */
export interface MarketRow {
  /** For ever: the market's folder, the place of its photos and its keys are made of it. */
  name: string
  host: string
  zone: string
  /** The origin of its database server; null: a file in the market's own folder. */
  databaseUrl: string | null
  namespace: string
  state: MarketState
  /** The platform's share of rentals, in hundredths of a percent. */
  feeBps: number
  /** Empty: the one of the process. */
  tagline: string
}

/** The table of the markets that a process serves. Operators write there, servers only read. */
export interface MarketsDirectory {
  list(): Promise<{ markets: MarketRow[]; broken: { name: string; fault: string }[] }>
  /** @throws MarketFault when the market is none, or has a name, host or database that another one has */
  add(market: MarketRow): Promise<void>
  /** Puts the market in the place of the one of its name. @throws MarketFault as `add`, and without such a market */
  change(market: MarketRow): Promise<void>
  /** @throws MarketFault without such a market */
  setState(name: string, state: MarketState): Promise<void>
  close(): void
}

/** Something wrong with a market, in words for an operator. */
export class MarketFault extends Error {}

const TABLE = `CREATE TABLE IF NOT EXISTS markets (
  name text PRIMARY KEY NOT NULL CHECK (length(name) BETWEEN 1 AND 40 AND name NOT GLOB '*[^a-z0-9-]*'),
  host text NOT NULL UNIQUE CHECK (host = lower(host)),
  zone text NOT NULL,
  database_url text CHECK (database_url <> ''),
  namespace text NOT NULL DEFAULT '' CHECK (namespace NOT GLOB '*[^a-z0-9-]*'),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'moving', 'closed')),
  fee_bps integer NOT NULL DEFAULT 0 CHECK (fee_bps BETWEEN 0 AND 5000),
  tagline text NOT NULL DEFAULT '',
  UNIQUE (database_url, namespace),
  CHECK (database_url IS NOT NULL OR namespace = '')
) STRICT`

const TAKEN = 'Another market has this name, this host or this database.'
/** Another program that writes the file is waited for so long; short, because it blocks the event loop. */
const LOCK_WAIT_MS = 200

const Row = z.object({
  name: z
    .string()
    .check(z.regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, 'must be small letters, digits and hyphens')),
  host: z.string().check(
    z.refine(
      (host) => host.length <= 253 && URL.parse(`http://${host}`)?.host === host && /^[a-z0-9.-]*[a-z0-9]$/.test(host),
      {
        error: 'must be a host name such as brooklyn.trestle.example, in small letters, without a port',
      },
    ),
  ),
  zone: z.string(),
  database_url: z.nullable(
    z.string().check(
      // One notation: otherwise two rows could name one database.
      z.refine((url) => URL.parse(url)?.origin === url, {
        error: 'must be an address such as https://database.example, without a path',
      }),
    ),
  ),
  namespace: z.string(),
  state: z.enum(MARKET_STATES),
  fee_bps: z.int(),
  tagline: z.string(),
})

interface Connection {
  execute(statement: Statement): Promise<ResultSet>
  close(): void
}

/** Opens the directory that the environment names, and makes its table where there is none. */
export async function openMarketsDirectory(place: NonNullable<Env['markets']>): Promise<MarketsDirectory> {
  const connection = typeof place === 'string' ? await openFileAt(place) : openStreams(place)
  await connection.execute({ sql: TABLE, args: [] })
  return {
    async list() {
      const { rows } = await connection.execute({ sql: 'SELECT * FROM markets ORDER BY name', args: [] })
      const parsed = rows.map((row) => ({ row, market: readRow({ ...row }) }))
      return {
        markets: parsed.flatMap(({ market }) => (typeof market === 'string' ? [] : [market])),
        broken: parsed.flatMap(({ row, market }) =>
          typeof market === 'string' ? [{ name: String(row.name), fault: market }] : [],
        ),
      }
    },
    async add(market) {
      const row = rowOf(market)
      const { rowsAffected } = await connection.execute({
        sql: `INSERT INTO markets (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => '?')}) ON CONFLICT DO NOTHING`,
        args: Object.values(row),
      })
      if (rowsAffected === 0) throw new MarketFault(TAKEN)
    },
    async change(market) {
      const { name, ...row } = rowOf(market)
      const places = Object.keys(row).map((column) => `${column} = ?`)
      const { rowsAffected } = await connection.execute({
        sql: `UPDATE OR IGNORE markets SET ${places} WHERE name = ?`,
        args: [...Object.values(row), name],
      })
      if (rowsAffected === 0)
        throw new MarketFault(`There is no market "${name}", or another one has its host or its database.`)
    },
    async setState(name, state) {
      const sql = 'UPDATE markets SET state = ? WHERE name = ?'
      const { rowsAffected } = await connection.execute({ sql, args: [state, name] })
      if (rowsAffected === 0) throw new MarketFault(`There is no market "${name}".`)
    },
    close: () => connection.close(),
  }
}

async function openFileAt(path: string): Promise<Connection> {
  const client = createClient({ url: `file:${path}`, concurrency: 1, timeout: LOCK_WAIT_MS })
  // Servers read while an operator writes.
  await client.execute('PRAGMA journal_mode = WAL')
  return client
}

/** @throws MarketFault for a market that is none */
function rowOf({ name, host, zone, databaseUrl, namespace, state, feeBps, tagline }: MarketRow) {
  const row = { name, host, zone, database_url: databaseUrl, namespace, state, fee_bps: feeBps, tagline }
  const read = readRow(row)
  if (typeof read === 'string') throw new MarketFault(read)
  return row
}

/** @returns the market, or the words that say what is wrong with it */
function readRow(row: unknown): MarketRow | string {
  const parsed = Row.safeParse(row)
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')
  const { database_url: databaseUrl, fee_bps: feeBps, ...rest } = parsed.data
  return { ...rest, databaseUrl, feeBps }
}
