import { AsyncLocalStorage } from 'node:async_hooks'
import type { InStatement, InValue, ResultSet } from '@libsql/client'
import type { Statement } from './steps'
import type { Streams } from './streams'

/** A plan that has read more than this checks that nothing at all was written meanwhile. */
const MOST_VALUES = 5_000

/** A read of a plan, with what it saw. */
export interface SeenRead {
  statement: Statement
  result: ResultSet
}

const plan = new AsyncLocalStorage<SeenRead[]>()

/** Runs a plan. @returns its answer, and all that it has read through `noting` */
export async function runNoting<Value>(
  work: () => Value | Promise<Value>,
): Promise<{ value: Value; seen: SeenRead[] }> {
  const seen: SeenRead[] = []
  return { value: await plan.run(seen, async () => work()), seen }
}

/** The same connections; what a plan reads through them is noted. */
export function noting(streams: Streams): Streams {
  const note = (statement: InStatement, result: ResultSet | undefined) =>
    result && plan.getStore()?.push({ statement: statementOf(statement), result })
  return {
    ...streams,
    async execute(statement) {
      const result = await streams.execute(statement)
      note(statement, result)
      return result
    },
    async batch(statements, mode) {
      const [only] = statements
      const results =
        only !== undefined && statements.length === 1
          ? [await streams.execute(only)]
          : await streams.batch(statements, mode)
      for (const [nth, statement] of statements.entries()) note(statement, results[nth])
      return results
    },
  }
}

/**
 * Statements that undo their batch unless each read would see the same rows again.
 * @param seq where the change numbers stood before the plan; null when nobody has looked
 * @returns null when there is too much to compare, and `seq` is needed instead
 */
export function checksOf(seen: SeenRead[], seq: number | null): Statement[] | null {
  const values = seen.reduce((sum, { result }) => sum + result.rows.length * result.columns.length, 0)
  if (values <= MOST_VALUES) return seen.map(stillSo)
  return seq === null ? null : [{ sql: failing('(SELECT seq FROM sync_clock WHERE id = 1) <> ?'), args: [seq] }]
}

/** A statement that undoes its batch when `condition` holds. */
export const failing = (condition: string) => `INSERT INTO write_guard (failed) SELECT 1 WHERE ${condition}`

function stillSo({ statement: { sql, args }, result: { rows, columns } }: SeenRead): Statement {
  if (rows.length === 0) return { sql: failing(`EXISTS (SELECT * FROM (${sql}))`), args }
  const row = `(${columns.map(() => '?').join(', ')})`
  const seen = `VALUES ${rows.map(() => row).join(', ')}`
  return {
    sql: `WITH present AS (SELECT * FROM (${sql})) ${failing(
      `(SELECT count(*) FROM present) <> ${rows.length} OR EXISTS (SELECT * FROM present EXCEPT SELECT * FROM (${seen}))`,
    )}`,
    args: [...args, ...rows.flatMap((one) => columns.map((_, nth) => one[nth] as InValue))],
  }
}

function statementOf(statement: InStatement): Statement {
  if (typeof statement === 'string') return { sql: statement, args: [] }
  return { sql: statement.sql, args: (statement.args ?? []) as InValue[] }
}
