import { MADE_TO_ORDER_CATEGORIES } from '#schema/category-names'
import { AREA_COLLECTIONS, PUBLIC_SCOPES, type PublicCollection, partScope, publicScopes } from '#schema/sync-scopes'
import { AREAS } from '../rentals/listings/place-areas'

/** The parts of the scopes of listings and people, by area. */
export const AREA_SCOPES: readonly string[] = AREAS.flatMap((area) =>
  AREA_COLLECTIONS.map((coll) => partScope(coll, area)),
)
export const CATEGORY_SCOPES: readonly string[] = MADE_TO_ORDER_CATEGORIES.map((category) =>
  partScope('item', category),
)
const known = new Set([...PUBLIC_SCOPES, ...AREA_SCOPES, ...CATEGORY_SCOPES])
const MONTH_SCOPE = new RegExp(`^(${publicScopes.post}|${publicScopes.stat}):20\\d\\d-(0[1-9]|1[0-2])$`)

/** A scope that everybody may ask for. */
export function isPublicScope(scope: string): boolean {
  return known.has(scope) || MONTH_SCOPE.test(scope)
}

/**
 * The largest part of a collection, as a share of the rows of a device. A device holds all categories, two such months of posts with
 * their counts, and one such area at least: a fifth, a fifth and three fifths of its rows.
 */
const LARGEST_PART: Record<PublicCollection, number> = {
  listing: 1 / 2,
  person: 1 / 10,
  item: 1 / 5 / MADE_TO_ORDER_CATEGORIES.length,
  post: 1 / 20,
  stat: 1 / 20,
}
/** The rows of all items, or of all posts and their counts, that a device holds beside others. */
const OTHERS_SHARE = 1 / 5

/** The newest rows of a scope that one snapshot has, at most. A whole scope has them for devices that know no parts of it. */
export function mostOf(scope: string, deviceRows: number): number {
  const coll = (Object.keys(publicScopes) as PublicCollection[]).find((one) =>
    scope.startsWith(`${publicScopes[one]}:`),
  )
  return coll ? Math.max(1, Math.floor(deviceRows * LARGEST_PART[coll])) : deviceRows
}

/** The live rows of scopes, by their names. */
export type RowCounts = ReadonlyMap<string, number>

/** The collections that devices hold in parts, and the listings and people for which each has room. */
export interface Division {
  divided: ReadonlySet<PublicCollection>
  room: number
}

/** Divides what does not fit on a device: nothing where all public rows do. */
export function divisionOf(counts: RowCounts, deviceRows: number): Division {
  const rowsOf = (...colls: PublicCollection[]) =>
    colls.reduce((sum, coll) => sum + (counts.get(publicScopes[coll]) ?? 0), 0)
  const [listings, items, posts] = [rowsOf('listing', 'person'), rowsOf('item'), rowsOf('post', 'stat')]
  if (listings + items + posts <= deviceRows) return { divided: new Set(), room: listings }
  const share = Math.floor(deviceRows * OTHERS_SHARE)
  const room = deviceRows - Math.min(items, share) - Math.min(posts, share)
  return {
    room,
    divided: new Set<PublicCollection>([
      ...(listings > room ? (['listing', 'person'] as const) : []),
      ...(items > share ? (['item'] as const) : []),
      ...(posts > share ? (['post', 'stat'] as const) : []),
    ]),
  }
}

/** The collection of a whole scope; undefined for a part. */
export function collectionOfWhole(scope: string): PublicCollection | undefined {
  return (Object.keys(publicScopes) as PublicCollection[]).find((coll) => publicScopes[coll] === scope)
}
