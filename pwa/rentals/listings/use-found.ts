import { useEffect, useMemo, useState } from 'react'
import type { CatalogueListing } from '#schema/listing'
import { FIRST_ROWS } from '#schema/sync-scopes'
import type { Finds } from '../../offerings/use-kept-places'
import { useCatalogue } from '../../session/use-sync'
import { useToday } from '../../session/use-today'
import type { Catalogue } from '../../sync/catalogue'
import { type Browse, countFilters } from './browse-search'
import type { Wish } from './wish'

/** The listings that a search leaves. */
export interface Found extends Finds<CatalogueListing> {
  /** The days and pieces that it asked for. */
  wish: Wish
  /** The first of more, which this device does not hold yet. */
  isPart?: true
}

const NO_WISH: Wish = { range: null, pieces: 1 }

/** The last finds that the page showed: going back shows them at once, as tall as they were left. */
let last: { catalogue: Catalogue; found: Found } | null = null

/**
 * The finds of a search among the listings of this device. While an answer is on its way the one before it stays; null when
 * there is none yet.
 */
export function useFound(wanted: Browse): Found | null {
  const { catalogue } = useCatalogue()
  const search = JSON.stringify(wanted)
  const known = last?.catalogue === catalogue && last.found.search === search ? last.found : null
  const found = useFinds(wanted, known)
  useEffect(() => {
    if (found) last = { catalogue, found }
  }, [catalogue, found])
  return found
}

/** How many listings of this device a search would leave; null while nothing has been counted yet. */
export function useCountFound(wanted: Browse): number | null {
  const { catalogue } = useCatalogue()
  const found = useFinds(wanted)
  return found && holdsListings(catalogue) ? found.rows.length : null
}

/** The finds of a search and the search that they are of: those of the search before stay while an answer is on its way. */
export function useFinds(wanted: Browse, known: Found | null = null): Found | null {
  const { catalogue, version, ready } = useCatalogue()
  const [found, setFound] = useState(known)
  const search = JSON.stringify(wanted)
  const today = useToday()
  const isAll = isEverything(wanted)
  const all = catalogue.all('listing')
  const isPart = catalogue.hasNewest('listing') && all.length >= FIRST_ROWS
  const everything = useMemo<Found>(
    () => ({ rows: all, search, wish: NO_WISH, ...(isPart && { isPart }) }),
    [all, search, isPart],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: the version tells that the listings may have changed
  useEffect(() => {
    if (!ready) return
    if (isAll) return setFound(everything)
    let isCurrent = true
    const asked: Browse = JSON.parse(search)
    // Before this device holds listings, none can be said to be found: the search only gets ready.
    const isHeld = holdsListings(catalogue)
    const take = (rows: CatalogueListing[]) => isHeld && isCurrent && setFound({ rows, search, wish: wishOf(search) })
    catalogue.search({ ...asked, today }).then(take)
    return () => {
      isCurrent = false
    }
  }, [catalogue, version, ready, search, today, isAll, all])

  // All are here already: nobody needs to wait for them, not even for the next turn.
  return isAll && (found?.rows !== all || found.search !== search) ? everything : found
}

/** The days and pieces that a search asked for. */
export function wishOf(search: string): Wish {
  const { range, pieces }: Browse = JSON.parse(search)
  return { range, pieces }
}

/** Does this device hold listings of its own, beside those that came with the page? */
export function holdsListings(catalogue: Catalogue): boolean {
  return !catalogue.isFirst('listing') && (catalogue.isFilled('listing') || catalogue.all('listing').length > 0)
}

/** Does this search leave everything in the order in which it is held? */
export function isEverything(wanted: Browse): boolean {
  return !wanted.search.trim() && countFilters(wanted) === 0 && (wanted.sort ?? 'newest') === 'newest'
}
