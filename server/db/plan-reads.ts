import { AsyncLocalStorage } from 'node:async_hooks'
import type { InStatement, InValue, ResultSet } from '@libsql/client'
import type { Statement } from './steps'
import type { Streams } from './streams'

/** A statement binds at most 32,766 values. */
const MOST_BOUND = 30_000

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

/** Statements that undo their batch unless each read would see the same rows again, each of them as often. */
export const checksOf = (seen: SeenRead[]): Statement[] => seen.flatMap(stillSo)

/** A statement that undoes its batch when `condition` holds. */
export const failing = (condition: string) => `INSERT INTO write_guard (failed) SELECT 1 WHERE ${condition}`

function stillSo({ statement: { sql, args }, result: { rows, columns } }: SeenRead): Statement[] {
  if (rows.length === 0) return [{ sql: failing(`EXISTS (SELECT * FROM (${sql}))`), args }]
  const counted = countedRows(rows.map((row) => columns.map((_, nth) => row[nth] as InValue)))
  const each = `(${columns.map(() => '?').join(', ')}, ?)`
  const isOther = (some: InValue[][]) =>
    `(SELECT count(*) FROM present) <> ${rows.length} OR EXISTS (SELECT * FROM (VALUES ${some.map(() => each).join(', ')})
      EXCEPT SELECT *, count(*) FROM present GROUP BY ${columns.map((_, nth) => nth + 1).join(', ')})`
  return chunksOf(counted, Math.max(1, Math.floor(MOST_BOUND / (columns.length + 1)))).map((some) => ({
    sql: `WITH present AS (SELECT * FROM (${sql})) ${failing(isOther(some))}`,
    args: [...args, ...some.flat()],
  }))
}

/** Each different row once, followed by how often it is there. */
function countedRows(rows: InValue[][]): InValue[][] {
  const counted = new Map<string, { row: InValue[]; count: number }>()
  for (const row of rows) {
    const key = JSON.stringify(row.map((value) => (value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value)))
    const known = counted.get(key)
    if (known) known.count++
    else counted.set(key, { row, count: 1 })
  }
  return [...counted.values()].map(({ row, count }) => [...row, count])
}

const chunksOf = <Item>(items: Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, nth) => items.slice(nth * size, (nth + 1) * size))

function statementOf(statement: InStatement): Statement {
  if (typeof statement === 'string') return { sql: statement, args: [] }
  return { sql: statement.sql, args: (statement.args ?? []) as InValue[] }
}
