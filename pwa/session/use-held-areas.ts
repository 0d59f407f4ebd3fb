import { useMemo } from 'react'
import { type HeldAreas, type HeldParts, readAreas, readLimits, readParts } from '../sync/held-areas'
import { isPinned } from '../sync/packs'
import { useAccount } from './account'
import { useLiveQuery } from './use-live-query'
import { useCatalogue } from './use-sync'

/** The areas whose listings are on this device; null where it holds all listings. Undefined until that is known. */
export function useHeldAreas(): HeldAreas | null | undefined {
  const { engine } = useAccount()
  return useLiveQuery(() => readAreas(engine.db), [engine])
}

/** Of which collections this device holds parts; null where it holds all public rows, and until that is known. */
export function useHeldParts(): HeldParts | null {
  const { engine } = useAccount()
  return useLiveQuery(async () => (await readAreas(engine.db)) ?? readParts(engine.db), [engine]) ?? null
}

/** Does this device hold a part of a collection alone? Undefined until that is known. */
export function useIsPart(coll: 'listing' | 'item' | 'post'): boolean | undefined {
  const { engine } = useAccount()
  return useLiveQuery(async () => (await readLimits(engine.db, coll)) !== null, [engine, coll])
}

/** Does this device hold all rows of a collection, those that came with the page aside? False until that is known. */
export function useHoldsAll(coll: 'listing' | 'item'): boolean {
  const { catalogue } = useCatalogue()
  return useIsPart(coll) === false && catalogue.isFilled(coll)
}

/** Rows between this part of the newest and their end may be older ones that have changed since they were fetched. */
const SURELY_HELD = 0.9
/** A part of fewer rows says nothing: they may all be older ones. */
const TELLING_PART = 20

/**
 * The number down to which this device surely holds all items or posts, because it holds the newest alone; null where it holds all of
 * them. Undefined until that is known.
 */
export function useHeldDownTo(coll: 'item' | 'post'): number | null | undefined {
  const { engine } = useAccount()
  const { catalogue } = useCatalogue()
  const limits = useLiveQuery(() => readLimits(engine.db, coll), [engine, coll])
  const rows = catalogue.all(coll)
  const isFilled = catalogue.isFilled(coll)
  return useMemo(() => {
    if (!limits) return limits
    if (!isFilled) return null
    const fed = rows.flatMap(({ id }) => {
      const pack = catalogue.packOf(coll, id)
      return pack === undefined || isPinned(pack) ? [] : { id, pack }
    })
    if ([...limits.values()].some((most) => most < TELLING_PART)) return Number.MAX_SAFE_INTEGER
    const counts = new Map<string, number>()
    const limited = fed.find(({ pack }) => {
      const count = (counts.get(pack) ?? 0) + 1
      counts.set(pack, count)
      return count > (limits.get(pack) ?? Number.POSITIVE_INFINITY) * SURELY_HELD
    })
    // One month follows the other, one category does not.
    const last = coll === 'post' && limits.size === 0 ? fed[Math.floor(fed.length * SURELY_HELD)] : undefined
    return (limited ?? last)?.id ?? Number.MAX_SAFE_INTEGER
  }, [catalogue, coll, rows, limits, isFilled])
}
