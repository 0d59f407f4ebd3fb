import { createHash } from 'node:crypto'
import type { InStatement, InValue, ResultSet } from '@libsql/client'
import { isTooLarge } from '../db/streams'

/** Rows of a page, and its bytes at about most: a request of a database server has its limits. */
const PAGE_ROWS = 500
const PAGE_BYTES = 2_000_000

/** The search indexes: they are made anew of the listings and items, so a copy has their tables without rows. */
const DERIVED = [
  ...['listing_texts', 'search_words', 'search_word_parts', 'search_state'],
  ...['item_texts', 'item_words', 'item_word_parts', 'item_search_state'],
]

/** A connection that reads whole numbers as `bigint`: what it has read is written elsewhere without a loss. */
export interface RowReader {
  execute(statement: InStatement): Promise<ResultSet>
}

/** A table, and the columns of it that are written. */
export interface CopiedTable {
  name: string
  sql: string
  columns: string[]
}

export interface CopiedSchema {
  tables: CopiedTable[]
  /** Indexes, views and triggers, which are made when the rows are there. */
  rest: string[]
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** The schema of a database, in the order in which it was made. */
export async function readSchema(from: RowReader): Promise<CopiedSchema> {
  const { rows } = await from.execute(`SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL
    AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')
    ORDER BY type = 'table' DESC, type = 'index' DESC, type = 'view' DESC, rowid`)
  const tables: CopiedTable[] = []
  for (const { name, sql } of rows.filter(({ type }) => type === 'table'))
    tables.push({ name: String(name), sql: String(sql), columns: await columnsOf(from, String(name)) })
  return { tables, rest: rows.filter(({ type }) => type !== 'table').map(({ sql }) => String(sql)) }
}

/** Generated columns are left out: they come back by themselves. */
async function columnsOf(from: RowReader, table: string): Promise<string[]> {
  const { rows } = await from.execute({ sql: 'SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0', args: [table] })
  return rows.map(({ name }) => String(name))
}

/** The rows of a table, in pages that a request can carry. */
export async function* pagesOf(from: RowReader, { name, columns }: CopiedTable): AsyncGenerator<InValue[][]> {
  if (DERIVED.includes(name)) return
  const wanted = columns.map(quoted).join(', ')
  let after: InValue = null
  for (let most = PAGE_ROWS; ; ) {
    const page = await readPage(from, `SELECT rowid, ${wanted} FROM ${quoted(name)}`, after, most)
    if (page === null) {
      most = Math.max(1, Math.floor(most / 2))
      continue
    }
    yield* split(page.map((row) => row.slice(1)))
    if (page.length < most) return
    after = page.at(-1)?.[0] ?? null
  }
}

/** @returns null when so many rows are more than an answer holds */
async function readPage(from: RowReader, select: string, after: InValue, most: number): Promise<InValue[][] | null> {
  try {
    const beyond = after === null ? '' : 'WHERE rowid > ?'
    const args = after === null ? [most] : [after, most]
    const { rows, columns } = await from.execute({ sql: `${select} ${beyond} ORDER BY rowid LIMIT ?`, args })
    return rows.map((row) => columns.map((_, nth) => row[nth] as InValue))
  } catch (error) {
    if (isTooLarge(error) && most > 1) return null
    throw error
  }
}

function* split(rows: InValue[][]): Generator<InValue[][]> {
  let [part, bytes]: [InValue[][], number] = [[], 0]
  for (const row of rows) {
    part.push(row)
    bytes += row.reduce<number>((sum, value) => sum + sizeOf(value), 0)
    if (bytes < PAGE_BYTES) continue
    yield part
    ;[part, bytes] = [[], 0]
  }
  if (part.length > 0) yield part
}

function sizeOf(value: InValue): number {
  if (value instanceof ArrayBuffer) return value.byteLength
  return typeof value === 'string' ? value.length : 8
}

/** The statements that write a page. */
export function writesOf({ name, columns }: CopiedTable, page: InValue[][]): InStatement[] {
  const sql = `INSERT INTO ${quoted(name)} (${columns.map(quoted).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
  return page.map((args) => ({ sql, args }))
}

/** The statements that let the numbers of new rows go on where those of the copied database stood. */
export async function sequencesOf(from: RowReader): Promise<InStatement[]> {
  const { rows } = await from.execute("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'")
  if (rows.length === 0) return []
  const sequences = (await from.execute('SELECT name, seq FROM sqlite_sequence ORDER BY rowid')).rows
  return [
    'DELETE FROM sqlite_sequence',
    ...sequences.map(({ name, seq }) => ({
      sql: 'INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)',
      args: [name as InValue, seq as InValue],
    })),
  ]
}

/** A digest of rows in their order, with the kind of each value. */
export function openRowDigest() {
  const hash = createHash('sha256')
  return {
    add(page: InValue[][]) {
      for (const value of page.flat()) {
        const bytes = value instanceof ArrayBuffer ? Buffer.from(value) : Buffer.from(String(value))
        hash.update(`${kindOf(value)} ${bytes.length} `).update(bytes)
      }
    },
    end: () => hash.digest('hex'),
  }
}

const kindOf = (value: InValue) => (value instanceof ArrayBuffer ? 'blob' : value === null ? 'null' : typeof value)

/** The schema as the first of the digests of a database, under no name. */
export const schemaDigest = ({ tables, rest }: CopiedSchema): Record<string, string> => ({
  '': [...tables.map(({ sql }) => sql), ...rest].toSorted().join('\n'),
})

/** Digests of all tables of a database by name, and of its schema. */
export async function digestsOf(from: RowReader): Promise<Record<string, string>> {
  const schema = await readSchema(from)
  const digests = schemaDigest(schema)
  for (const table of schema.tables) {
    const digest = openRowDigest()
    for await (const page of pagesOf(from, table)) digest.add(page)
    digests[table.name] = digest.end()
  }
  return digests
}

/** Names what two databases have differently: a table, or the schema. */
export function differenceOf(one: Record<string, string>, other: Record<string, string>): string | null {
  const differing = Object.keys({ ...one, ...other }).find((name) => one[name] !== other[name])
  return differing === undefined ? null : differing || 'the schema'
}
