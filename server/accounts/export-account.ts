import { makeZip } from 'client-zip'
import { eq, getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { PRODUCT_NAME } from '#schema/product'
import type { Db } from '../db/client'
import * as tables from '../db/tables'
import type { Deps } from '../deps'
import { columnsIn, PERSONAL_TABLES, type PersonalTable } from './personal-tables'

const PAGE = 500

const README = `Everything that ${PRODUCT_NAME} has of you.

data/    One file of JSON for each kind of thing: a list of what you have written, bought, sold and been told.
         Amounts are whole cents, times are in UTC. "user_id", "owner_id" and the like are the numbers of people.
photos/  Your photos, under the names by which the files in data/ speak of them.

Left out: your password and keys, which are stored so that nobody can read them, and what others have not told you.
`

interface ZipFile {
  name: string
  input: string | AsyncGenerator<string> | ReadableStream<Uint8Array>
}

/** All that a person has written and been told, as a zip of JSON and photos. It is made while it is read, and never held as a whole. */
export function exportAccount(deps: Deps, userId: number): ReadableStream<Uint8Array> {
  return makeZip(filesOf(deps, userId))
}

async function* filesOf({ db, photos: stored }: Deps, userId: number): AsyncGenerator<ZipFile> {
  yield { name: 'README.txt', input: README }
  for (const [table, entry] of Object.entries(PERSONAL_TABLES))
    if (entry.told) yield { name: `data/${table}.json`, input: jsonOf(db, table, entry, userId) }
  const photos = await db.read
    .select({ sha256: tables.uploads.sha256 })
    .from(tables.uploads)
    .where(eq(tables.uploads.userId, userId))
  for (const { sha256 } of photos) {
    const photo = await stored.get(`${sha256}.jpg`)
    if (photo) yield { name: `photos/${sha256}.jpg`, input: photo.stream() }
  }
}

/** The rows of a table that the person was told, as a list in JSON, page by page. */
async function* jsonOf(db: Db, table: string, entry: PersonalTable, userId: number): AsyncGenerator<string> {
  const columns = [...columnsIn(entry.own), ...columnsIn(entry.facts)]
  const values = columns.map((column) => `${entry.as?.[column] ?? column} AS ${column}`)
  const sql = `SELECT rowid AS page_after, ${values.join(', ')} FROM ${table}
    WHERE (${entry.told}) AND rowid > ? ORDER BY rowid LIMIT ${PAGE}`.replaceAll('@', String(userId))
  yield '['
  for (let after: unknown = 0, isFirst = true; ; ) {
    const [found] = await db.readBatch([{ sql, args: [Number(after)] }])
    const rows = found?.rows ?? []
    for (const row of rows) {
      const shown = columns.map((column) => [column, readable(table, column, row[column])])
      yield `${isFirst ? '' : ','}\n${JSON.stringify(Object.fromEntries(shown))}`
      isFirst = false
    }
    if (rows.length < PAGE) break
    after = rows.at(-1)?.page_after
  }
  yield '\n]\n'
}

/** Columns that hold JSON, as `table.column`. */
const jsonColumns = new Set(
  Object.values(tables)
    .filter((table) => is(table, SQLiteTable))
    .flatMap((table) =>
      Object.values(getTableColumns(table))
        .filter(({ dataType }) => dataType === 'json')
        .map(({ name }) => `${getTableName(table)}.${name}`),
    ),
)

function readable(table: string, column: string, value: unknown): unknown {
  return typeof value === 'string' && jsonColumns.has(`${table}.${column}`) ? JSON.parse(value) : value
}
