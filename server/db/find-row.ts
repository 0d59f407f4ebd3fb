import type { SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Reads } from './client'

/** The row of a table for which this is true; null: there is none. */
export async function findRow<Table extends SQLiteTable>(
  db: Reads,
  table: Table,
  where: SQL | undefined,
): Promise<Table['$inferSelect'] | null> {
  const [row] = await db.read.select().from<SQLiteTable>(table).where(where)
  return row ?? null
}
