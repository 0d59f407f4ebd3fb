import { sql } from 'drizzle-orm'
import { type Synonyms, type Texts, wordsOf } from '#schema/text-search'
import type { Db, Reads } from '../db/client'
import { type Step, step } from '../db/steps'
import { headOf } from '../db/write-batch'

/** Rows that are entered with one write. */
const PAGE = 200
/** Longer words are found whole alone. */
const LONGEST_WORD = 30

/** The search index of one kind of thing. It follows a scope of the change feed, so that no path that changes a row has to think of it. */
export interface SearchIndex {
  scope: string
  /** `texts` is a table of FTS5; `words` counts the words of all rows, and `parts` finds them by three letters; `state` has the number of the feed up to which everything is entered. */
  tables: Record<'texts' | 'words' | 'parts' | 'state', string>
  /** The neighborhood of a ZIP code, where rows have places. */
  synonyms?: Synonyms
  /** The rows of these that are on show, as they are searched. */
  findShown(db: Reads, ids: number[]): Promise<SearchedRow[]>
}

/** A row with its texts as devices search them, and the words of the filters under which it falls. */
export interface SearchedRow {
  id: number
  texts: Texts
  filters: string[]
}

/** The texts of a row as they stand in the index: plain words, apart by blanks. */
interface IndexedTexts {
  id: number
  title: string
  labels: string
  description: string
  filters: string
}

/** A filter as one word of the index, which nobody's text holds by chance. */
export const filterWord = (kind: 'category' | 'place', name: string) =>
  `x${kind}${name.toLowerCase().replace(/[^a-z]/g, '')}`

const flights = new WeakMap<Db, Map<SearchIndex, Promise<unknown>>>()

/**
 * Enters the rows that have moved before this call into an index, page by page. Rows that move meanwhile are left to the next call.
 * @param pages at most so many; the rest is left to the next call, too
 */
export async function catchUpSearch(db: Db, index: SearchIndex, pages = Number.POSITIVE_INFINITY): Promise<void> {
  const head = await headOf(db, index.scope)
  for (let page = 0; page < pages && (await enteredTo(db, index)) < head; page++) await sharePage(db, index)
}

/** The number of the feed up to which the index has everything. */
async function enteredTo(db: Reads, { tables }: SearchIndex): Promise<number> {
  const [found] = await db.readBatch([{ sql: `SELECT ${enteredIn(tables)} AS seq`, args: [] }])
  return Number(found?.rows[0]?.seq ?? 0)
}

const enteredIn = ({ state }: SearchIndex['tables']) => `coalesce((SELECT seq FROM ${state}), 0)`

/** Searches that come while a page is entered wait for that page. */
function sharePage(db: Db, index: SearchIndex): Promise<unknown> {
  const ofDb = flights.get(db) ?? new Map<SearchIndex, Promise<unknown>>()
  flights.set(db, ofDb)
  const flight = ofDb.get(index) ?? enterPage(db, index).finally(() => ofDb.delete(index))
  ofDb.set(index, flight)
  return flight
}

function enterPage(db: Db, index: SearchIndex): Promise<unknown> {
  return db.write(async () => {
    const { ids, upTo } = await movedRows(db, index)
    const [before, now] = [await findIndexed(db, index, ids), (await index.findShown(db, ids)).map(indexed)]
    return indexSteps(index, before, now, upTo)
  })
}

async function movedRows(db: Reads, { scope, tables }: SearchIndex): Promise<{ ids: number[]; upTo: number }> {
  const [heads, moved] = await db.readBatch([
    { sql: 'SELECT head FROM sync_scopes WHERE scope = ?', args: [scope] },
    {
      sql: `SELECT CAST(rid AS INTEGER) AS id, seq FROM sync_feed WHERE scope = ? AND seq > ${enteredIn(tables)} ORDER BY seq LIMIT ?`,
      args: [scope, PAGE],
    },
  ])
  const rows = moved?.rows ?? []
  const upTo = rows.length < PAGE ? heads?.rows[0]?.head : rows.at(-1)?.seq
  return { ids: rows.map(({ id }) => Number(id)), upTo: Number(upTo ?? 0) }
}

async function findIndexed(db: Reads, { tables }: SearchIndex, ids: number[]): Promise<IndexedTexts[]> {
  const [found] = await db.readBatch([
    {
      sql: `SELECT rowid AS id, title, labels, description, filters FROM ${tables.texts} WHERE rowid IN (SELECT value FROM json_each(?))`,
      args: [JSON.stringify(ids)],
    },
  ])
  return (found?.rows ?? []) as unknown as IndexedTexts[]
}

function indexed({ id, texts, filters }: SearchedRow): IndexedTexts {
  const [title = '', labels = '', description = ''] = texts.map((text) => wordsOf(text ?? '').join(' '))
  return { id, title, labels, description, filters: filters.join(' ') }
}

function indexSteps({ tables }: SearchIndex, before: IndexedTexts[], now: IndexedTexts[], upTo: number): Step[] {
  const unchanged = new Set(before.map((texts) => JSON.stringify(texts)))
  const entered = now.filter((texts) => !unchanged.has(JSON.stringify(texts)))
  const kept = new Set(now.filter((texts) => !entered.includes(texts)).map(({ id }) => id))
  const left = before.filter(({ id }) => !kept.has(id))
  const gone = JSON.stringify(left.map(({ id }) => id))
  const [texts, words, state] = [sql.raw(tables.texts), sql.raw(tables.words), sql.raw(tables.state)]
  return [
    step(sql`DELETE FROM ${texts} WHERE rowid IN (SELECT value FROM json_each(${gone}))`),
    step(sql`INSERT INTO ${texts} (rowid, title, labels, description, filters)
      SELECT value ->> 'id', value ->> 'title', value ->> 'labels', value ->> 'description', value ->> 'filters'
      FROM json_each(${JSON.stringify(entered)})`),
    step(sql`INSERT INTO ${words} (word, n) SELECT key, value FROM json_each(${JSON.stringify(wordCounts(left, entered))}) WHERE true
      ON CONFLICT (word) DO UPDATE SET n = n + excluded.n`),
    step(sql`DELETE FROM ${words} WHERE n <= 0`),
    step(sql`INSERT INTO ${state} (id, seq) VALUES (1, ${upTo}) ON CONFLICT (id) DO UPDATE SET seq = excluded.seq`),
  ]
}

/** By word: in how many more rows it stands than before, or in how many fewer. */
function wordCounts(left: IndexedTexts[], entered: IndexedTexts[]): Record<string, number> {
  const counts = new Map<string, number>()
  const count = (texts: IndexedTexts, by: number) => {
    for (const word of wordsIn(texts)) counts.set(word, (counts.get(word) ?? 0) + by)
  }
  for (const texts of left) count(texts, -1)
  for (const texts of entered) count(texts, 1)
  return Object.fromEntries([...counts].filter(([, by]) => by !== 0))
}

function wordsIn({ title, labels, description }: IndexedTexts): Set<string> {
  const words = `${title} ${labels} ${description}`.split(' ')
  return new Set(words.filter((word) => word !== '' && word.length <= LONGEST_WORD))
}
