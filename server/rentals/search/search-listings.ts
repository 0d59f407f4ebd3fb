import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { RENTAL_CATEGORIES } from '#schema/category-names'
import { inclusiveDays } from '#schema/date-range'
import type { ListingSearch } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import type { CatalogueListing } from '#schema/listing'
import { dollarsToCents } from '#schema/money'
import { placesWithin } from '#schema/places'
import type { Db, Reads } from '../../db/client'
import { step, toStatement } from '../../db/steps'
import { findCatalogueListings } from '../listings/listing-queries'
import { AREAS_OF_PLACES, ELSEWHERE } from '../listings/place-areas'
import { categoryWord, placeWord } from './filter-words'
import { catchUpSearch } from './search-index'
import { quoted, type WantedWord, wantedWords } from './wanted-words'

/** A search waits for so many pages of the index; a longer row of changes is entered by the timers. */
const PAGES_WAITED_FOR = 3
/** Finds of the index whose rows are looked at for one page, so that no search holds the database up. */
const MOST_LOOKED_AT = 5_000
/** Most searches want most listings: the first look needs no more of them. */
const FIRST_LOOK = 500

const whole = z.int().check(z.minimum(0))
/** The end of a page: the part of the search (0 is the best), the price of the last row in cents (0 where price is not the order), and its id. */
const Cursor = z.tuple([whole, whole, whole])
type Cursor = z.infer<typeof Cursor>

interface Found {
  id: number
  cents: number
}

interface Hit extends Found {
  part: number
}

/**
 * Searches all listings on show. Texts, categories and places are looked up in the index; whether a listing is on show, its days, pieces and
 * price are asked of the rows themselves, so that an index that is behind shows nothing that is gone.
 * A page may be shorter than asked for, or empty, while there is a cursor: it ends after so many rows that the search does not want.
 * @throws Refusal `validation` for a cursor that no page gave
 */
export async function searchListings(
  db: Db,
  search: ListingSearch,
  now: Date,
): Promise<{ listings: CatalogueListing[]; cursor: string | null }> {
  await catchUpSearch(db, PAGES_WAITED_FOR)
  const { hits, end } = await findHits(db, search)
  const rows = await findCatalogueListings(
    db,
    hits.map(({ id }) => id),
    now,
  )
  return { listings: hits.flatMap(({ id }) => rows.get(id) ?? []), cursor: end && writeCursor(end) }
}

const isByPrice = ({ sort }: ListingSearch) => sort === 'low' || sort === 'high'

/** The hits of a page, and where the next one begins; null at the end. */
async function findHits(db: Reads, search: ListingSearch): Promise<{ hits: Hit[]; end: Cursor | null }> {
  const from = readCursor(search.cursor)
  const parts = await partsOf(db, search)
  const hits: Hit[] = []
  for (let part = from?.[0] ?? 0; part < parts.length; part++) {
    const after = from?.[0] === part ? from : null
    const query = parts[part] ?? null
    const further = search.limit + 1 - hits.length
    const find = isByPrice(search) ? byPrice : newestFirst
    const found =
      query === null ? await lookAtAll(db, search, after, further) : await read(db, find(query, search, after, further))
    hits.push(...found.map(({ id, cents }) => ({ part, id, cents })))
    if (hits.length > search.limit) return { hits: hits.slice(0, search.limit), end: endOf(hits, search) }
    const unread = isByPrice(search) || query === null ? null : await firstUnread(db, query, after)
    if (unread !== null) return { hits, end: [part, 0, unread] }
  }
  return { hits, end: null }
}

function endOf(hits: Hit[], search: ListingSearch): Cursor | null {
  const last = hits[search.limit - 1]
  return last ? [last.part, isByPrice(search) ? last.cents : 0, last.id] : null
}

/** The last find of the index that a page has looked at, where there may be more behind it; else null. */
async function firstUnread(db: Reads, query: string, after: Cursor | null): Promise<number | null> {
  const [row] = await read(db, sql`SELECT min(rowid) AS id, count(*) AS cents FROM (${lookedAt(query, after)})`)
  return row && row.cents === MOST_LOOKED_AT ? row.id : null
}

async function read(db: Reads, query: SQL): Promise<Found[]> {
  const [found] = await db.readBatch([toStatement(step(query))])
  return (found?.rows ?? []).map(({ id, cents }) => ({ id: Number(id), cents: Number(cents) }))
}

/**
 * Finds among all listings in their order. Each look ends after so many of them, however few are wanted: other work has its turn before
 * the next one.
 */
