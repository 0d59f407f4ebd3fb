import { deviceDb, type HeldPhoto } from './device-db'
import { beyondBudget, sumBytes } from './evict-photos'
import { readPhotoBudget } from './photo-budget'
import { accountCache, accountOfCache, PHOTO_CACHE } from './photo-cache-names'

/** The store of the bytes: the browser's cache, by path. */
export interface PhotoShelf {
  put(url: string, response: Response): Promise<void>
  remove(url: string): Promise<void>
  clear(): Promise<void>
}

/** The browser's photo caches, the same for pages and worker; what is new is kept as everybody's. */
export const browserShelf: PhotoShelf = {
  put: async (url, response) => (await caches.open(PHOTO_CACHE)).put(url, response),
  async remove(url) {
    for (const name of await photoCaches()) await (await caches.open(name)).delete(url, { ignoreVary: true })
  },
  async clear() {
    for (const name of await photoCaches()) await caches.delete(name)
  },
}

/** The same; what is new is kept for this account alone. */
export function accountShelf(dbName: string): PhotoShelf {
  return { ...browserShelf, put: async (url, response) => (await caches.open(accountCache(dbName))).put(url, response) }
}

async function photoCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name === PHOTO_CACHE || accountOfCache(name) !== null)
}

/** Forgets every photo that an account alone may see. */
export async function dropAccountPhotos(dbName: string): Promise<void> {
  const name = accountCache(dbName)
  if (typeof caches === 'undefined' || !(await caches.has(name))) return
  const paths = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
  await caches.delete(name)
  await deviceDb.heldPhotos.bulkDelete(paths)
}

/**
 * Keeps one photo, written down first: a photo without its line would never be counted, a line without its photo only
 * ends a little early. When the disk is full half of the photos give way and it is tried once more.
 * @returns whether it is kept
 */
export async function keepPhoto(shelf: PhotoShelf, url: string, response: Response): Promise<boolean> {
  const bytes = await response.arrayBuffer()
  const place = async () => {
    await deviceDb.heldPhotos.put({ url, bytes: bytes.byteLength, lastUsed: Date.now() })
    await shelf.put(url, new Response(bytes, { headers: response.headers }))
  }
  try {
    try {
      await place()
    } catch {
      await deviceDb.heldPhotos.delete(url)
      await noteShortOfSpace()
      await trimHalf(shelf)
      await place()
    }
    return true
  } catch {
    // Photos are the first to go without: the screen shows this one all the same.
    await deviceDb.heldPhotos.delete(url).catch(() => undefined)
    return false
  }
}

/** Lets go of half of the photos, for what matters more and finds the disk full. @returns bytes freed */
export async function letHalfGo(shelf: PhotoShelf): Promise<number> {
  const freed = await trimHalf(shelf)
  if (freed > 0) await noteShortOfSpace()
  return freed
}

async function trimHalf(shelf: PhotoShelf): Promise<number> {
  return trimPhotos(shelf, sumBytes(await deviceDb.heldPhotos.toArray()) / 2)
}

async function noteShortOfSpace(): Promise<void> {
  await deviceDb.session.put({ k: 'photosShortAt', v: Date.now() }).catch(() => undefined)
}

/** Lets go of photos until at most `maxBytes` are left, the budget unless said otherwise. @returns bytes freed */
export async function trimPhotos(shelf: PhotoShelf, maxBytes?: number): Promise<number> {
  const limit = maxBytes ?? (await readPhotoBudget())
  const [held, pins] = await Promise.all([deviceDb.heldPhotos.toArray(), deviceDb.photoPins.toArray()])
  return letGo(shelf, beyondBudget(held, pins, limit))
}

/** Lets go of every photo that is not wanted without a connection. @returns bytes freed */
export async function dropUnpinned(shelf: PhotoShelf): Promise<number> {
  const [held, pins] = await Promise.all([deviceDb.heldPhotos.toArray(), deviceDb.photoPins.toArray()])
  const pinned = new Set(pins.map(({ url }) => url))
  return letGo(
    shelf,
    held.filter(({ url }) => !pinned.has(url)),
  )
}

/** Lets go of all photos. @returns bytes freed */
export async function dropAllPhotos(shelf: PhotoShelf): Promise<number> {
  const freed = sumBytes(await deviceDb.heldPhotos.toArray())
  await shelf.clear()
  await deviceDb.heldPhotos.clear()
  return freed
}

async function letGo(shelf: PhotoShelf, leaving: HeldPhoto[]): Promise<number> {
  for (const { url } of leaving) await shelf.remove(url)
  await deviceDb.heldPhotos.bulkDelete(leaving.map(({ url }) => url))
  return sumBytes(leaving)
}

/** Notes that these photos were shown just now. */
export async function touchPhotos(urls: readonly string[]): Promise<void> {
  const lastUsed = Date.now()
  await deviceDb.transaction('rw', deviceDb.heldPhotos, async () => {
    const held = (await deviceDb.heldPhotos.bulkGet([...urls])).filter((photo) => photo !== undefined)
    await deviceDb.heldPhotos.bulkPut(held.map((photo) => ({ ...photo, lastUsed })))
  })
}
