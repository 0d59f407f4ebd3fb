import type { InValue } from '@libsql/client'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql'
import { SQLiteSyncDialect, type SQLiteTable, type SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core'
import type { Refusal } from '#schema/errors'

export interface Statement {
  sql: string
  args: InValue[]
}

interface Query {
  toSQL(): { sql: string; params: unknown[] }
}

/** One statement of a batch, and what to say when a constraint refuses it. */
export interface Step {
  query: Query | SQL
  refusal?: Refusal
}

const dialect = new SQLiteSyncDialect()

/** Builds statements without a connection; `db.write` sends them. */
export const build = drizzle.mock()

/** A statement; `refusal` is thrown when one of the schema's constraints stops it. */
export function step(query: Query | SQL, refusal?: Refusal): Step {
  return refusal ? { query, refusal } : { query }
}

/** Changes the rows of a table for which `where` holds. */
export function updateStep<Table extends SQLiteTable>(
  table: Table,
  changes: SQLiteUpdateSetSource<Table>,
  where: SQL | undefined,
  refusal?: Refusal,
): Step {
  return step(build.update(table).set(changes).where(where), refusal)
}

/** Undoes the whole batch with `refusal` unless `condition` is true at this point of it. */
export function guard(condition: SQL, refusal: Refusal): Step {
  return { query: sql`INSERT INTO write_guard (failed) SELECT 1 WHERE (${condition}) IS NOT TRUE`, refusal }
}

export function toStatement({ query }: Step): Statement {
  const { sql: text, params } = 'toSQL' in query ? query.toSQL() : dialect.sqlToQuery(query)
  return { sql: text, args: params as InValue[] }
}