async function lookAtAll(db: Reads, search: ListingSearch, after: Cursor | null, most: number): Promise<Found[]> {
  // By their numbers they are found without looking at others.
  if (search.ids) return read(db, inOrder(search, [beyond(search, after), isWanted(search)], most))
  const found: Found[] = []
  let size = FIRST_LOOK
  for (let from = after; ; size = MOST_LOOKED_AT) {
    const [last] = await read(db, inOrder(search, [beyond(search, from)], 1, size - 1))
    const within = [beyond(search, from), ...(last ? [upTo(search, last)] : []), isWanted(search)]
    found.push(...(await read(db, inOrder(search, within, most - found.length))))
    if (!last || found.length === most) return found
    from = [0, last.cents, last.id]
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Listings in the order of a search. */
function inOrder(search: ListingSearch, conditions: SQL[], limit: number, offset = 0): SQL {
  const order = { newest: sql`l.id DESC`, low: sql`l.price_cents, l.id`, high: sql`l.price_cents DESC, l.id DESC` }
  return sql`SELECT l.id, l.price_cents AS cents FROM listings l WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${order[search.sort ?? 'newest']} LIMIT ${limit} OFFSET ${offset}`
}

/** Does a listing come behind the end of a page, in the order of the search? */
function beyond({ sort }: ListingSearch, after: Cursor | null): SQL {
  if (!after) return sql`1`
  const [, cents, id] = after
  if (sort === 'low') return sql`(l.price_cents, l.id) > (${cents}, ${id})`
  return sort === 'high' ? sql`(l.price_cents, l.id) < (${cents}, ${id})` : sql`l.id < ${id}`
}

function upTo({ sort }: ListingSearch, { cents, id }: Found): SQL {
  if (sort === 'low') return sql`(l.price_cents, l.id) <= (${cents}, ${id})`
  return sort === 'high' ? sql`(l.price_cents, l.id) >= (${cents}, ${id})` : sql`l.id >= ${id}`
}

/** The queries of the index that together find everything, the best first; null looks at no text and at no filter of the index. */
async function partsOf(db: Reads, search: ListingSearch): Promise<(string | null)[]> {
  const filters = filterQuery(search)
  if (search.text.trim() === '') return [filters]
  const words = await wantedWords(db, search.text)
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

function filterQuery({ categories, place, miles }: ListingSearch): string | null {
  const named = new Set(categories?.split(',') ?? [])
  const chosen = RENTAL_CATEGORIES.filter((category) => named.has(category))
  const around = place && miles !== undefined ? placesWithin(place, miles) : []
  const places = around.length > 0 ? around : place ? [place] : []
  const terms = [chosen.map(categoryWord), places.map(placeWord)].filter(({ length }) => length > 0)
  return terms.length > 0 ? `filters : (${terms.map((some) => `(${some.join(' OR ')})`).join(' AND ')})` : null
}

function newestFirst(query: string, search: ListingSearch, after: Cursor | null, limit: number): SQL {
  // The inner order is kept. An outer one would look at all finds before it tells the first.
  return sql`SELECT l.id, l.price_cents AS cents FROM (${lookedAt(query, after)}) t CROSS JOIN listings l ON l.id = t.rowid WHERE ${isWanted(search)} LIMIT ${limit}`
}

/** The finds of the index for one page, newest first. */
const lookedAt = (query: string, after: Cursor | null) =>
  sql`SELECT rowid FROM listing_texts WHERE listing_texts MATCH ${query} AND rowid < ${after?.[2] ?? Number.MAX_SAFE_INTEGER} ORDER BY rowid DESC LIMIT ${MOST_LOOKED_AT}`

function byPrice(query: string, search: ListingSearch, after: Cursor | null, limit: number): SQL {
  const order = search.sort === 'low' ? sql`l.price_cents, l.id` : sql`l.price_cents DESC, l.id DESC`
  return sql`SELECT l.id, l.price_cents AS cents FROM (${lookedAt(query, null)}) t CROSS JOIN listings l ON l.id = t.rowid
    WHERE ${beyond(search, after)} AND ${isWanted(search)} ORDER BY ${order} LIMIT ${limit}`
}

/** Is a listing on show, and as the search wants it? */
function isWanted({ from, to, pieces, least, most, outside, ids }: ListingSearch): SQL {
  const conditions = [sql`l.deleted_at IS NULL AND l.hidden_at IS NULL AND l.available = 1 AND l.quantity >= ${pieces}`]
  if (least !== undefined) conditions.push(sql`l.price_cents >= ${dollarsToCents(least)}`)
  if (most !== undefined) conditions.push(sql`l.price_cents <= ${dollarsToCents(most)}`)
  if (from && to) conditions.push(isFree(from, to, pieces))
  if (outside) conditions.push(isOutside(outside.split(',')))
  if (ids) conditions.push(sql`l.id IN (SELECT value FROM json_each(${`[${ids}]`}))`)
  return sql.join(conditions, sql` AND `)
}

function isOutside(areas: string[]): SQL {
  const places = AREAS_OF_PLACES.flatMap(([neighborhood, area]) => (areas.includes(area) ? [neighborhood] : []))
  const isElsewhere = sql`coalesce(l.neighborhood, '') NOT IN (SELECT neighborhood FROM place_areas)`
  const isNotThere = sql`coalesce(l.neighborhood, '') NOT IN (SELECT value FROM json_each(${JSON.stringify(places)}))`
  return areas.includes(ELSEWHERE) ? sql`${isNotThere} AND NOT ${isElsewhere}` : isNotThere
}

function isFree(from: string, to: string, pieces: number): SQL {
  const days = inclusiveDays({ startDate: from, endDate: to })
  return sql`coalesce(l.min_days, 1) <= ${days} AND coalesce(l.max_days, ${days}) >= ${days}
    AND NOT EXISTS (SELECT 1 FROM user_blocked_dates b WHERE b.user_id = l.user_id AND (b.listing_id IS NULL OR b.listing_id = l.id)
      AND b.start_date <= ${to} AND b.end_date >= ${from})
    AND NOT EXISTS (SELECT 1 FROM listing_days d WHERE d.listing_id = l.id
      AND d.day BETWEEN ${from} AND date(${to}, '+' || l.buffer_days || ' days') AND d.taken + ${pieces} > l.quantity)`
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
