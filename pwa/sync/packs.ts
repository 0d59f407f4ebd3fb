import { type PublicCollection, publicScopes } from '#schema/sync-scopes'
import type { Pack } from '../disk/local-db'

/** Listings outside of this device's areas that their person needs. The feed brings no news of them. */
export const PINNED: Pack = 'listing:pinned'

const COLLECTION_OF = new Map(Object.entries(publicScopes).map(([coll, scope]) => [scope, coll as PublicCollection]))

/** The pack in which the rows of a public scope are kept: `listing` for all listings, `listing:<area>` for those of an area; null for a private scope. */
export function packOf(scope: string): Pack | null {
  const [, letter = '', area] = scope.split(':')
  const coll = scope.startsWith('pub:') ? COLLECTION_OF.get(`pub:${letter}`) : undefined
  if (!coll) return null
  return area === undefined ? coll : `${coll}:${area}`
}

export function collectionOf(pack: Pack): PublicCollection {
  return pack.split(':')[0] as PublicCollection
}
