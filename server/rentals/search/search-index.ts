import { sql } from 'drizzle-orm'
import { listingTexts } from '#schema/places'
import { publicScopes } from '#schema/sync-scopes'
import { wordsOf } from '#schema/text-search'
import type { Db, Reads } from '../../db/client'
import { type Step, step } from '../../db/steps'
import { headOf } from '../../db/write-batch'
import { filterWords } from './filter-words'

/** Listings that are entered with one write. */
const PAGE = 200
/** Longer words are found whole alone. */
const LONGEST_WORD = 30

const SCOPE = publicScopes.listing

/** The texts of a listing as they stand in the index: plain words, apart by blanks. */
interface IndexedTexts {
  id: number
  title: string
  labels: string
  description: string
  filters: string
}

const flights = new WeakMap<Db, Promise<unknown>>()

/**
 * Enters the listings that have moved before this call into the search index, page by page. The index follows the change feed, so that no
 * path that changes a listing has to think of it. Listings that move meanwhile are left to the next call.
 * @param pages at most so many; the rest is left to the next call, too
 */
export async function catchUpSearch(db: Db, pages = Number.POSITIVE_INFINITY): Promise<void> {
  const head = await headOf(db, SCOPE)
  for (let page = 0; page < pages && (await enteredTo(db)) < head; page++) await sharePage(db)
}

/** The number of the feed up to which the index has everything. */
async function enteredTo(db: Reads): Promise<number> {
  const [found] = await db.readBatch([{ sql: 'SELECT coalesce((SELECT seq FROM search_state), 0) AS seq', args: [] }])
  return Number(found?.rows[0]?.seq ?? 0)
}

/** Searches that come while a page is entered wait for that page. */
function sharePage(db: Db): Promise<unknown> {
  const flight = flights.get(db) ?? enterPage(db).finally(() => flights.delete(db))
  flights.set(db, flight)
  return flight
}

function enterPage(db: Db): Promise<unknown> {
  return db.write(async () => {
    const { ids, upTo } = await movedListings(db)
    const [before, now] = [await findIndexed(db, ids), await findShown(db, ids)]
    return indexSteps(before, now, upTo)
  })
}

async function movedListings(db: Reads): Promise<{ ids: number[]; upTo: number }> {
  const [heads, moved] = await db.readBatch([
    { sql: 'SELECT head FROM sync_scopes WHERE scope = ?', args: [SCOPE] },
    {
      sql: `SELECT CAST(rid AS INTEGER) AS id, seq FROM sync_feed
        WHERE scope = ? AND seq > coalesce((SELECT seq FROM search_state), 0) ORDER BY seq LIMIT ?`,
      args: [SCOPE, PAGE],
    },
  ])
  const rows = moved?.rows ?? []
  const upTo = rows.length < PAGE ? heads?.rows[0]?.head : rows.at(-1)?.seq
  return { ids: rows.map(({ id }) => Number(id)), upTo: Number(upTo ?? 0) }
}

async function findIndexed(db: Reads, ids: number[]): Promise<IndexedTexts[]> {
  const [found] = await db.readBatch([
    {
      sql: `SELECT rowid AS id, title, labels, description, filters FROM listing_texts
        WHERE rowid IN (SELECT value FROM json_each(?))`,
      args: [JSON.stringify(ids)],
    },
  ])
  return (found?.rows ?? []) as unknown as IndexedTexts[]
}

async function findShown(db: Reads, ids: number[]): Promise<IndexedTexts[]> {
  const [found] = await db.readBatch([
    {
      sql: `SELECT l.id, l.title, l.description, l.category, l.neighborhood, l.city, u.username AS ownerUsername
        FROM listings l JOIN users u ON u.id = l.user_id
        WHERE l.id IN (SELECT value FROM json_each(?)) AND l.deleted_at IS NULL AND l.hidden_at IS NULL AND l.available = 1`,
      args: [JSON.stringify(ids)],
    },
  ])
  return (found?.rows ?? []).map((row) => {
    const listing = row as unknown as Parameters<typeof listingTexts>[0]
    const [title, labels, description] = listingTexts(listing).map((text) => wordsOf(text ?? '').join(' '))
    return {
      id: Number(row.id),
      title: title ?? '',
      labels: labels ?? '',
      description: description ?? '',
      filters: filterWords(listing).join(' '),
    }
  })
}

function indexSteps(before: IndexedTexts[], now: IndexedTexts[], upTo: number): Step[] {
  const unchanged = new Set(before.map((texts) => JSON.stringify(texts)))
  const entered = now.filter((texts) => !unchanged.has(JSON.stringify(texts)))
  const kept = new Set(now.filter((texts) => !entered.includes(texts)).map(({ id }) => id))
  const left = before.filter(({ id }) => !kept.has(id))
  const gone = JSON.stringify(left.map(({ id }) => id))
  return [
    step(sql`DELETE FROM listing_texts WHERE rowid IN (SELECT value FROM json_each(${gone}))`),
    step(sql`INSERT INTO listing_texts (rowid, title, labels, description, filters)
      SELECT value ->> 'id', value ->> 'title', value ->> 'labels', value ->> 'description', value ->> 'filters'
      FROM json_each(${JSON.stringify(entered)})`),
    step(sql`INSERT INTO search_words (word, n) SELECT key, value FROM json_each(${JSON.stringify(wordCounts(left, entered))}) WHERE true
      ON CONFLICT (word) DO UPDATE SET n = n + excluded.n`),
    step(sql`DELETE FROM search_words WHERE n <= 0`),
    step(sql`INSERT INTO search_state (id, seq) VALUES (1, ${upTo}) ON CONFLICT (id) DO UPDATE SET seq = excluded.seq`),
  ]
}

/** By word: in how many more listings it stands than before, or in how many fewer. */
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
