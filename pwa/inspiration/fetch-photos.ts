import { deviceDb, type PhotoPin } from '../disk/device-db'
import { idle } from '../disk/idle'
import type { LocalDb } from '../disk/local-db'
import { readPhotoBudget } from '../disk/photo-budget'
import type { Catalogue } from '../sync/catalogue'
import { reachability } from '../sync/reachability'
import { readBoards } from './boards/board-queries'
import { type ConnectionReport, handoverPhotos, mayFetchAhead, photosToFetch, photosToKeep } from './keep-photos'
import { readMarks } from './mark-queries'

const AT_ONCE = 3
/** Photos wait longer for an idle page than pictures of its screen do. */
const IDLE_LIMIT_MS = 10_000
const IDLE_INSTEAD_MS = 2_000
const LOCK = 'trestle-photos'

/**
 * Decides which photos this device should hold and fetches what is missing, a few at a time while nothing else is going
 * on, and one page after the other. The service worker keeps what passes through it; without a worker in charge there is nothing to do. Ends early when
 * the page is hidden, the connection poor or gone, or `isStopped` says so: a later call goes on where this ended.
 * @returns whether everything was fetched
 */
export function fetchPhotos(db: LocalDb, catalogue: Catalogue, isStopped: () => boolean): Promise<boolean> {
  return navigator.locks.request(LOCK, async () => {
    await idle(IDLE_LIMIT_MS, IDLE_INSTEAD_MS)
    if (isStopped()) return false
    await catalogue.open()
    const { own, wanted } = await readMarks(db)
    const isMarked = (kind: string, id: number) => wanted.get(`${kind}/${id}`) ?? own.has(`${kind}/${id}`)
    const isKept = (id: number) => isMarked('like', id) || isMarked('save', id)
    const pins = photosToKeep(catalogue.all('post'), isKept, await ownThings(db, catalogue))
    await writePins(pins)
    const missing = photosToFetch(pins, await deviceDb.heldPhotos.toArray(), await readPhotoBudget())
    for (let start = 0; start < missing.length; start += AT_ONCE) {
      await idle(IDLE_LIMIT_MS, IDLE_INSTEAD_MS)
      if (isStopped() || !mayGoOn()) return false
      const answers = await Promise.all(missing.slice(start, start + AT_ONCE).map(({ url }) => fetchOne(url)))
      if (answers.includes('unreachable')) return false
    }
    return true
  })
}

/** Photos of what the person has booked, lends, ordered and makes, of its hand-overs, of claims and of things on boards, the newest first. */
async function ownThings(db: LocalDb, catalogue: Catalogue): Promise<{ imageUrl: string; createdAt: string }[]> {
  const [bookings, purchases, handovers, claims, boards] = await Promise.all([
    db.bookings.toArray(),
    db.purchases.toArray(),
    db.handovers.toArray(),
    db.damageReports.toArray(),
    readBoards(db),
  ])
  const photoOf = (kind: 'listing' | 'item', id: number, createdAt: string) => {
    const imageUrl = catalogue.get(kind, id)?.mainImage
    return imageUrl ? [{ imageUrl, createdAt }] : []
  }
  return [
    ...bookings.flatMap(({ listingId, createdAt }) => photoOf('listing', listingId, createdAt)),
    ...purchases.flatMap(({ itemId, createdAt }) => photoOf('item', itemId, createdAt)),
    ...boards.flatMap(({ things = [], createdAt }) => things.flatMap(({ kind, id }) => photoOf(kind, id, createdAt))),
    ...handovers.flatMap(handoverPhotos),
    ...claims.flatMap(({ images, renterResponseImages, createdAt }) =>
      [...images, ...(renterResponseImages ?? [])].map((imageUrl) => ({ imageUrl, createdAt })),
    ),
  ].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
}

/** Replaced as a whole, and only when something is different: most pulls change nothing here. */
async function writePins(pins: PhotoPin[]): Promise<void> {
  await deviceDb.transaction('rw', deviceDb.photoPins, async () => {
    const before = new Map((await deviceDb.photoPins.toArray()).map((pin) => [pin.url, pin]))
    const isSame = pins.length === before.size && pins.every(({ url, reason }) => before.get(url)?.reason === reason)
    if (isSame) return
    await deviceDb.photoPins.clear()
    await deviceDb.photoPins.bulkPut(pins)
  })
}

async function fetchOne(url: string): Promise<'done' | 'unreachable'> {
  try {
    // Read to its end, or the browser may give up a download that nobody takes.
    await (await fetch(url, { priority: 'low', headers: { accept: 'image/webp,*/*' } })).arrayBuffer()
    return 'done'
  } catch {
    return 'unreachable'
  }
}

function mayGoOn(): boolean {
  const { connection } = navigator as Navigator & { connection?: ConnectionReport }
  return (
    document.visibilityState === 'visible' &&
    Boolean(navigator.serviceWorker?.controller) &&
    reachability().reachable &&
    mayFetchAhead(connection)
  )
}
