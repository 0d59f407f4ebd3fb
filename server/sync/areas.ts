import { isIn, milesApart } from '#schema/places'
import type { AreasAnswer } from '#schema/sync'
import { PUBLIC_SCOPES, partScope, publicScopes } from '#schema/sync-scopes'
import type { Db, Reads } from '../db/client'
import { AREAS, AREAS_OF_PLACES, ELSEWHERE, NEIGHBORHOODS } from '../rentals/listings/place-areas'
import { readClock } from './history'
import { AREA_SCOPES, CATEGORY_SCOPES, divisionOf, mostOf, type RowCounts } from './public-scopes'

type Area = NonNullable<AreasAnswer['areas']>[number]

function areaOf(area: string, counts: RowCounts, deviceRows: number): Area {
  const [listings, people] = [counts.get(partScope('listing', area)) ?? 0, counts.get(partScope('person', area)) ?? 0]
  return { area, listings, people, ...(listings > mostOf(partScope('listing', area), deviceRows) && { isPart: true }) }
}

/**
 * Says what a device is to hold: all public rows as one scope for each collection where they fit on a device, else parts of what is too
 * large. Of the areas those nearest to the places until the device is full, and one at least.
 * @param places neighborhoods and boroughs, the most important first; without one: the neighborhood with the fullest area around it
 * @param deviceRows public rows on one device
 */
export function areasAround(
  db: Db,
  places: readonly string[],
  { deviceRows, now }: { deviceRows: number; now: Date },
): Promise<AreasAnswer> {
  return db.snapshot(async (reads) => {
    const { epoch, seq: to } = await readClock(reads)
    const counts = await countScopes(reads)
    const { divided, room } = divisionOf(counts, deviceRows)
    const total = counts.get(publicScopes.listing) ?? 0
    const parts = partsOf(counts, divided, { deviceRows, now })
    if (!divided.has('listing')) return { epoch, to, total, around: null, areas: null, parts }
    const areas = AREAS.map((area) => areaOf(area, counts, deviceRows))
    const centers = places.length > 0 ? places : [centerOf(areas)]
    const rowsOf = ({ area, listings, people = 0 }: Area) =>
      Math.min(listings, mostOf(partScope('listing', area), deviceRows)) +
      Math.min(people, mostOf(partScope('person', area), deviceRows))
    const held = upTo(room, byDistance(areas, centers), rowsOf)
    return { epoch, to, total, around: aroundOf(held, places), areas: held, parts }
  })
}

async function countScopes(reads: Reads): Promise<RowCounts> {
  const scopes = JSON.stringify([...PUBLIC_SCOPES, ...AREA_SCOPES, ...CATEGORY_SCOPES])
  const [named, months] = await reads.readBatch([
    { sql: 'SELECT scope, n FROM sync_scopes WHERE scope IN (SELECT value FROM json_each(?))', args: [scopes] },
    {
      sql: 'SELECT scope, n FROM sync_scopes WHERE scope BETWEEN ? AND ? OR scope BETWEEN ? AND ?',
      args: [publicScopes.post, publicScopes.stat].flatMap((scope) => [`${scope}:`, `${scope}:~`]),
    },
  ])
  const rows = [...(named?.rows ?? []), ...(months?.rows ?? [])]
  return new Map(rows.map(({ scope, n }) => [String(scope), Number(n)]))
}

/** The categories of the items and the months of the posts, where those are held in parts. */
function partsOf(
  counts: RowCounts,
  divided: ReturnType<typeof divisionOf>['divided'],
  { deviceRows, now }: { deviceRows: number; now: Date },
): AreasAnswer['parts'] {
  const counted = (scopes: readonly string[]) => scopes.map((scope) => ({ scope, rows: counts.get(scope) ?? 0 }))
  const months = divided.has('post') ? monthsHeld(counts, now, deviceRows) : []
  return {
    ...(divided.has('item') && { item: counted(CATEGORY_SCOPES) }),
    ...(divided.has('post') && {
      post: counted(months.map((month) => partScope('post', month))),
      stat: counted(months.map((month) => partScope('stat', month))),
    }),
  }
}

