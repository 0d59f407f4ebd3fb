import { type HeldAreas, readAreas } from '../sync/held-areas'
import { useAccount } from './account'
import { useLiveQuery } from './use-live-query'

/** The areas whose listings are on this device; null where it holds all listings, and until that is known. */
export function useHeldAreas(): HeldAreas | null {
  const { engine } = useAccount()
  return useLiveQuery(() => readAreas(engine.db), [engine]) ?? null
}
