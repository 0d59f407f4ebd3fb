import { onTestFinished, spyOn } from 'bun:test'
import { IDBObjectStore } from 'fake-indexeddb'
import { deviceDb } from '../disk/device-db'
import { browserShelf, keepPhoto } from '../disk/photo-cache'
import { PHOTO_CACHE } from '../disk/photo-cache-names'
import { installCaches } from './caches-in-memory'

/** A device with downloaded photos, whose disk can be full. */
interface DiskWithPhotos {
  /** From now on a row fits only while at most so many photos are held. */
  fill(mostPhotos: number): void
  /** How many photos are held. */
  photos(): number
}

/** Downloads so many photos, until the test is over. */
export async function diskWithPhotos(count: number): Promise<DiskWithPhotos> {
  const { storage, remove } = installCaches()
  for (let nth = 0; nth < count; nth++) await keepPhoto(browserShelf, `/uploads/${nth}.jpg`, new Response('a photo'))
  const photos = () => storage.boxes.get(PHOTO_CACHE)?.size ?? 0
  let most = count
  const writes = (['put', 'add'] as const).map((name) => {
    const write = IDBObjectStore.prototype[name]
    return spyOn(IDBObjectStore.prototype, name).mockImplementation(function (this: IDBObjectStore, ...row) {
      if (photos() > most) throw new DOMException('The disk is full', 'QuotaExceededError')
      return write.apply(this, row)
    })
  })
  onTestFinished(async () => {
    for (const write of writes) write.mockRestore()
    remove()
    await Promise.all([deviceDb.heldPhotos.clear(), deviceDb.session.delete('photosShortAt')])
  })
  return {
    fill(mostPhotos) {
      most = mostPhotos
    },
    photos,
  }
}
