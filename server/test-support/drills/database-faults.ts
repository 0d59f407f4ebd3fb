import { faultsOf } from '../../backup/check-database'
import type { DatabaseSource } from '../../db/database-source'
import { type Beside, openBeside } from '../database-beside'

/** The scopes whose count is not that of their rows in the feed. */
export const MISCOUNTED = `SELECT scope FROM sync_scopes s
  WHERE n <> (SELECT count(*) FROM sync_feed f WHERE f.scope = s.scope AND f.del = 0)`

/** Asks a database that servers have open. */
export async function inDatabase<Value>(
  source: DatabaseSource,
  work: (beside: Beside) => Promise<Value>,
): Promise<Value> {
  const beside = await openBeside(source)
  try {
    return await work(beside)
  } finally {
    beside.close()
  }
}

/** The faults of its pages, its foreign keys, its books and the counts of its feed. */
export function databaseFaults(source: DatabaseSource): Promise<string[]> {
  return inDatabase(source, async (beside) => {
    const miscounted = (await beside.execute(MISCOUNTED)).rows.map(({ scope }) => `${scope} is counted wrong`)
    return [...(await faultsOf(beside)), ...miscounted]
  })
}
