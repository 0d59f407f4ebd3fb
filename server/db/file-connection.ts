import { type InArgs, type InStatement, type InValue, LibsqlError, type ResultSet, type Row } from '@libsql/client'
import Database from 'libsql'
import type { Stream } from './streams'

/** So many statements stay prepared; the one that was used longest ago goes first. */
const KEPT = 250
const CELLS = Symbol('cells')

/** One connection to a file. Each call ends before the next one begins. */
export interface FileConnection extends Pick<Stream, 'execute' | 'batch'> {
  /** Runs `work` in one read transaction: whatever the connection is asked meanwhile is part of it. */
  reading<Value>(work: () => Promise<Value>): Promise<Value>
  /** Runs statements one after another, without a transaction of their own. */
  executeEach(statements: InStatement[]): Promise<ResultSet[]>
  /** Closes the connection and opens another one. */
  reopen(): void
  close(): void
}

interface Prepared {
  statement: Database.Statement
  /** Null for a statement that answers no rows. */
  answer: Answer | null
}

interface Answer extends Pick<ResultSet, 'columns' | 'columnTypes'> {
  rowOf(cells: unknown[]): Row
}

/**
 * Opens the file at `url` (`file:…`). Rows, values and errors are those of the client of `@libsql/client`; that client
 * prepares a statement and asks for its columns at each call, which took a third of a busy server's time.
 * @param lockWaitMs how long SQLite itself waits for a lock
 * @throws LibsqlError `SQLITE_…`; of a batch with the `statementIndex` of the statement that failed
 */
export function openFileConnection(url: string, lockWaitMs: number): FileConnection {
  const path = pathOf(url)
  const open = () => new Database(path, { timeout: lockWaitMs })
  const kept = new Map<string, Prepared>()
  let database = open()

  function prepared(sql: string): Prepared {
    const used = kept.get(sql) ?? prepare(database, sql)
    // The newest stands last.
    kept.delete(sql)
    kept.set(sql, used)
    const [oldest] = kept.keys()
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
    return used
  }

  function run(given: InStatement): ResultSet {
    if (!database.open) throw new LibsqlError('The connection is closed', 'CLIENT_CLOSED')
    const { sql, args = [] } = typeof given === 'string' ? { sql: given } : given
    const values = valuesOf(args)
    try {
      return resultOf(prepared(sql), values)
    } catch (error) {
      // A statement that failed may stand in the middle of its rows.
      kept.delete(sql)
      throw libsqlErrorOf(error)
    }
  }

  function runEach(statements: InStatement[]): ResultSet[] {
    return statements.map((statement, statementIndex) => {
      try {
        return run(statement)
      } catch (error) {
        throw error instanceof LibsqlError ? Object.assign(error, { statementIndex }) : error
      }
    })
  }

  /** Some errors have ended the transaction already. */
  function undo() {
    if (database.open && database.inTransaction) run('ROLLBACK')
  }

  function close() {
    kept.clear()
    if (database.open) database.close()
  }

  return {
    execute: async (statement) => run(statement),
    executeEach: async (statements) => runEach(statements),
    async batch(statements, mode = 'write') {
      // One statement that reads is a transaction by itself.
      if (mode === 'read' && statements.length === 1) return runEach(statements)
      run(mode === 'read' ? 'BEGIN' : 'BEGIN IMMEDIATE')
      try {
        const results = runEach(statements)
        run('COMMIT')
        return results
      } finally {
        undo()
      }
    },
    async reading(work) {
      run('BEGIN')
      try {
        return await work()
      } finally {
        undo()
      }
    },
    reopen() {
      close()
      database = open()
    },
    close,
  }
}

/** The path in an address, as the client of `@libsql/client` reads it. */
function pathOf(url: string): string {
  const [, path] = /^file:(?:\/\/(?=\/))?([^?#]+)/.exec(url) ?? []
  if (!path) throw new LibsqlError(`${url} is not the address of a file`, 'URL_INVALID')
  return decodeURIComponent(path)
}

function prepare(database: Database.Database, sql: string): Prepared {
  const statement = database.prepare(sql)
  if (!statement.reader) return { statement, answer: null }
  return { statement: statement.raw(true), answer: describe(statement) }
}

function describe(statement: Database.Statement): Answer {
  const described = statement.columns()
  const columns = described.map(({ name }) => name)
  return { columns, columnTypes: described.map(({ type }) => type ?? ''), rowOf: rowMakerOf(columns) }
}

function resultOf(used: Prepared, values: unknown): ResultSet {
  const { statement, answer } = used
  if (!answer) {
    const { changes, lastInsertRowid } = statement.run(values)
    return resultSet({ rowsAffected: changes, lastInsertRowid: BigInt(lastInsertRowid) })
  }
  const rows = statement.all(values) as unknown[][]
  // The table of a `SELECT *` may have got a column since.
  const hasOthers = rows[0] && rows[0].length !== answer.columns.length
  if (hasOthers) used.answer = describe(statement)
  const { columns, columnTypes, rowOf } = used.answer ?? answer
  return resultSet({ columns, columnTypes, rows: rows.map(rowOf) })
}

const resultSet = (given: Partial<ResultSet>): ResultSet => ({
  columns: [],
  columnTypes: [],
  rows: [],
  rowsAffected: 0,
  lastInsertRowid: undefined,
  toJSON: () => ({}),
  ...given,
})

/** Makes rows that are read by name and by place. Of two columns with one name, the name reads the first. */
function rowMakerOf(columns: string[]): Answer['rowOf'] {
  const byPlace = Object.create(Object.prototype, { length: { value: columns.length } })
  for (const place of columns.keys())
    Object.defineProperty(byPlace, place, {
      get() {
        return this[CELLS][place]
      },
    })
  const named = [...columns.entries()].filter(([place, name]) => columns.indexOf(name) === place && !(name in byPlace))
  return (cells) => {
    const row = Object.create(byPlace, { [CELLS]: { value: cells.map(toValue) } })
    for (const [place, name] of named) row[name] = row[CELLS][place]
    return row
  }
}

/** @throws RangeError for a whole number that has lost digits */
function toValue(cell: unknown): unknown {
  if (typeof cell === 'number' && Number.isInteger(cell) && !Number.isSafeInteger(cell))
    throw new RangeError(`${cell} cannot be read without a loss`)
  return cell
}

function valuesOf(args: InArgs): unknown {
  if (Array.isArray(args)) return args.map(toCell)
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name.replace(/^[@$:]/, ''), toCell(value)]))
}

function toCell(value: InValue): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return value.valueOf()
  if (value instanceof ArrayBuffer) return Buffer.from(value)
  if (value === undefined) throw new TypeError('undefined cannot be written to the database')
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${value} cannot be written`)
  return value
}

/** `SQLITE_CONSTRAINT_UNIQUE` is a kind of `SQLITE_CONSTRAINT`. */
function libsqlErrorOf(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error
  const { message, code, rawCode } = error
  const [general = 'SQLITE_UNKNOWN'] = /^SQLITE_[A-Z]+/.exec(code) ?? []
  return new LibsqlError(message, general, code, rawCode, error)
}
