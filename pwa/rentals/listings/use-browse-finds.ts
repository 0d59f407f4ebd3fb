import { useState } from 'react'
import type { CatalogueListing } from '#schema/listing'
import { useKeptPlaces } from '../../offerings/use-kept-places'
import { useHeldAreas } from '../../session/use-held-areas'
import { useCatalogue, useReachable } from '../../session/use-sync'
import { fullyHeld, type HeldAreas } from '../../sync/held-areas'
import type { Browse } from './browse-search'
import { type Found, holdsListings, isEverything, useFound, wishOf } from './use-found'
import { type ServerFinds, useServerFinds } from './use-server-finds'
import type { Wish } from './wish'

/** Finds that only the server has, below those of this device. */
export interface FarFinds extends Omit<ServerFinds, 'found'> {
  rows: readonly CatalogueListing[]
  wish: Wish
}

export interface BrowseFinds {
  /** This device's own rows have been read. */
  isRead: boolean
  /** This device holds listings at all. */
  isHeld: boolean
  /** The areas that it holds; null where it holds all listings, or none yet. Undefined until that is known. */
  areas: HeldAreas | null | undefined
  /** Of this device; of the server until it holds some. Null while they are looked for and none were found before. */
  found: Found | null
  far: FarFinds
}

const NONE: readonly CatalogueListing[] = []

/** The finds of a search. On a device that holds a part of the listings, each keeps its place for as long as the search stays. */
export function useBrowseFinds(browse: Browse): BrowseFinds {
  const { catalogue, ready } = useCatalogue()
  const reachable = useReachable()
  const known = useHeldAreas()
  const isHeld = ready && holdsListings(catalogue)
  const areas = isHeld ? known : null
  const isShown = isHeld || (catalogue.hasNewest('listing') && isEverything(browse))
  const onDevice = useFound(browse)
  const isAsked = ready && reachable && (isHeld ? Boolean(areas) : !isShown)
  const { found: onServer, ...asking } = useServerFinds(browse, isAsked, areas ? fullyHeld(areas) : null)
  const wanted = JSON.stringify(browse)
  const first = useFirst(isShown ? null : onServer, onDevice?.search === wanted)
  const near = isShown ? (first?.search === wanted ? first : onDevice) : onServer
  const isWhole = known === null
  const places = useKeptPlaces('listing', wanted, isWhole ? null : near, onServer)
  const kept = !isWhole && (near || isShown) ? places : null
  const found = kept ? { ...near, search: kept.search, rows: kept.near, wish: wishOf(kept.search) } : near
  const far = { ...asking, rows: kept?.far ?? NONE, wish: onServer?.wish ?? wishOf(wanted) }
  return { isRead: ready, isHeld, areas, found, far }
}

/** The server's finds of a first visit: they stay until this device has looked for itself. */
function useFirst(found: Found | null, isOver: boolean): Found | null {
  const [last, setLast] = useState(found)
  const first = found ?? (isOver ? null : last)
  if (first !== last) setLast(first)
  return first
}
