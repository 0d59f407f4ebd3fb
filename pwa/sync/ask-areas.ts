import { routes } from '#schema/routes'
import { AreasAnswer } from '#schema/sync'
import { areaScope } from '#schema/sync-scopes'
import { type LocalDb, readMeta, writeMeta } from '../disk/local-db'
import { AREAS, type HeldAreas, PLACES, readAreas } from './held-areas'
import type { HttpAnswer, HttpRequest } from './http'

/** A market grows: so much later the server is asked again. */
const ASK_AGAIN_MS = 6 * 60 * 60_000
/** An area without listings need not be fetched while the answer is as young as this. */
const FRESH_MS = 5 * 60_000

interface AreaParts {
  db: LocalDb
  call(request: HttpRequest): Promise<HttpAnswer>
}

/**
 * Asks the server which areas this device is to hold, around its person's places.
 * @returns null without an answer: the areas stay as they are
 */
export async function askAreas({ db, call }: AreaParts): Promise<'areas' | 'all' | null> {
  const places = (await placesOf(db)).join(',')
  const path = `${routes.areas.path}?${new URLSearchParams({ places })}`
  const answer = await call({ method: routes.areas.method, path })
  if (answer.kind === 'unreachable') return null
  // A server of an earlier build knows no areas.
  const parsed = answer.status === 404 ? null : AreasAnswer.safeParse(answer.json)
  if (parsed && !parsed.success) return null
  const { areas = null, ...further } = parsed?.data ?? {}
  if (areas) await writeMeta(db, AREAS, { ...further, areas, places, askedAt: Date.now() })
  else await db.meta.delete(AREAS)
  return areas ? 'areas' : 'all'
}

/** Asks again after some hours, and when the person has other places by now. A device that holds all listings does not ask. */
export async function refreshAreas(parts: AreaParts): Promise<void> {
  const areas = await readAreas(parts.db)
  if (!areas) return
  const isOld = Math.abs(Date.now() - areas.askedAt) > ASK_AGAIN_MS
  if (isOld || areas.places !== (await placesOf(parts.db)).join(',')) await askAreas(parts)
}

/** The snapshot of an area that had no listings, or no people, a moment ago; null when it has to be fetched. */
export function emptyScope(
  areas: HeldAreas | null,
  scope: string,
): { epoch: string; to: number; chunks: string[] } | null {
  const isEmpty = areas?.areas.some(
    ({ area, listings, people }) =>
      (listings === 0 && areaScope(area) === scope) || (people === 0 && areaScope(area, 'person') === scope),
  )
  const isFresh = areas !== null && Math.abs(Date.now() - areas.askedAt) < FRESH_MS
  return isEmpty && isFresh ? { epoch: areas.epoch, to: areas.to, chunks: [] } : null
}

/** The neighborhood of the person's address, then those that were searched last. */
async function placesOf(db: LocalDb): Promise<string[]> {
  const [me] = await db.me.limit(1).toArray()
  const searched = (await readMeta<string[]>(db, PLACES)) ?? []
  return [...new Set([me?.neighborhood, ...searched])].filter((place) => typeof place === 'string')
}
