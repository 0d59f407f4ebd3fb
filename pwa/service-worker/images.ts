import { accountDbName } from '../disk/account-db-name'
import { isSignOutPending, storedUser } from '../disk/device-db'
import { accountShelf, browserShelf, keepPhoto, touchPhotos, trimPhotos } from '../disk/photo-cache'
import { accountCache, PHOTO_CACHE } from '../disk/photo-cache-names'
import { oneAtATime } from '../session/one-at-a-time'

/** Counting what is held reads all its lines, so it is done once for so many new photos. */
const TRIM_EVERY = 20

// The first one after every start of the worker counts at once.
let addedSinceTrim = TRIM_EVERY - 1

/**
 * The answer to a request for a photo or an avatar that is not among everybody's. Photos, whose names are their content, are taken from
 * this device first; avatars are asked for afresh and kept for when there is no answer. What the server shows to this device's
 * account alone is kept with the account, and shown while it is signed in.
 */
export async function fetchImage(
  request: Request,
  event: { waitUntil(work: Promise<unknown>): void },
): Promise<Response> {
  const path = new URL(request.url).pathname
  const account = await signedIn()
  const held = await heldPhoto(path, account)
  if (held) event.waitUntil(touchPhotos([path]).catch(() => undefined))
  if (held && path.startsWith('/uploads/')) return held
  try {
    const response = await fetch(request)
    if (isImage(response)) event.waitUntil(keep(path, response.clone(), account))
    return response
  } catch {
    return held ?? (await nearestWidth(path, account)) ?? Response.error()
  }
}

/** The database of the account that is signed in here; null for a visitor, during a sign-out, and while the disk cannot be read. */
async function signedIn(): Promise<string | null> {
  const read = async () => ((await isSignOutPending()) ? null : storedUser())
  const user = await read().catch(() => null)
  return user && accountDbName(user)
}

async function heldPhoto(path: string, account: string | null): Promise<Response | undefined> {
  try {
    for (const cacheName of [PHOTO_CACHE, ...(account ? [accountCache(account)] : [])]) {
      const found = await caches.match(path, { cacheName, ignoreVary: true })
      if (found) return found
    }
  } catch {
    // The browser is clearing it under this worker.
  }
  return undefined
}

/** A venue's sign-in page also answers with success, and must not stay in a photo's place. */
function isImage(response: Response): boolean {
  return response.ok && !response.redirected && (response.headers.get('content-type') ?? '').startsWith('image/')
}

/** Any width of a photo is better than none; pages that opened before this worker have theirs in the browser's own cache. */
async function nearestWidth(path: string, account: string | null): Promise<Response | undefined> {
  const base = /^(\/uploads\/[a-f0-9]{64})/.exec(path)?.[1]
  if (!base) return undefined
  for (const suffix of ['.jpg', '-640.jpg', '-320.jpg']) {
    const found = (await heldPhoto(base + suffix, account)) ?? (await browserHeld(base + suffix))
    if (found) return found
  }
  return undefined
}

async function browserHeld(path: string): Promise<Response | undefined> {
  const found = await fetch(path, { mode: 'same-origin', cache: 'only-if-cached', redirect: 'error' }).catch(
    () => undefined,
  )
  return found?.ok ? found : undefined
}

async function keep(path: string, response: Response, account: string | null): Promise<void> {
  const isPrivate = response.headers.get('cache-control')?.includes('private')
  const isKept = isPrivate ? await keepPrivate(path, response, account) : await keepPhoto(browserShelf, path, response)
  if (!isKept) return
  addedSinceTrim += 1
  if (addedSinceTrim < TRIM_EVERY) return
  addedSinceTrim = 0
  await trimPhotos(browserShelf).catch(() => undefined)
}

/** In turn with signing out: an answer to somebody who has left meanwhile is not kept. */
function keepPrivate(path: string, response: Response, account: string | null): Promise<boolean> {
  return oneAtATime(async () => {
    if (account === null || (await signedIn()) !== account) return false
    return keepPhoto(accountShelf(account), path, response)
  })
}