/** The most months of posts that a device holds beside the coming one. */
export const MOST_MONTHS = 12

/**
 * The last months until they have as many posts as the largest may have, so that there are never more than twice as many; and the coming
 * month, so that its first post is news for whoever has not asked again by then.
 */
function monthsHeld(counts: RowCounts, now: Date, deviceRows: number): string[] {
  const coming = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))
  const held = new Set([monthOf(coming), monthOf(now)])
  let posts = 0
  for (const month of withPosts(counts, monthOf(now))) {
    const scope = partScope('post', month)
    const most = mostOf(scope, deviceRows)
    if (posts >= most || held.size > MOST_MONTHS) break
    held.add(month)
    posts += Math.min(counts.get(scope) ?? 0, most)
  }
  return [...held]
}

/** The months with posts up to this one, the last one first. */
function withPosts(counts: RowCounts, upTo: string): string[] {
  const months = [...counts].flatMap(([scope, n]) =>
    n > 0 && scope.startsWith(`${publicScopes.post}:`) ? [scope.slice(publicScopes.post.length + 1)] : [],
  )
  return months
    .filter((month) => month <= upTo)
    .toSorted()
    .reverse()
}

/** As the feed names the month of a post, by the clock of Greenwich. */
const monthOf = (date: Date) => date.toISOString().slice(0, 'YYYY-MM'.length)

/** A neighborhood in the area with the most listings. */
function centerOf(areas: Area[]): string {
  const fullest = areas.reduce((best, one) => (one.area !== ELSEWHERE && one.listings > best.listings ? one : best))
  return NEIGHBORHOODS[fullest.area]?.[0] ?? AREAS_OF_PLACES[0]?.[0] ?? ''
}

/** The first of the places; null where none of the areas has it. */
function aroundOf(areas: Area[], [place]: readonly string[]): string | null {
  const names = areas.flatMap(({ area }) => NEIGHBORHOODS[area] ?? [])
  return place !== undefined && names.some((name) => isIn(place, name)) ? place : null
}

/**
 * The nearest to any of the places first, and of equally near ones that of the more important place; the listings whose place is not
 * known come last.
 */
function byDistance(areas: Area[], places: readonly string[]): Area[] {
  return areas
    .map((area) => ({ area, ...nearestOf(places, area) }))
    .toSorted((one, other) => one.miles - other.miles || one.nth - other.nth)
    .map(({ area }) => area)
}

/** How far the nearest of the places is from an area, and which of them that is. */
function nearestOf(places: readonly string[], { area }: Area): { miles: number; nth: number } {
  const all = places.map((place) => milesTo(area, place))
  const miles = Math.min(...all)
  return { miles, nth: all.indexOf(miles) }
}

function milesTo(area: string, place: string): number {
  const names = NEIGHBORHOODS[area] ?? []
  return Math.min(FARTHEST, ...names.map((name) => milesBetween(name, place)))
}

/** A place may be a borough, which has no middle of its own. */
function milesBetween(name: string, place: string): number {
  return milesApart(name, place) ?? (isIn(place, name) ? SOMEWHERE_IN_BOROUGH : FARTHEST)
}

/** Behind the areas around a neighborhood that was named. */
const SOMEWHERE_IN_BOROUGH = 5
/** Farther than any two places of a market are apart. */
const FARTHEST = 100

/** A pull may name so many areas beside the parts of all else, however few rows each of them has. */
export const MOST_AREAS = 45

function upTo(room: number, areas: Area[], rowsOf: (area: Area) => number): Area[] {
  let sum = 0
  const fitting = areas.filter((area, nth) => {
    const fits = nth === 0 || sum + rowsOf(area) <= room
    if (fits) sum += rowsOf(area)
    return fits
  })
  return fitting.slice(0, MOST_AREAS)
}
