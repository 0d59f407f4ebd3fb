import { createClient } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'
import { pushTriggers } from '../push/push-triggers'
import { feedBackfill, feedTriggers } from '../sync/feed-triggers'

/** Brings the file at `url` to the current schema: migrations first, then the generated triggers of the change feed and of pushes. */
export async function migrateDatabase(url: string): Promise<void> {
  const client = createClient({ url, concurrency: 1, timeout: 5000 })
  try {
    await client.execute('PRAGMA journal_mode = WAL')
    await migrate(drizzle(client), { migrationsFolder: `${import.meta.dir}/migrations` })
    await client.executeMultiple(feedTriggers())
    await client.executeMultiple(pushTriggers())
    await client.execute({
      sql: 'INSERT INTO sync_clock (id, seq, open, base, epoch) VALUES (1, 0, 0, 0, ?) ON CONFLICT (id) DO UPDATE SET open = 0',
      args: [newEpoch()],
    })
    await client.executeMultiple(feedBackfill())
  } finally {
    client.close()
  }
}

/** A name for one life of the database; another one makes every device fetch afresh. */
export function newEpoch(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(6))).toString('base64url')
}
