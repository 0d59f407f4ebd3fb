import { type Client, createClient } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { DatabaseServer } from '../env'
import type { DatabaseSource } from './database-source'
import { openLeases } from './leases'
import { failing } from './plan-reads'
import { isPassing, openStreams } from './streams'

const MIGRATIONS = { migrationsFolder: `${import.meta.dir}/migrations` }
/** The time of the newest migration that this build knows. */
const KNOWN = Math.max(...readMigrationFiles(MIGRATIONS).map(({ folderMillis }) => folderMillis))
/** Undoes its transaction when a newer build has been here meanwhile: this server has slept, and is late. */
const onlyWithoutNewer = failing(`(SELECT max(created_at) FROM __drizzle_migrations) > ${KNOWN}`)
/** How often a page is tried while other servers write. */
const TRIES = 50
/** How often a server looks whether another one has ended its migration. */
const AWAIT_MS = 200
/** The leases are there before all else: the first migration is under one. */
const LEASES = `CREATE TABLE IF NOT EXISTS leases
  (name text PRIMARY KEY NOT NULL, owner text NOT NULL, token integer NOT NULL, until real NOT NULL) STRICT`

/** Rows of a table by their numbers. */
export interface Rows {
  after: number
  upTo: number
}

/** Work on the rows that were in a table before the triggers were. The same work again changes nothing. */
export interface Backfill {
  /** The table. */
  over: string
  statements(rows: Rows): string[]
}

interface Generated {
  /** SQL that puts the generated triggers in place. */
  triggers: string
  backfills: Backfill[]
}

/** The part of `Client` that a migration needs. */
type Connection = Pick<Client, 'execute' | 'executeMultiple' | 'batch'>

/** So many rows of a table are worked on in one transaction: whoever writes meanwhile waits for one page. */
const PAGE_ROWS = 2_000

/**
 * Brings a database to the current schema: migrations first, then the generated triggers where others are in place. Of
 * several servers that start on one database one does this, and the others wait.
 * @returns whether a newer build has been here, and may still be: then its schema stays as it is
 */
export function migrateDatabase(source: DatabaseSource, generated: Generated): Promise<boolean> {
  return typeof source === 'string' ? migrateFile(source, generated) : migrateServer(source, generated)
}

async function migrateFile(url: string, generated: Generated): Promise<boolean> {
  const client = createClient({ url, concurrency: 1, timeout: 5000 })
  try {
    await client.execute('PRAGMA journal_mode = WAL')
    return await migrateConnection(client, generated)
  } finally {
    client.close()
  }
}

async function migrateServer(source: DatabaseServer, generated: Generated): Promise<boolean> {
  const streams = openStreams(source)
  try {
    await streams.execute(LEASES)
    const leases = openLeases(streams, source.owner)
    let isBehind = false
    const migrateOnce = async () => {
      isBehind = await migrateConnection(streams, generated)
    }
    while (!(await leases.asOnly('schema', migrateOnce))) await Bun.sleep(AWAIT_MS)
    return isBehind
  } finally {
    streams.close()
  }
}

async function migrateConnection(client: Connection, { triggers, backfills }: Generated): Promise<boolean> {
  if (await isNewer(client)) return true
  await migrate(drizzle(client as Client), MIGRATIONS)
  await client.execute({
    sql: 'INSERT INTO sync_clock (id, seq, open, base, epoch) VALUES (1, 0, 0, 0, ?) ON CONFLICT (id) DO UPDATE SET open = 0',
    args: [newEpoch()],
  })
  await client.execute({ sql: "UPDATE sync_clock SET life = ? WHERE life = ''", args: [crypto.randomUUID()] })
  await client.execute({ sql: "UPDATE sync_clock SET mark_key = ? WHERE mark_key = ''", args: [newMarkKey()] })
  if (await areInPlace(client, triggers)) return false
  await untilFree(() => client.executeMultiple(`BEGIN IMMEDIATE; ${onlyWithoutNewer}; ${triggers}; COMMIT;`))
  for (const backfill of backfills) await runBackfill(client, backfill)
  // A start that ends before this begins anew.
  await client.execute({ sql: 'UPDATE sync_clock SET triggers = ?', args: [await hashOfTriggers(client, triggers)] })
  return false
}

async function runBackfill(client: Connection, { over, statements }: Backfill): Promise<void> {
  const { rows } = await client.execute(`SELECT max(rowid) AS last FROM ${over}`)
  const last = Number(rows[0]?.last ?? 0)
  for (let after = 0; after < last; after += PAGE_ROWS) {
    const page = [onlyWithoutNewer, ...statements({ after, upTo: after + PAGE_ROWS })]
    await untilFree(() => client.batch(page, 'write'))
  }
}

/** Tries again while other servers write. */
async function untilFree(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await work()
      return
    } catch (error) {
      if (tries === TRIES || !isPassing(error)) throw error
      await Bun.sleep(AWAIT_MS)
    }
  }
}

/** Has the database had a migration that this build does not know? */
async function isNewer(client: Connection): Promise<boolean> {
  const { rows } = await client.execute("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'")
  if (rows.length === 0) return false
  const newest = (await client.execute('SELECT max(created_at) AS at FROM __drizzle_migrations')).rows[0]?.at
  return Number(newest ?? 0) > KNOWN
}

/** Has a start of this build put its triggers in place, and has no other build changed one since? */
async function areInPlace(client: Connection, script: string): Promise<boolean> {
  const { rows } = await client.execute('SELECT triggers FROM sync_clock')
  return rows[0]?.triggers === (await hashOfTriggers(client, script))
}

async function hashOfTriggers(client: Connection, script: string): Promise<string> {
  const { rows } = await client.execute(`SELECT sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name`)
  const inPlace = rows.map(({ sql }) => String(sql))
  return new Bun.CryptoHasher('sha256').update([script, ...inPlace].join('\n')).digest('base64url')
}

/** A name for one run of change numbers; another one makes every device fetch afresh. */
export function newEpoch(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(6))).toString('base64url')
}

function newMarkKey(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
}
