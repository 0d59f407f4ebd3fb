import { PHOTO_CACHE } from '../disk/photo-cache-names'
import { loadEvents } from './load-events'

/** Photos shown within this time are noted together, after the screen that shows them. No new version takes over meanwhile. */
const TOUCH_PAUSE_MS = 1_000

/** A photo that was noted once in this worker's life, which is short, was used lately. */
const touched = new Set<string>()
let touching: { urls: string[]; done: Promise<void> } | null = null

export function isOwnImage(url: URL): boolean {
  return (
    url.origin === location.origin &&
    (/^\/uploads\/[a-f0-9]{64}(-\d+)?\.jpg$/.test(url.pathname) || /^\/api\/users\/\d+\/avatar$/.test(url.pathname))
  )
}

/** A photo that everybody may see and this device has is answered without any database; the others are looked for. */
export async function answerImage(request: Request, event: ExtendableEvent): Promise<Response> {
  const path = new URL(request.url).pathname
  const held = path.startsWith('/uploads/') && (await heldByEverybody(path))
  if (!held) return loadEvents().fetchImage(request, event)
  event.waitUntil(touchSoon(path))
  return held
}

/** Undefined also while the browser is clearing the cache under this worker. */
const heldByEverybody = (path: string): Promise<Response | undefined> =>
  caches.match(path, { cacheName: PHOTO_CACHE, ignoreVary: true }).catch(() => undefined)

function touchSoon(path: string): Promise<void> {
  if (touched.has(path)) return Promise.resolve()
  touched.add(path)
  touching ??= { urls: [], done: pause(TOUCH_PAUSE_MS).then(writeTouched) }
  touching.urls.push(path)
  return touching.done
}

async function writeTouched(): Promise<void> {
  const urls = touching?.urls ?? []
  touching = null
  // A disk that cannot be written now: they are noted when they are shown next.
  await loadEvents()
    .touchPhotos(urls)
    .catch(() => undefined)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
