import type { Page } from '@playwright/test'

const MEGABYTE = 1_000_000

/** Bytes in the browser's photo cache, counted there and not where the app writes it down. */
export function keptPhotoBytes(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const cache = await caches.open('photos-1')
    const sizes = await Promise.all(
      (await cache.keys()).map(async (key) => (await (await cache.match(key))?.blob())?.size ?? 0),
    )
    return sizes.reduce((sum, size) => sum + size, 0)
  })
}

/** Fills the device with so many photos of one megabyte that the person came across long ago. */
export function keepForeignPhotos(page: Page, count: number): Promise<void> {
  return page.evaluate(
    async ({ count, size }) => {
      const cache = await caches.open('photos-1')
      const opened = indexedDB.open('trestle-device')
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        opened.onsuccess = () => resolve(opened.result)
        opened.onerror = () => reject(opened.error)
      })
      for (let n = 0; n < count; n++) {
        const url = `/uploads/${n.toString(16).padStart(64, 'f')}.jpg`
        await cache.put(url, new Response(new Uint8Array(size), { headers: { 'content-type': 'image/jpeg' } }))
        const written = db.transaction('heldPhotos', 'readwrite')
        written.objectStore('heldPhotos').put({ url, bytes: size, lastUsed: n })
        await new Promise((resolve) => {
          written.oncomplete = resolve
        })
      }
      db.close()
    },
    { count, size: MEGABYTE },
  )
}

/** How many shares nobody has taken up. */
export function sharedLeft(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const opened = indexedDB.open('trestle-device')
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      opened.onsuccess = () => resolve(opened.result)
      opened.onerror = () => reject(opened.error)
    })
    const counted = db.transaction('shared').objectStore('shared').count()
    const left = await new Promise<number>((resolve) => {
      counted.onsuccess = () => resolve(counted.result)
    })
    db.close()
    return left
  })
}

/** Stops all service workers as the browser does after a while: the next request starts them cold. */
export async function stopWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
}

/** Shares photos to the product as the system does: a form sent to the share target's address. */
export async function shareFromGallery(
  page: Page,
  photos: string[],
  words: { title?: string; text?: string; url?: string },
): Promise<void> {
  await page.evaluate((said) => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data', id: 'gallery' })
    for (const [name, value] of Object.entries(said)) {
      form.append(Object.assign(document.createElement('input'), { name, value }))
    }
    form.append(Object.assign(document.createElement('input'), { name: 'photos', type: 'file', multiple: true }))
    document.body.append(form)
  }, words)
  if (photos.length > 0) await page.locator('#gallery input[type=file]').setInputFiles(photos)
  await page.locator('#gallery').evaluate((form) => (form as HTMLFormElement).submit())
}
