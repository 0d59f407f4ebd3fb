import { addDays, type DateRange } from '#schema/date-range'
import type { CatalogueListing } from '#schema/listing'
import type { SnapshotRow } from '#schema/sync'
import { publicScopes } from '#schema/sync-scopes'
import type { BenchRow } from '../../../server/test-support/bench-rounds'
import { inTurn, median } from '../../../server/test-support/bench-rounds'
import { Catalogue, fillCollection } from '../../db/catalogue'
import { type ListingFilter, ListingIndex } from '../../db/filter-listings'
import { LocalDb } from '../../db/local-db'
import { fetchSnapshot } from '../../sync/fetch-snapshot'
import type { Snapshot } from '../../sync/pull'

const ROUNDS = 7
/** A single search is too short for the browser's clock. */
const SEARCHES = 10

Object.assign(window, { runBench })

async function runBench(): Promise<BenchRow[]> {
  const snapshot = await fetchSnapshot(publicScopes.listing, () => undefined)
  if (!snapshot) throw new Error('There is no snapshot')
  const { row, listings } = await benchFill(snapshot)
  return [...(await benchFilter(listings)), row]
}

/** The first fill, from text to rows that can be searched, against one row per record. */
async function benchFill({ chunks, to }: Snapshot): Promise<{ row: BenchRow; listings: readonly CatalogueListing[] }> {
  let listings: readonly CatalogueListing[] = []
  const ours = async () => {
    const db = new LocalDb(`bench-${crypto.randomUUID()}`)
    await db.open()
    const ms = await timed(async () => {
      await fillCollection(db, 'listing', chunks, to)
      const catalogue = new Catalogue(db)
      await catalogue.open()
      listings = catalogue.all('listing')
    })
    await db.delete()
    return ms
  }
  const row = { what: `first fill of ${count(chunks)} listings`, yardstick: 'raw IndexedDB, one record per row' }
  return { row: { ...row, ...(await inTurn(ROUNDS, ours, () => fillRaw(chunks))) }, listings }
}

/** The same bytes as rows of a plain object store, in one transaction and as durable. */
async function fillRaw(chunks: string[]): Promise<number> {
  const name = `raw-${crypto.randomUUID()}`
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('listings', { keyPath: 'id' })
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const ms = await timed(
    () =>
      new Promise<void>((resolve, reject) => {
        const transaction = db.transaction('listings', 'readwrite', { durability: 'strict' })
        const store = transaction.objectStore('listings')
        for (const text of chunks) for (const [q, , row] of rowsOf(text)) store.put({ ...row, q })
        transaction.oncomplete = () => resolve()
        transaction.onerror = () => reject(transaction.error)
      }),
  )
  db.close()
  indexedDB.deleteDatabase(name)
  return ms
}

function rowsOf(text: string): SnapshotRow<CatalogueListing>[] {
  return JSON.parse(text)
}

function count(chunks: string[]): string {
  return chunks.reduce((sum, text) => sum + rowsOf(text).length, 0).toLocaleString('en')
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

/** The local filter, each kind of question for itself, against a plain filter over the same array. */
async function benchFilter(listings: readonly CatalogueListing[]): Promise<BenchRow[]> {
  const index = new ListingIndex(listings)
  const blockedOf = someBlocked(listings)
  const personOf = (userId: number) => ({ blocked: blockedOf(userId) })
  const rows: BenchRow[] = []
  for (const [what, filter] of questions(listings)) {
    const expected = plainFilter(listings, filter, blockedOf)
    const found = index.search(filter, personOf)
    if (found.map(({ id }) => id).join() !== expected.map(({ id }) => id).join())
      throw new Error(`${what}: the two filters do not agree`)
    const many = (search: () => unknown) => async () =>
      (await timed(async () => {
        for (let nth = 0; nth < SEARCHES; nth++) search()
      })) / SEARCHES
    const times = await inTurn(
      ROUNDS,
      many(() => index.search(filter, personOf)),
      many(() => plainFilter(listings, filter, blockedOf)),
    )
    rows.push({ what: `filter by ${what} (${found.length} found)`, ...times, yardstick: 'a plain array filter' })
  }
  const [, filter] = questions(listings)[1] ?? []
  if (filter) {
    const once = (search: () => unknown) => () => timed(async () => void search())
    const times = await inTurn(
      ROUNDS,
      once(() => new ListingIndex(listings).search(filter, personOf)),
      once(() => plainFilter(listings, filter, blockedOf)),
    )
    rows.push({ what: 'filter by a weekend, first time after a change', ...times, yardstick: 'a plain array filter' })
  }
  return rows
}

/** Every fifth owner is away for a week. */
function someBlocked(listings: readonly CatalogueListing[]): (userId: number) => [string, string][] {
  const start = median(listings.slice(0, 1).map(({ busy }) => Date.parse(busy[0]?.[0] ?? '')))
  const day = new Date(start).toISOString().slice(0, 10)
  const away: [string, string][] = [[day, addDays(day, 6)]]
  return (userId) => (userId % 5 === 0 ? away : [])
}

function questions(listings: readonly CatalogueListing[]): [string, ListingFilter][] {
  const startDate = listings[0]?.busy[0]?.[0] ?? ''
  const days = (length: number): DateRange => ({ startDate, endDate: addDays(startDate, length - 1) })
  const nothing: ListingFilter = { search: '', categories: [], range: null }
  return [
    ['words', { ...nothing, search: 'walnut' }],
    ['a weekend', { ...nothing, range: days(3) }],
    ['two months', { ...nothing, range: days(60) }],
    ['words, category and a week', { search: 'oak', categories: ['tableware', 'linens'], range: days(7) }],
  ]
}

/** What one would write without thinking of an index. */
function plainFilter(
  listings: readonly CatalogueListing[],
  { search, categories, range }: ListingFilter,
  blockedOf: (userId: number) => readonly (readonly [string, string])[],
): CatalogueListing[] {
  const needle = search.trim().toLowerCase()
  return listings.filter(
    ({ title, description, category, busy, quantity, userId }) =>
      (categories.length === 0 || categories.includes(category)) &&
      (title.toLowerCase().includes(needle) ||
        description.toLowerCase().includes(needle) ||
        category.toLowerCase().includes(needle)) &&
      (!range ||
        (busy.filter(([start, end]) => start <= range.endDate && end >= range.startDate).length < quantity &&
          !blockedOf(userId).some(([start, end]) => start <= range.endDate && end >= range.startDate))),
  )
}
