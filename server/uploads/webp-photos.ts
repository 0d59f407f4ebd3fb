import { WEBP_QUALITY } from '#schema/upload'
import type { Deps } from '../deps'
import { createSemaphore } from '../http/semaphore'
import type { Objects } from '../storage/objects'
import { webpName } from './photo-store'

/** All markets of the process take turns together. Behind so many others the JPEG is sent. */
const making = createSemaphore({ places: 2, each: 2, line: 50, waiting: 50 })
const underWay = new WeakMap<Objects, Map<string, Promise<Blob | null>>>()

/** Does the request say that WebP is taken? Those of browsers do; programs that preview a link often do not. */
export function takesWebp(request: Request): boolean {
  return request.headers.get('accept')?.includes('image/webp') ?? false
}

/**
 * A photo as WebP, which has half the bytes: made the first time that somebody asks for it, and kept beside the JPEG.
 * @param jpeg the file of that name
 * @returns null when it cannot be made now
 */
export async function webpPhoto({ photos, log }: Deps, name: string, jpeg: Blob): Promise<Blob | null> {
  const kept = await photos.get(webpName(name))
  if (kept) return kept
  const made = underWay.get(photos) ?? new Map<string, Promise<Blob | null>>()
  underWay.set(photos, made)
  const known = made.get(name)
  if (known) return known
  const work = make(photos, name, jpeg)
    .catch((error) => {
      log({ level: 'warn', what: 'a photo was not made into WebP', name, reason: String(error) })
      return null
    })
    .finally(() => made.delete(name))
  made.set(name, work)
  return work
}

async function make(photos: Objects, name: string, jpeg: Blob): Promise<Blob> {
  return making.take({ key: name, rank: 0 }, async () => {
    const webp = await new Bun.Image(await jpeg.bytes()).webp({ quality: WEBP_QUALITY }).bytes()
    await photos.put(webpName(name), webp)
    return new Blob([new Uint8Array(webp)], { type: 'image/webp' })
  })
}
