import '../test-support/disk-in-memory'
import { beforeEach, describe, expect, test } from 'bun:test'
import { deviceDb } from './device-db'
import { readPhotoBudget, storePhotoBudget } from './photo-budget'
import { dropAllPhotos, dropUnpinned, keepPhoto, type PhotoShelf, touchPhotos, trimPhotos } from './photo-cache'

/** A shelf of so many bytes that refuses what does not fit, as a full disk does. */
function shelfOf(capacity: number): PhotoShelf & { photos: Map<string, number> } {
  const photos = new Map<string, number>()
  return {
    photos,
    async put(url, response) {
      const bytes = (await response.arrayBuffer()).byteLength
      const used = [...photos.values()].reduce((sum, size) => sum + size, 0)
      if (used + bytes > capacity) throw new DOMException('The disk is full', 'QuotaExceededError')
      photos.set(url, bytes)
    },
    remove: async (url) => void photos.delete(url),
    clear: async () => photos.clear(),
  }
}

const photo = (bytes: number) => new Response(new Uint8Array(bytes), { headers: { 'content-type': 'image/jpeg' } })
const lines = async () => (await deviceDb.heldPhotos.toArray()).map(({ url }) => url)
const names = (shelf: { photos: Map<string, number> }) => [...shelf.photos.keys()].sort()

async function keepAll(shelf: PhotoShelf, sizes: Record<string, number>): Promise<void> {
  for (const [url, bytes] of Object.entries(sizes)) expect(await keepPhoto(shelf, url, photo(bytes))).toBe(true)
  // Kept within one millisecond, they would be equally old.
  const held = await deviceDb.heldPhotos.toArray()
  await deviceDb.heldPhotos.bulkPut(held.map((row) => ({ ...row, lastUsed: Object.keys(sizes).indexOf(row.url) })))
}

beforeEach(async () => {
  await Promise.all([deviceDb.heldPhotos.clear(), deviceDb.photoPins.clear(), deviceDb.session.clear()])
})

test('a photo is written down with its size', async () => {
  const shelf = shelfOf(1_000)
  await keepAll(shelf, { '/a': 400 })
  expect(await deviceDb.heldPhotos.toArray()).toMatchObject([{ url: '/a', bytes: 400 }])
  expect(shelf.photos.get('/a')).toBe(400)
})

test('the budget is a choice that lasts; anything else is the default', async () => {
  expect(await readPhotoBudget()).toBe(150_000_000)
  await storePhotoBudget(20_000_000)
  expect(await readPhotoBudget()).toBe(20_000_000)
  await storePhotoBudget(7)
  expect(await readPhotoBudget()).toBe(150_000_000)
})

test('trimming keeps what was asked for and what was shown last', async () => {
  const shelf = shelfOf(1_000)
  await keepAll(shelf, { '/a': 100, '/b': 100, '/c': 100, '/d': 100 })
  await deviceDb.photoPins.put({ url: '/b', reason: 'card', postedAt: '2026-01-01' })
  await touchPhotos(['/a', '/never-held'])
  expect(await trimPhotos(shelf, 200)).toBe(200)
  expect(names(shelf)).toEqual(['/a', '/b'])
  expect(await lines()).toEqual(['/a', '/b'])
})

describe('a full disk', () => {
  test('lets half of the photos go and keeps the new one', async () => {
    const shelf = shelfOf(400)
    await keepAll(shelf, { '/a': 100, '/b': 100, '/c': 100, '/d': 100 })
    expect(await keepPhoto(shelf, '/new', photo(150))).toBe(true)
    expect(names(shelf)).toEqual(['/c', '/d', '/new'])
    expect((await lines()).sort()).toEqual(names(shelf))
    expect((await deviceDb.session.get('photosShortAt'))?.v).toBeNumber()
  })

  test('that has no room at all goes without the photo and without a line for it', async () => {
    const shelf = shelfOf(100)
    expect(await keepPhoto(shelf, '/huge', photo(500))).toBe(false)
    expect([names(shelf), await lines()]).toEqual([[], []])
  })
})

test('freeing space lets go of what nobody asked to keep, and says how much that was', async () => {
  const shelf = shelfOf(1_000)
  await keepAll(shelf, { '/pinned': 100, '/other': 250 })
  await deviceDb.photoPins.put({ url: '/pinned', reason: 'mark', postedAt: '2026-01-01' })
  expect(await dropUnpinned(shelf)).toBe(250)
  expect(names(shelf)).toEqual(['/pinned'])
  expect(await dropUnpinned(shelf)).toBe(0)
  expect(await dropAllPhotos(shelf)).toBe(100)
  expect([names(shelf), await lines()]).toEqual([[], []])
})
