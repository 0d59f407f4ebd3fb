import type { Statement } from '../db/steps'
import type { TestApp } from './test-app'

/** Every read that goes to the database while `work` runs, each statement once for the same values. */
export async function recordReads({ deps: { db } }: TestApp, work: () => Promise<unknown>): Promise<Statement[]> {
  const reads = new Map<string, Statement>()
  const note = (sql: string, args: unknown[]) =>
    reads.set(JSON.stringify([sql, args]), { sql, args: args as Statement['args'] })
  const { readBatch } = db
  const session = (db.read as unknown as { session: Session }).session
  const prepare = session.prepareQuery
  db.readBatch = (statements) => {
    for (const { sql, args } of statements) note(sql, Array.isArray(args) ? args : [])
    return readBatch(statements)
  }
  session.prepareQuery = function (query, ...rest) {
    note(query.sql, query.params)
    return prepare.call(this, query, ...rest)
  }
  try {
    await work()
  } finally {
    db.readBatch = readBatch
    session.prepareQuery = prepare
  }
  return [...reads.values()]
}

/** The part of the query builder's session that every read passes. */
interface Session {
  prepareQuery(query: { sql: string; params: unknown[] }, ...rest: unknown[]): unknown
}
