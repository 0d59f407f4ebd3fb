import { Database, type SQLQueryBindings } from 'bun:sqlite'
import type { InStatement, InValue, ResultSet } from '@libsql/client'
import type { RowReader } from './copy-rows'

/** A database file of a copy, which nobody else has open. */
export interface RowFile extends RowReader {
  batch(statements: InStatement[]): void
  close(): void
}

/** Opens a file with Bun's own SQLite: the client of libSQL reads a text only up to its first zero. */
export function openRowFile(file: string): RowFile {
  const db = new Database(file, { create: true, readwrite: true, safeIntegers: true })
  db.run('PRAGMA foreign_keys = OFF')
  db.run('PRAGMA synchronous = OFF')
  const run = (statement: InStatement) => {
    const { sql, args } = typeof statement === 'string' ? { sql: statement, args: [] } : statement
    const query = db.prepare<unknown, SQLQueryBindings[]>(sql)
    try {
      const values = query.values(...(args as InValue[]).map(toBinding))
      return { columns: query.columnNames, values: values as unknown[][] }
    } finally {
      query.finalize()
    }
  }
  return {
    async execute(statement) {
      const { columns, values } = run(statement)
      const rows = values.map((row) => rowOf(columns, row))
      return { columns, rows } as unknown as ResultSet
    },
    batch: (statements) => db.transaction(() => statements.forEach(run))(),
    close: () => db.close(),
  }
}

const toBinding = (value: InValue) => (value instanceof ArrayBuffer ? new Uint8Array(value) : value) as SQLQueryBindings

/** Reached by place and by name, as a row of the client's. */
function rowOf(columns: string[], row: unknown[]): Record<string | number, unknown> {
  const values = row.map((value) => (value instanceof Uint8Array ? value.slice().buffer : value))
  return Object.fromEntries(
    values.flatMap((value, nth) => [
      [nth, value],
      [columns[nth] ?? '', value],
    ]),
  )
}
