import type { AreasAnswer } from '#schema/sync'
import {
  AREA_COLLECTIONS,
  type AreaCollection,
  areaScope,
  type PublicCollection,
  publicScopes,
} from '#schema/sync-scopes'
import { type LocalDb, readMeta, writeMeta } from '../disk/local-db'
import { collectionOf, packOf } from './packs'

/** Where the areas are kept that this device holds, and the places that its person has searched, the last one first. */
export const AREAS = 'areas'
export const PLACES = 'places'
const SEARCHED_PLACES = 3

/** The server's answer for these places, in a market whose listings do not all fit on a device. */
export interface HeldAreas extends AreasAnswer {
  areas: NonNullable<AreasAnswer['areas']>
  places: string
  /** By the clock of this device. */
  askedAt: number
}

/** The areas that this device is to hold; null where it holds all listings. */
export async function readAreas(db: LocalDb): Promise<HeldAreas | null> {
  return (await readMeta<HeldAreas>(db, AREAS)) ?? null
}

/** The areas of which this device has all listings. */
export function fullyHeld({ areas }: HeldAreas): string {
  return areas.flatMap(({ area, isPart }) => (isPart ? [] : [area])).join(',')
}

/** The scopes of a collection that this device is to hold. */
export function scopesOf(areas: HeldAreas | null, coll: PublicCollection): string[] {
  return areas && isDivided(areas, coll) ? areas.areas.map(({ area }) => areaScope(area, coll)) : [publicScopes[coll]]
}

/** A server of an earlier build divides listings alone. */
function isDivided({ areas }: HeldAreas, coll: PublicCollection): coll is AreaCollection {
  return coll === 'listing' || (coll === 'person' && areas.every(({ people }) => people !== undefined))
}

/** Is one of these scopes here? One's own is, and so is everything but the listings and people of other areas. */
export async function holdsOneOf(db: LocalDb, scopes: readonly string[]): Promise<boolean> {
  const areas = await readAreas(db)
  const held = new Set(AREA_COLLECTIONS.flatMap((coll) => scopesOf(areas, coll)))
  const isOfAnyArea = (scope: string) => AREA_COLLECTIONS.some((coll) => isScopeOf(coll, scope))
  return areas === null || scopes.some((scope) => held.has(scope) || !isOfAnyArea(scope))
}

/** The scope of all rows of a collection, or that of an area. */
export function isScopeOf(coll: PublicCollection, scope: string): boolean {
  const pack = packOf(scope)
  return pack !== null && collectionOf(pack) === coll
}

/** Has the server be asked again when one of these is an area: the server does not know it any more, or it has outgrown this device. */
export async function noteStaleArea(db: LocalDb, scopes: readonly string[]): Promise<void> {
  const areas = await readAreas(db)
  if (areas && scopes.some((scope) => packOf(scope) !== null)) await writeMeta(db, AREAS, { ...areas, askedAt: 0 })
}

/** Remembers a place in which listings were searched: the areas around it are kept on this device, too. */
export async function noteSearchedPlace(db: LocalDb, place: string): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const earlier = (await readMeta<string[]>(db, PLACES)) ?? []
    if (earlier[0] === place) return
    await writeMeta(db, PLACES, [place, ...earlier.filter((one) => one !== place)].slice(0, SEARCHED_PLACES))
  })
}
