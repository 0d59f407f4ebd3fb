import { createClient } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'

interface Generated {
  /** SQL that puts the generated triggers in place. */
  triggers: readonly string[]
  /** SQL that enters what was there before the triggers were. */
  backfill: string
}

/** Brings the file at `url` to the current schema: migrations first, then what is generated anew at every start. */
export async function migrateDatabase(url: string, { triggers, backfill }: Generated): Promise<void> {
  const client = createClient({ url, concurrency: 1, timeout: 5000 })
  try {
    await client.execute('PRAGMA journal_mode = WAL')
    await migrate(drizzle(client), { migrationsFolder: `${import.meta.dir}/migrations` })
    for (const statements of triggers) await client.executeMultiple(statements)
    await client.execute({
      sql: 'INSERT INTO sync_clock (id, seq, open, base, epoch) VALUES (1, 0, 0, 0, ?) ON CONFLICT (id) DO UPDATE SET open = 0',
      args: [newEpoch()],
    })
    await client.execute({ sql: "UPDATE sync_clock SET life = ? WHERE life = ''", args: [crypto.randomUUID()] })
    await client.execute({ sql: "UPDATE sync_clock SET mark_key = ? WHERE mark_key = ''", args: [newMarkKey()] })
    await client.executeMultiple(backfill)
  } finally {
    client.close()
  }
}

/** A name for one run of change numbers; another one makes every device fetch afresh. */
export function newEpoch(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(6))).toString('base64url')
}

function newMarkKey(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
}
