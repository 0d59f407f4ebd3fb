import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from './client'
import { step, toStatement } from './steps'

/** Rows of a table outside the change feed that nobody needs any more. */
export interface OldRows {
  table: SQLiteTable
  where: SQL
}

/** So many rows are deleted in one transaction: whoever writes meanwhile waits for one page. */
export const PAGE_ROWS = 1_000

/** Deletes the rows page by page, until none is left. */
export async function deleteInPages(db: Pick<Db, 'batch'>, { table, where }: OldRows): Promise<void> {
  const page = sql`SELECT rowid FROM ${table} WHERE ${where} LIMIT ${PAGE_ROWS}`
  const statement = toStatement(step(sql`DELETE FROM ${table} WHERE rowid IN (${page})`))
  for (let deleted = PAGE_ROWS; deleted === PAGE_ROWS; ) {
    const [result] = await db.batch([statement])
    deleted = result?.rowsAffected ?? 0
  }
}
