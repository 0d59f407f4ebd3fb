import { useEffect, useState } from 'react'
import type { CatalogueListing } from '#schema/listing'
import { useHeldAreas } from '../../session/use-held-areas'
import { useCatalogue, useReachable } from '../../session/use-sync'
import { call } from '../../sync/client'

const ASKED_MOST = 100

/** Finds listings by their ids: those on this device, and those of other areas when the server answers. */
export function useListings(ids: readonly number[]): (id: number) => CatalogueListing | undefined {
  const { catalogue } = useCatalogue()
  const reachable = useReachable()
  const mayAsk = useHeldAreas() !== null && reachable
  const missing = mayAsk ? ids.filter((id) => !catalogue.get('listing', id)).slice(0, ASKED_MOST) : []
  const asked = useAnswers(missing.join(','))
  return (id) => catalogue.get('listing', id) ?? asked.get(id)
}

const NONE: ReadonlyMap<number, CatalogueListing> = new Map()

function useAnswers(ids: string): ReadonlyMap<number, CatalogueListing> {
  const [found, setFound] = useState(NONE)
  useEffect(() => {
    if (ids === '') return
    let isCurrent = true
    call('searchListings', { query: { text: '', pieces: 1, ids, limit: ASKED_MOST } }).then(
      ({ listings }) => isCurrent && setFound(new Map(listings.map((listing) => [listing.id, listing]))),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [ids])
  return found
}
