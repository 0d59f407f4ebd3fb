import type { Listing } from '#schema/listing'
import { useCatalogue, useReachable } from '../../session/use-sync'
import { fullyHeld, type HeldAreas } from '../../sync/held-areas'
import type { Browse } from '../listings/browse-search'
import type { Found } from '../listings/use-found'
import { useServerFinds } from '../listings/use-server-finds'

interface FindsWithBeyond {
  finds: readonly Listing[]
  /** Brings further finds; null where all are here. */
  more: (() => void) | null
}

/** The finds of the page with those that only the server has. `areas` is null where this device holds all listings. */
export function useFindsWithBeyond(browse: Browse, found: Found | null, areas: HeldAreas | null): FindsWithBeyond {
  const reachable = useReachable()
  const { catalogue } = useCatalogue()
  const onDevice = areas ? { areas: fullyHeld(areas), catalogue } : undefined
  const beyond = useServerFinds(browse, areas !== null && reachable, onDevice)
  const further = beyond.found?.listings.filter(({ id }) => !catalogue.get('listing', id)) ?? []
  return { finds: [...(found?.listings ?? []), ...further], more: beyond.found?.isPart ? beyond.more : null }
}
