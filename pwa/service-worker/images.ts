/** Photos and avatars of our own origin: immutable, never private. */
const CACHE = 'photos-1'
/** The written end of the cache: whichever of the three is reached first. */
const MAX_PHOTOS = 1_500
const MAX_BYTES = 60_000_000
const MAX_AGE_MS = 60 * 86_400_000
/** Tidying walks the whole cache, so it is done once for so many new photos. */
const TIDY_EVERY = 50
const KEPT_AT = 'x-kept-at'

let added = 0

export function isOwnImage(url: URL): boolean {
  return (
    url.origin === location.origin &&
    (/^\/uploads\/[a-f0-9]{64}(-\d+)?\.jpg$/.test(url.pathname) || /^\/api\/users\/\d+\/avatar$/.test(url.pathname))
  )
}

/** Cache first for photos, whose names are their content; avatars are asked for afresh and kept for when there is no answer. */
export async function answerImage(request: Request, event: ExtendableEvent): Promise<Response> {
  const cache = await caches.open(CACHE)
  const held = await cache.match(request, { ignoreVary: true })
  const immutable = new URL(request.url).pathname.startsWith('/uploads/')
  if (held && immutable) return held
  try {
    const response = await fetch(request)
    if (response.ok) event.waitUntil(keep(cache, request, response.clone()))
    return response
  } catch {
    return held ?? (await nearestWidth(cache, request)) ?? Response.error()
  }
}

/** Any width of a photo is better than none. */
async function nearestWidth(cache: Cache, request: Request): Promise<Response | undefined> {
  const base = /^(.*\/uploads\/[a-f0-9]{64})/.exec(request.url)?.[1]
  if (!base) return undefined
  for (const suffix of ['.jpg', '-640.jpg', '-320.jpg']) {
    const found = await cache.match(base + suffix, { ignoreVary: true })
    if (found) return found
  }
  return undefined
}

async function keep(cache: Cache, request: Request, response: Response): Promise<void> {
  const headers = new Headers(response.headers)
  headers.set(KEPT_AT, String(Date.now()))
  try {
    await cache.put(request, new Response(await response.arrayBuffer(), { headers }))
  } catch {
    // The disk is full: photos are the first to give way.
    await tidy(cache, MAX_PHOTOS / 2, MAX_BYTES / 2)
  }
  added += 1
  if (added % TIDY_EVERY === 0) await tidy(cache, MAX_PHOTOS, MAX_BYTES)
}

/** Removes what is too old, then the oldest beyond the limits. */
async function tidy(cache: Cache, maxPhotos: number, maxBytes: number): Promise<void> {
  const entries = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const response = await cache.match(request)
      return {
        request,
        keptAt: Number(response?.headers.get(KEPT_AT) ?? 0),
        bytes: (await response?.blob())?.size ?? 0,
      }
    }),
  )
  let photos = 0
  let bytes = 0
  for (const entry of entries.toSorted((a, b) => b.keptAt - a.keptAt)) {
    photos += 1
    bytes += entry.bytes
    if (photos > maxPhotos || bytes > maxBytes || Date.now() - entry.keptAt > MAX_AGE_MS)
      await cache.delete(entry.request)
  }
}
