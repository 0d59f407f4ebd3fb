import { type PublicCollection, publicScopes } from '#schema/sync-scopes'
import type { Pack } from '../disk/local-db'

/** Rows of a collection outside of this device's parts of it that their person needs. The feed brings no news of them. */
export function pinnedPack(coll: PublicCollection): Pack {
  return `${coll}:pinned`
}

export function isPinned(pack: Pack): boolean {
  return pack.endsWith(':pinned')
}

const COLLECTION_OF = new Map(Object.entries(publicScopes).map(([coll, scope]) => [scope, coll as PublicCollection]))

/** The pack in which the rows of a public scope are kept: `listing` for all listings, `listing:<area>` for those of a part; null for a private scope. */
export function packOf(scope: string): Pack | null {
  const [, letter = '', area] = scope.split(':')
  const coll = scope.startsWith('pub:') ? COLLECTION_OF.get(`pub:${letter}`) : undefined
  if (!coll) return null
  return area === undefined ? coll : `${coll}:${area}`
}

export function collectionOf(pack: Pack): PublicCollection {
  return pack.split(':')[0] as PublicCollection
}
