import { publicScopes } from '#schema/sync-scopes'
import { type HeldAreas, readAreas } from '../sync/held-areas'
import { useAccount } from './account'
import { useLiveQuery } from './use-live-query'
import { useCatalogue } from './use-sync'

/** The areas whose listings are on this device; null where it holds all listings, and until that is known. */
export function useHeldAreas(): HeldAreas | null {
  const { engine } = useAccount()
  return useLiveQuery(() => readAreas(engine.db), [engine]) ?? null
}

/** Rows between this part of the newest and their end may be older ones that have changed since they were fetched. */
const SURELY_HELD = 0.9

/**
 * The number down to which this device surely holds all items or posts, because it holds the newest alone; null where it holds all of
 * them, and until that is known.
 */
export function useHeldDownTo(coll: 'item' | 'post'): number | null {
  const { engine } = useAccount()
  const { catalogue } = useCatalogue()
  const most = useLiveQuery(() => engine.db.scopes.get(publicScopes[coll]), [engine, coll])?.most
  if (most === undefined) return null
  return catalogue.all(coll)[Math.floor(most * SURELY_HELD)]?.id ?? Number.MAX_SAFE_INTEGER
}
