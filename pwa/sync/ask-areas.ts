import { routes } from '#schema/routes'
import { AreasAnswer } from '#schema/sync'
import { type LocalDb, writeMeta } from '../disk/local-db'
import { AREAS, type HeldParts, partsOf, readParts } from './held-areas'
import type { HttpAnswer, HttpRequest } from './http'
import { collectionOf, packOf } from './packs'
import { pinListed, pinned } from './pins'

/** A market grows: so much later the server is asked again. */
const ASK_AGAIN_MS = 6 * 60 * 60_000
/** A part without rows need not be fetched while the answer is as young as this. */
const FRESH_MS = 5 * 60_000

interface AreaParts {
  db: LocalDb
  call(request: HttpRequest): Promise<HttpAnswer>
}

/**
 * Asks the server what this device is to hold of a market that may be too large for it, around its person's places.
 * @returns whether there was an answer: without one everything stays as it is
 */
export async function askAreas({ db, call }: AreaParts): Promise<boolean> {
  const places = (await placesOf(db)).join(',')
  const path = `${routes.areas.path}?${new URLSearchParams({ places })}`
  const answer = await call({ method: routes.areas.method, path })
  if (answer.kind === 'unreachable') return false
  // A server of an earlier build knows no areas.
  const parsed = answer.status === 404 ? null : AreasAnswer.safeParse(answer.json)
  if (parsed && !parsed.success) return false
  const { areas = null, parts = {} } = parsed?.data ?? {}
  if (areas || Object.keys(parts).length > 0)
    await writeMeta(db, AREAS, { ...parsed?.data, places, askedAt: Date.now() })
  else await db.meta.delete(AREAS)
  return true
}

/** Asks again after some hours, and when the person has other places by now. A device that holds all public rows does not ask. */
export async function refreshAreas(parts: AreaParts): Promise<void> {
  const held = await readParts(parts.db)
  if (!held) return
  await pinListed(parts.db)
  const isOld = Math.abs(Date.now() - held.askedAt) > ASK_AGAIN_MS
  if (isOld || (await hasOtherPlaces(parts.db))) await askAreas(parts)
}

/** Has the person of a device that holds areas other places than those around which it was told of them? */
export async function hasOtherPlaces(db: LocalDb): Promise<boolean> {
  const held = await readParts(db)
  return held !== null && held.places !== (await placesOf(db)).join(',')
}

/** The snapshot of a part that had no rows a moment ago; null when it has to be fetched. */
export function emptyScope(
  held: HeldParts | null,
  scope: string,
): { epoch: string; to: number; chunks: string[] } | null {
  const pack = packOf(scope)
  const part = pack && partsOf(held, collectionOf(pack))?.find((one) => one.scope === scope)
  const isFresh = held !== null && Math.abs(Date.now() - held.askedAt) < FRESH_MS
  return part?.rows === 0 && isFresh ? { epoch: held.epoch, to: held.to, chunks: [] } : null
}

/** The neighborhood of the person's address, then those that were searched last. */
async function placesOf(db: LocalDb): Promise<string[]> {
  const [me] = await db.me.limit(1).toArray()
  return [...new Set([me?.neighborhood, ...(await pinned(db, 'place'))])].filter((place) => typeof place === 'string')
}
