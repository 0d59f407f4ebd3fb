import { publicScopes } from '#schema/sync-scopes'
import { type HeldAreas, readAreas } from '../sync/held-areas'
import { useAccount } from './account'
import { useLiveQuery } from './use-live-query'

/** The areas whose listings are on this device; null where it holds all listings, and until that is known. */
export function useHeldAreas(): HeldAreas | null {
  const { engine } = useAccount()
  return useLiveQuery(() => readAreas(engine.db), [engine]) ?? null
}

/** How many of the newest items the server sends to a device; undefined where this device holds all, and until that is known. */
export function useMostItems(): number | undefined {
  const { engine } = useAccount()
  return useLiveQuery(() => engine.db.scopes.get(publicScopes.item), [engine])?.most
}
