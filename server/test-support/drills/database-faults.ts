import { faultsOf } from '../../backup/check-database'
import type { DatabaseSource } from '../../db/database-source'
import { openFileConnection } from '../../db/file-connection'
import { openStreams, type Stream } from '../../db/streams'

const LOCK_WAIT_MS = 5_000

/** The scopes whose count is not that of their rows in the feed. */
export const MISCOUNTED = `SELECT scope FROM sync_scopes s
  WHERE n <> (SELECT count(*) FROM sync_feed f WHERE f.scope = s.scope AND f.del = 0)`

/** Asks a database beside the servers that have it open. */
export async function inDatabase<Value>(
  source: DatabaseSource,
  work: (at: Pick<Stream, 'execute' | 'batch'>) => Promise<Value>,
): Promise<Value> {
  const at = typeof source === 'string' ? openFileConnection(source, LOCK_WAIT_MS) : openStreams(source)
  try {
    // A batch on a server needs the version of the protocol, which the first answer tells.
    await at.execute('SELECT 1')
    return await work(at)
  } finally {
    at.close()
  }
}

/** The faults of its pages, its foreign keys, its books and the counts of its feed. */
export function databaseFaults(source: DatabaseSource): Promise<string[]> {
  return inDatabase(source, async (at) => {
    const miscounted = (await at.execute(MISCOUNTED)).rows.map(({ scope }) => `${scope} is counted wrong`)
    return [...(await faultsOf(at)), ...miscounted]
  })
}
