import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refusal } from '#schema/errors'
import type { Db } from '../db/client'
import { step, toStatement } from '../db/steps'
import { catchUpSearch, type SearchIndex } from './search-index'
import { quoted, type WantedWord, wantedWords } from './wanted-words'

/** A search waits for so many pages of the index; a longer row of changes is entered by the timers. */
const PAGES_WAITED_FOR = 3
/** Finds of the index whose rows are looked at for one page, so that no search holds the database up. */
const MOST_LOOKED_AT = 5_000
/** Most searches want most rows: the first look needs no more of them. */
const FIRST_LOOK = 500
/** Looks at rows in their order for one page, where each look asks the index once. */
const MOST_LOOKS = 5

const whole = z.int().check(z.minimum(0))
/** The end of a page: the part of the search (0 is the best), the price of the last row in cents (0 where price is not the order), and its id. */
const Cursor = z.tuple([whole, whole, whole])
type Cursor = z.infer<typeof Cursor>

/** A search of one kind of thing. */
export interface RowSearch {
  index: SearchIndex
  /** The table of the rows, which conditions call `r`, and its column of cents. */
  rows: { table: string; cents: string }
  text: string
  /** A query of the column `filters`, see `filterQuery`; null for none. */
  filters: string | null
  /** The conditions on a row besides its texts and filters: that it is on show is one of them. */
  isWanted: SQL
  /** Few rows are asked for by their numbers: they are found without looking at others. */
  byNumber?: boolean
  /** Absent is the best match first, and the newest without a text. */
  sort?: 'newest' | 'low' | 'high' | undefined
  cursor?: string | undefined
  limit: number
}

interface Found {
  id: number
  cents: number
}

interface Hit extends Found {
  part: number
}

/**
 * A page of what a search finds. Texts and filters are looked up in the index; whether a row is on show and wanted is asked of the row
 * itself, so that an index that is behind shows nothing that is gone. A page may be shorter than asked for, or empty, while there is
 * a cursor: it ends after so many rows that the search does not want.
 * @returns ids in order, and where the next page begins; null at the end
 * @throws Refusal `validation` for a cursor that no page gave
 */
export async function findHits(db: Db, search: RowSearch): Promise<{ ids: number[]; cursor: string | null }> {
  const from = readCursor(search.cursor)
  await catchUpSearch(db, search.index, PAGES_WAITED_FOR)
  const { hits, end } = await pageOfHits(db, search, from)
  return { ids: hits.map(({ id }) => id), cursor: end && writeCursor(end) }
}

/** A query of the filters: one word of each of these groups. Null when no group has any. */
export function filterQuery(groups: string[][]): string | null {
  const terms = groups.filter(({ length }) => length > 0)
  return terms.length > 0 ? `filters : (${terms.map((some) => `(${some.join(' OR ')})`).join(' AND ')})` : null
}

const isByPrice = ({ sort }: RowSearch) => sort === 'low' || sort === 'high'

async function pageOfHits(
  db: Db,
  search: RowSearch,
  from: Cursor | null,
): Promise<{ hits: Hit[]; end: Cursor | null }> {
  const parts = await partsOf(db, search)
  const hits: Hit[] = []
  for (let part = from?.[0] ?? 0; part < parts.length; part++) {
    const after = from?.[0] === part ? from : null
    const query = parts[part] ?? null
    const further = search.limit + 1 - hits.length
    const { found, unread } = await findPart(db, search, query, after, further)
    hits.push(...found.map(({ id, cents }) => ({ part, id, cents })))
    if (hits.length > search.limit) return { hits: hits.slice(0, search.limit), end: endOf(hits, search) }
    if (unread) return { hits, end: [part, unread.cents, unread.id] }
  }
  return { hits, end: null }
}

function endOf(hits: Hit[], search: RowSearch): Cursor | null {
  const last = hits[search.limit - 1]
  return last ? [last.part, isByPrice(search) ? last.cents : 0, last.id] : null
}

