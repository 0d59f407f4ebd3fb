import { type Client, createClient } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { DatabaseServer } from '../env'
import type { DatabaseSource } from './database-source'
import { openLeases } from './leases'
import { openStreams } from './streams'

const MIGRATIONS = { migrationsFolder: `${import.meta.dir}/migrations` }
/** How often a server looks whether another one has ended its migration. */
const AWAIT_MS = 200
/** The leases are there before all else: the first migration is under one. */
const LEASES = `CREATE TABLE IF NOT EXISTS leases
  (name text PRIMARY KEY NOT NULL, owner text NOT NULL, token integer NOT NULL, until real NOT NULL) STRICT`

interface Generated {
  /** SQL that puts the generated triggers in place. */
  triggers: string
  /** SQL that enters what was there before the triggers were. */
  backfill: string
}

/** The part of `Client` that a migration needs. */
type Connection = Pick<Client, 'execute' | 'executeMultiple'>

/**
 * Brings a database to the current schema: migrations first, then the generated triggers where others are in place. Of
 * several servers that start on one database one does this, and the others wait.
 */
export function migrateDatabase(source: DatabaseSource, generated: Generated): Promise<void> {
  return typeof source === 'string' ? migrateFile(source, generated) : migrateServer(source, generated)
}

async function migrateFile(url: string, generated: Generated): Promise<void> {
  const client = createClient({ url, concurrency: 1, timeout: 5000 })
  try {
    await client.execute('PRAGMA journal_mode = WAL')
    await migrateConnection(client, generated)
  } finally {
    client.close()
  }
}

async function migrateServer(source: DatabaseServer, generated: Generated): Promise<void> {
  const streams = openStreams(source)
  try {
    await streams.execute(LEASES)
    const leases = openLeases(streams, source.owner)
    while (!(await leases.asOnly('schema', () => migrateConnection(streams, generated)))) await Bun.sleep(AWAIT_MS)
  } finally {
    streams.close()
  }
}

async function migrateConnection(client: Connection, { triggers, backfill }: Generated): Promise<void> {
  // A newer build has been here and may still be: what it has put in place stays.
  if (await isNewer(client)) return
  await migrate(drizzle(client as Client), MIGRATIONS)
  await client.execute({
    sql: 'INSERT INTO sync_clock (id, seq, open, base, epoch) VALUES (1, 0, 0, 0, ?) ON CONFLICT (id) DO UPDATE SET open = 0',
    args: [newEpoch()],
  })
  await client.execute({ sql: "UPDATE sync_clock SET life = ? WHERE life = ''", args: [crypto.randomUUID()] })
  await client.execute({ sql: "UPDATE sync_clock SET mark_key = ? WHERE mark_key = ''", args: [newMarkKey()] })
  if (await areInPlace(client, triggers)) return
  await client.executeMultiple(`BEGIN IMMEDIATE; ${triggers}; ${backfill}; COMMIT;`)
  await client.execute({ sql: 'UPDATE sync_clock SET triggers = ?', args: [await hashOfTriggers(client, triggers)] })
}

/** Has the database had a migration that this build does not know? */
async function isNewer(client: Connection): Promise<boolean> {
  const { rows } = await client.execute("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'")
  if (rows.length === 0) return false
  const newest = (await client.execute('SELECT max(created_at) AS at FROM __drizzle_migrations')).rows[0]?.at
  const known = Math.max(...readMigrationFiles(MIGRATIONS).map(({ folderMillis }) => folderMillis))
  return Number(newest ?? 0) > known
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
