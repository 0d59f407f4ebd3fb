import { browserShelf, keepPhoto, PHOTO_CACHE, touchPhotos, trimPhotos } from '../disk/photo-cache'

/** Counting what is held reads all its lines, so it is done once for so many new photos. */
const TRIM_EVERY = 20
/** Photos shown within this time are noted together. */
const TOUCH_PAUSE_MS = 2_000

// The first one after every start of the worker counts at once.
let addedSinceTrim = TRIM_EVERY - 1
/** A photo that was noted once in this worker's life, which is short, was used lately. */
const touched = new Set<string>()
let touching: { urls: string[]; done: Promise<void> } | null = null

export function isOwnImage(url: URL): boolean {
  return (
    url.origin === location.origin &&
    (/^\/uploads\/[a-f0-9]{64}(-\d+)?\.jpg$/.test(url.pathname) || /^\/api\/users\/\d+\/avatar$/.test(url.pathname))
  )
}

/** Cache first for photos, whose names are their content; avatars are asked for afresh and kept for when there is no answer. */
export async function answerImage(request: Request, event: ExtendableEvent): Promise<Response> {
  const path = new URL(request.url).pathname
  const held = await heldPhoto(path)
  if (held) event.waitUntil(touchSoon(path))
  if (held && path.startsWith('/uploads/')) return held
  try {
    const response = await fetch(request)
    if (isImage(response)) event.waitUntil(keep(path, response.clone()))
    return response
  } catch {
    return held ?? (await nearestWidth(path)) ?? Response.error()
  }
}

async function heldPhoto(path: string): Promise<Response | undefined> {
  try {
    return await (await caches.open(PHOTO_CACHE)).match(path, { ignoreVary: true })
  } catch {
    // The browser is clearing it under this worker.
    return undefined
  }
}

/** A venue's sign-in page also answers with success, and must not stay in a photo's place. */
function isImage(response: Response): boolean {
  return response.ok && !response.redirected && (response.headers.get('content-type') ?? '').startsWith('image/')
}

/** Any width of a photo is better than none. */
async function nearestWidth(path: string): Promise<Response | undefined> {
  const base = /^(\/uploads\/[a-f0-9]{64})/.exec(path)?.[1]
  if (!base) return undefined
  for (const suffix of ['.jpg', '-640.jpg', '-320.jpg']) {
    const found = await heldPhoto(base + suffix)
    if (found) return found
  }
  return undefined
}

async function keep(path: string, response: Response): Promise<void> {
  if (!(await keepPhoto(browserShelf, path, response))) return
  addedSinceTrim += 1
  if (addedSinceTrim < TRIM_EVERY) return
  addedSinceTrim = 0
  await trimPhotos(browserShelf).catch(() => undefined)
}

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
  await touchPhotos(urls).catch(() => undefined)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