interface FoundPart {
  found: Found[]
  /** The last row that was looked at, where there may be more behind it. */
  unread: Found | null
}

async function findPart(
  db: Db,
  search: RowSearch,
  query: string | null,
  after: Cursor | null,
  most: number,
): Promise<FoundPart> {
  if (query === null) return lookAtAll(db, search, after, most)
  if (!isByPrice(search)) return lookAtNewest(db, search, query, after, most)
  const found = await read(db, byPrice(query, search, after, most))
  const looked = found.pop()?.cents ?? 0
  if (looked <= MOST_LOOKED_AT) return { found, unread: null }
  const isWanted = sql`${search.isWanted} AND ${isFoundBy(query, search)}`
  return lookAtAll(db, { ...search, isWanted }, after, most, MOST_LOOKS)
}

/** Finds among the newest finds of the index. */
async function lookAtNewest(
  db: Db,
  search: RowSearch,
  query: string,
  after: Cursor | null,
  most: number,
): Promise<FoundPart> {
  const found: Found[] = []
  let unread = { id: after?.[2] ?? Number.MAX_SAFE_INTEGER, cents: 0 }
  for (const size of [FIRST_LOOK, MOST_LOOKED_AT - FIRST_LOOK]) {
    const rows = await read(db, newestFirst(query, search, unread.id, size, most - found.length))
    const end = rows.pop()
    found.push(...rows)
    if (!end || end.cents < size || found.length === most) return { found, unread: null }
    unread = { id: end.id, cents: 0 }
  }
  return { found, unread }
}

async function read(db: Db, query: SQL): Promise<Found[]> {
  const [rows = []] = await db.readLong([toStatement(step(query))])
  return rows.map(({ id, cents }) => ({ id: Number(id), cents: Number(cents) }))
}

/**
 * Finds among all rows in their order. Each look ends after so many of them, however few are wanted: other searches have their turns
 * before the next one.
 */
async function lookAtAll(
  db: Db,
  search: RowSearch,
  after: Cursor | null,
  most: number,
  looks = Number.POSITIVE_INFINITY,
): Promise<FoundPart> {
  if (search.byNumber)
    return { found: await read(db, inOrder(search, [beyond(search, after), search.isWanted], most)), unread: null }
  const found: Found[] = []
  let from = after
  for (let look = 0; look < looks; look++) {
    const size = look === 0 ? FIRST_LOOK : MOST_LOOKED_AT
    const [last] = await read(db, inOrder(search, [beyond(search, from)], 1, size - 1))
    const within = [beyond(search, from), ...(last ? [upTo(search, last)] : []), search.isWanted]
    found.push(...(await read(db, inOrder(search, within, most - found.length))))
    if (!last || found.length === most) return { found, unread: null }
    from = [0, last.cents, last.id]
  }
  return { found, unread: from && { cents: from[1], id: from[2] } }
}

/** Rows in the order of a search. */
function inOrder(search: RowSearch, conditions: SQL[], limit: number, offset = 0): SQL {
  return sql`SELECT ${columns(search)} FROM ${sql.raw(search.rows.table)} r WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${orderOf(search)} LIMIT ${limit} OFFSET ${offset}`
}

/** Does a row come behind the end of a page, in the order of the search? */
function beyond(search: RowSearch, after: Cursor | null): SQL {
  if (!after) return sql`1`
  const [, cents, id] = after
  if (search.sort === 'low') return sql`(${price(search)}, r.id) > (${cents}, ${id})`
  return search.sort === 'high' ? sql`(${price(search)}, r.id) < (${cents}, ${id})` : sql`r.id < ${id}`
}

function upTo(search: RowSearch, { cents, id }: Found): SQL {
  if (search.sort === 'low') return sql`(${price(search)}, r.id) <= (${cents}, ${id})`
  return search.sort === 'high' ? sql`(${price(search)}, r.id) >= (${cents}, ${id})` : sql`r.id >= ${id}`
}

