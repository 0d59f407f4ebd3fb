import { isIn, milesApart } from '#schema/places'
import type { AreasAnswer } from '#schema/sync'
import { AREA_COLLECTIONS, areaScope, PUBLIC_SCOPES, publicScopes } from '#schema/sync-scopes'
import type { Db, Reads } from '../db/client'
import { AREAS, AREAS_OF_PLACES, ELSEWHERE, NEIGHBORHOODS } from '../rentals/listings/place-areas'
import { readClock } from './history'

const AREA_SCOPES = AREAS.flatMap((area) => AREA_COLLECTIONS.map((coll) => areaScope(area, coll)))
const known = new Set([...PUBLIC_SCOPES, ...AREA_SCOPES])

/** A scope that everybody may ask for. */
export function isPublicScope(scope: string): boolean {
  return known.has(scope)
}

type Area = NonNullable<AreasAnswer['areas']>[number]

function areaOf(area: string, counts: ReadonlyMap<string, number>, most: number): Area {
  const [listings, people] = [counts.get(areaScope(area)) ?? 0, counts.get(areaScope(area, 'person')) ?? 0]
  return { area, listings, people, ...(listings > most && { isPart: true }) }
}

/**
 * The areas that a device is to hold: all listings as one where they fit on a device, else the areas nearest to the places until the
 * device is full, and one at least.
 * @param places neighborhoods and boroughs, the most important first; without one: the neighborhood with the fullest area around it
 * @param most listings on one device
 */
export function areasAround(db: Db, places: readonly string[], most: number): Promise<AreasAnswer> {
  return db.snapshot(async (reads) => {
    const { epoch, seq: to } = await readClock(reads)
    const counts = await countScopes(reads)
    const total = counts.get(publicScopes.listing) ?? 0
    if (total <= most) return { epoch, to, total, around: null, areas: null }
    const areas = AREAS.map((area) => areaOf(area, counts, most))
    const centers = places.length > 0 ? places : [centerOf(areas)]
    const [around = null] = places
    return { epoch, to, total, around, areas: upTo(most, byDistance(areas, centers)) }
  })
}

async function countScopes(reads: Reads): Promise<Map<string, number>> {
  const scopes = JSON.stringify([publicScopes.listing, ...AREA_SCOPES])
  const [counted] = await reads.readBatch([
    { sql: 'SELECT scope, n FROM sync_scopes WHERE scope IN (SELECT value FROM json_each(?))', args: [scopes] },
  ])
  return new Map(counted?.rows.map(({ scope, n }) => [String(scope), Number(n)]))
}

/** A neighborhood in the area with the most listings. */
function centerOf(areas: Area[]): string {
  const fullest = areas.reduce((best, one) => (one.area !== ELSEWHERE && one.listings > best.listings ? one : best))
  return NEIGHBORHOODS[fullest.area]?.[0] ?? AREAS_OF_PLACES[0]?.[0] ?? ''
}

/** The nearest to any of the places first; the listings whose place is not known come last. */
function byDistance(areas: Area[], places: readonly string[]): Area[] {
  const miles = new Map(areas.map(({ area }) => [area, milesTo(area, places)]))
  return areas.toSorted((one, other) => (miles.get(one.area) ?? 0) - (miles.get(other.area) ?? 0))
}

function milesTo(area: string, places: readonly string[]): number {
  const names = NEIGHBORHOODS[area] ?? []
  return Math.min(FARTHEST, ...names.flatMap((name) => places.map((place) => milesBetween(name, place))))
}

/** A place may be a borough, which has no middle of its own. */
function milesBetween(name: string, place: string): number {
  return milesApart(name, place) ?? (isIn(place, name) ? SOMEWHERE_IN_BOROUGH : FARTHEST)
}

/** Behind the area of a neighborhood that was named, before those that were not. */
const SOMEWHERE_IN_BOROUGH = 1
/** Farther than any two places of a market are apart. */
const FARTHEST = 100

function upTo(most: number, areas: Area[]): Area[] {
  let sum = 0
  return areas.filter(({ listings }, nth) => {
    const fits = nth === 0 || sum + listings <= most
    if (fits) sum += listings
    return fits
  })
}
