import { LibsqlError, type ResultSet } from '@libsql/client'
import type { Refusal } from '#schema/errors'
import type { Plan, Planned, Reads, ScopeHeads } from './client'
import { type Statement, type Step, toStatement } from './steps'

const OPEN_CLOCK = { sql: 'UPDATE sync_clock SET open = 1, base = seq WHERE id = 1', args: [] }
const TOUCHED = {
  sql: 'SELECT scope, head FROM sync_scopes WHERE head > (SELECT base FROM sync_clock WHERE id = 1)',
  args: [],
}
const CLOSE_CLOCK = { sql: 'UPDATE sync_clock SET open = 0 WHERE id = 1 RETURNING seq', args: [] }
export const READ_SEQ = 'SELECT seq FROM sync_clock WHERE id = 1'

export function planOf<Value>(planned: Planned<Value>): Plan<Value> {
  // Steps alone are a plan whose value is null.
  return Array.isArray(planned) ? { steps: planned, value: null as Value } : planned
}

/** The batch of a plan: the clock opens, `checks` and the steps follow, and the batch tells what it touched. */
export function batchOf(steps: Step[], checks: Statement[] = []): Statement[] {
  return [OPEN_CLOCK, ...checks, ...steps.map(toStatement), TOUCHED, CLOSE_CLOCK]
}

/** Reads the answer of a plan’s batch. */
export function outcomeOf(results: ResultSet[]): { heads: ScopeHeads; seq: number } {
  const touched = results.at(-2)?.rows ?? []
  return { heads: headsOf(touched), seq: seqOf(results.at(-1)) }
}

export function headsOf(rows: ResultSet['rows']): ScopeHeads {
  return Object.fromEntries(rows.map((row) => [String(row.scope), Number(row.head)]))
}

/** Newest number of a scope. */
export async function headOf(db: Reads, scope: string): Promise<number> {
  const [result] = await db.readBatch([{ sql: 'SELECT head FROM sync_scopes WHERE scope = ?', args: [scope] }])
  return Number(result?.rows[0]?.head ?? 0)
}

/** Newest number of the database. */
export async function newestSeq(db: Reads): Promise<number> {
  const [result] = await db.readBatch([{ sql: READ_SEQ, args: [] }])
  return seqOf(result)
}

export const seqOf = (result: ResultSet | undefined) => Number(result?.rows[0]?.seq ?? 0)

/** The statement of a batch that broke a constraint of the schema; -1 for none in particular, null when nothing was broken. */
export function brokenAt(error: unknown): number | null {
  if (!(error instanceof LibsqlError) || !error.code.startsWith('SQLITE_CONSTRAINT')) return null
  return 'statementIndex' in error ? Number(error.statementIndex) : -1
}

/** The refusal that the failed step of `batchOf(steps, checks)` asked for. */
export function refusalOf(error: unknown, steps: Step[], checks = 0): Refusal | undefined {
  const index = brokenAt(error)
  // The first statement is the clock.
  return index === null ? undefined : steps[index - 1 - checks]?.refusal
}