const price = ({ rows }: RowSearch) => sql.raw(`r.${rows.cents}`)
const columns = (search: RowSearch) => sql`r.id, ${price(search)} AS cents`

function orderOf(search: RowSearch): SQL {
  if (search.sort === 'low') return sql`${price(search)}, r.id`
  return search.sort === 'high' ? sql`${price(search)} DESC, r.id DESC` : sql`r.id DESC`
}

/** The queries of the index that together find everything, the best first; null looks at no text and at no filter of the index. */
async function partsOf(db: Db, search: RowSearch): Promise<(string | null)[]> {
  const { filters } = search
  if (search.text.trim() === '') return [filters]
  const words = await wantedWords(db, search.index, search.text)
  // Signs alone are in no word.
  if (words.length === 0) return []
  const and = (text: string) => (filters ? `(${text}) AND ${filters}` : text)
  const exact = `title : ${allOf(words, 'whole')}`
  const titled = `title : ${allOf(words, 'any')}`
  const anywhere = `- filters : ${allOf(words, 'any')}`
  if (isByPrice(search) || search.sort === 'newest') return [and(anywhere)]
  return [and(exact), and(`(${titled}) NOT (${exact})`), and(`(${anywhere}) NOT (${titled})`)]
}

const allOf = (words: WantedWord[], forms: keyof WantedWord) =>
  `(${words.map((word) => `(${word[forms].map(quoted).join(' OR ')})`).join(' AND ')})`

/** The wanted rows of a look at so many finds of the index, and behind them the last of these finds with their number. */
function newestFirst(query: string, search: RowSearch, before: number, size: number, limit: number): SQL {
  // The order of the finds is kept.
  return sql`WITH looked AS MATERIALIZED (${lookedAt(search, query, before, size)})
    SELECT * FROM (SELECT ${columns(search)} FROM looked t CROSS JOIN ${rowsOf(search)} WHERE ${search.isWanted} LIMIT ${limit})
    UNION ALL SELECT min(rowid), count(*) FROM looked`
}

/** The wanted rows of all finds of the index, and behind them the number of these finds. Where that is too large, no rows. */
function byPrice(query: string, search: RowSearch, after: Cursor | null, limit: number): SQL {
  const isFew = sql`(SELECT count(*) FROM looked) <= ${MOST_LOOKED_AT}`
  return sql`WITH looked AS MATERIALIZED (${lookedAt(search, query, Number.MAX_SAFE_INTEGER, MOST_LOOKED_AT + 1)})
    SELECT * FROM (SELECT ${columns(search)} FROM looked t CROSS JOIN ${rowsOf(search)}
      WHERE ${isFew} AND ${beyond(search, after)} AND ${search.isWanted} ORDER BY ${orderOf(search)} LIMIT ${limit})
    UNION ALL SELECT 0, count(*) FROM looked`
}

/** Is a row among the finds of the index? Rows stay in the order of their own table. */
function isFoundBy(query: string, { index }: RowSearch): SQL {
  const texts = sql.raw(index.tables.texts)
  return sql`+r.id IN (SELECT rowid FROM ${texts} WHERE ${texts} MATCH ${query})`
}

/** The rows of finds of the index. */
const rowsOf = ({ rows }: RowSearch) => sql`${sql.raw(rows.table)} r ON r.id = t.rowid`

/** Finds of the index, the newest first. */
function lookedAt({ index }: RowSearch, query: string, before: number, most: number): SQL {
  const texts = sql.raw(index.tables.texts)
  return sql`SELECT rowid FROM ${texts} WHERE ${texts} MATCH ${query} AND rowid < ${before} ORDER BY rowid DESC LIMIT ${most}`
}

const writeCursor = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

function readCursor(cursor: string | undefined): Cursor | null {
  if (cursor === undefined) return null
  try {
    return z.parse(Cursor, JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new Refusal('validation', 'This page of the search does not exist.', {
      cursor: 'Not a cursor of this search',
    })
  }
}
