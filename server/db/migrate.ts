import { type Client, createClient } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'

interface Generated {
  /** SQL that puts the generated triggers in place. */
  triggers: string
  /** SQL that enters what was there before the triggers were. */
  backfill: string
}

/** Brings the file at `url` to the current schema: migrations first, then the generated triggers where others are in place. */
export async function migrateDatabase(url: string, { triggers, backfill }: Generated): Promise<void> {
  const client = createClient({ url, concurrency: 1, timeout: 5000 })
  try {
    await client.execute('PRAGMA journal_mode = WAL')
    await migrate(drizzle(client), { migrationsFolder: `${import.meta.dir}/migrations` })
    await client.execute({
      sql: 'INSERT INTO sync_clock (id, seq, open, base, epoch) VALUES (1, 0, 0, 0, ?) ON CONFLICT (id) DO UPDATE SET open = 0',
      args: [newEpoch()],
    })
    await client.execute({ sql: "UPDATE sync_clock SET life = ? WHERE life = ''", args: [crypto.randomUUID()] })
    await client.execute({ sql: "UPDATE sync_clock SET mark_key = ? WHERE mark_key = ''", args: [newMarkKey()] })
    if (await areInPlace(client, triggers)) return
    await client.executeMultiple(`BEGIN IMMEDIATE; ${triggers}; ${backfill}; COMMIT;`)
    await client.execute({ sql: 'UPDATE sync_clock SET triggers = ?', args: [await hashOfTriggers(client, triggers)] })
  } finally {
    client.close()
  }
}

/** Has a start of this build put its triggers in place, and has no other build changed one since? */
async function areInPlace(client: Client, script: string): Promise<boolean> {
  const { rows } = await client.execute('SELECT triggers FROM sync_clock')
  return rows[0]?.triggers === (await hashOfTriggers(client, script))
}

async function hashOfTriggers(client: Client, script: string): Promise<string> {
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
