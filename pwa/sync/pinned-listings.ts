import type { CatalogueListing } from '#schema/listing'
import { routes } from '#schema/routes'
import type { SnapshotRow } from '#schema/sync'
import { type LocalDb, readMeta, writeMeta } from '../disk/local-db'
import { type Catalogue, GENERATION } from './catalogue'
import { readAreas } from './held-areas'
import type { HttpAnswer, HttpRequest } from './http'
import { PINNED } from './packs'

/** Where the listings that were opened last are kept, and what is pinned. */
const OPENED = 'opened'
const PINS = 'pins'
const OPENED_MOST = 30
const OPENED_KEPT_MS = 30 * 24 * 60 * 60_000
const PINS_MOST = 100
const ASK_AGAIN_MS = 60 * 60_000

interface Opened {
  id: number
  at: number
}

interface Pins {
  ids: string
  askedAt: number
}

/** Remembers that a listing was opened which is not on this device: it is kept here for some weeks. */
export async function noteOpened(db: LocalDb, id: number): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const earlier = (await readMeta<Opened[]>(db, OPENED)) ?? []
    const others = earlier.filter((one) => one.id !== id)
    await writeMeta(db, OPENED, [{ id, at: Date.now() }, ...others].slice(0, OPENED_MOST))
  })
}

interface PinParts {
  db: LocalDb
  catalogue: Catalogue
  call(request: HttpRequest): Promise<HttpAnswer>
}

/**
 * Keeps the listings outside of this device's areas that were opened lately, are rented or lie on a board; asks for them
 * when there are others, and every hour. A device that holds all listings pins none.
 * @returns whether they are other ones now
 */
export async function keepPinned({ db, catalogue, call }: PinParts): Promise<boolean> {
  const held = await readMeta<Pins>(db, PINS)
  if (!(await readAreas(db))) {
    // All listings have taken their place. A market that grows again has them asked for anew.
    if (held) await db.meta.delete(PINS)
    return false
  }
  const wanted = (await neededIds(db)).filter((id) => (catalogue.packOf('listing', id) ?? PINNED) === PINNED)
  const ids = wanted.slice(0, PINS_MOST).join(',')
  const isFresh = Math.abs(Date.now() - (held?.askedAt ?? 0)) < ASK_AGAIN_MS
  if (held?.ids === ids && (ids === '' || isFresh)) return false
  const rows = ids === '' ? [] : await askFor(call, ids)
  if (!rows) return false
  await db.transaction('rw', [db.meta, db.chunks], async () => {
    // Newer than none: a row that the feed brings takes its place.
    const text = JSON.stringify(rows.map((row): SnapshotRow<CatalogueListing> => [0, String(row.id), row]))
    if (rows.length > 0) await db.chunks.put({ coll: PINNED, n: 0, text })
    else await db.chunks.delete([PINNED, 0])
    await writeMeta(db, PINS, { ids, askedAt: Date.now() })
    await writeMeta(db, GENERATION, crypto.randomUUID())
  })
  return true
}

async function askFor(call: PinParts['call'], ids: string): Promise<CatalogueListing[] | null> {
  const query = new URLSearchParams({ ids, limit: String(PINS_MOST) })
  const answer = await call({ method: routes.searchListings.method, path: `${routes.searchListings.path}?${query}` })
  return answer.kind === 'answered' && answer.ok ? (answer.json as { listings: CatalogueListing[] }).listings : null
}

/** The listings that were opened last first, then those of offers and rentals, then those on boards. */
async function neededIds(db: LocalDb): Promise<number[]> {
  const opened = ((await readMeta<Opened[]>(db, OPENED)) ?? []).filter(({ at }) => Date.now() - at < OPENED_KEPT_MS)
  const bookings = await db.bookings.orderBy('id').reverse().toArray()
  const boards = await db.boards.toArray()
  const things = boards.flatMap((board) => board.things ?? []).filter(({ kind }) => kind === 'listing')
  const rented = bookings.map(({ listingId: id }) => ({ id }))
  return [...new Set([...opened, ...rented, ...things].map(({ id }) => id))]
}
