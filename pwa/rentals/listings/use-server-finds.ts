import { useMemo } from 'react'
import type { CatalogueListing } from '#schema/listing'
import { type FoundPage, queryOf } from '../../session/ask-past-held'
import { type Asking, useFindsBeyond } from '../../session/use-finds-beyond'
import type { Catalogue } from '../../sync/catalogue'
import { call } from '../../sync/client'
import type { Browse } from './browse-search'
import type { Found } from './use-found'

interface ServerFinds extends Asking {
  found: Found | null
  /** Brings the next page below those that are here. */
  more: () => void
}

/** The part of the finds that this device has, so that the server need not send it. */
interface OnDevice {
  /** Areas of which it has all listings. */
  areas: string
  catalogue: Catalogue
}

/** The finds of the server among all listings, see `useFindsBeyond`. */
export function useServerFinds(browse: Browse, isWanted: boolean, onDevice?: OnDevice): ServerFinds {
  const { areas = '', catalogue } = onDevice ?? {}
  const { answer, ...asking } = useFindsBeyond(isWanted ? `${areas} ${JSON.stringify(browse)}` : null, {
    askPage: (limit, cursor) => askListings(browse, areas, limit, cursor),
    isHeld: (id) => catalogue?.get('listing', id) !== undefined,
  })
  const found = useMemo(() => {
    if (!answer) return null
    const search = answer.search.slice(answer.search.indexOf(' ') + 1)
    const { range, pieces }: Browse = JSON.parse(search)
    const { rows: listings, cursor } = answer
    return { listings, search, wish: { range, pieces }, ...(cursor !== null && { isPart: true as const }) }
  }, [answer])
  return { found, ...asking }
}

/**
 * A page of the server's finds.
 * @param outside areas whose listings are not wanted
 * @throws ApiError, Unreachable
 */
export async function askListings(
  browse: Browse,
  outside: string,
  limit: number,
  cursor: string | undefined,
): Promise<FoundPage<CatalogueListing>> {
  const { pieces, place, miles, range } = browse
  const { listings: rows, cursor: next } = await call('searchListings', {
    query: {
      ...queryOf(browse, limit, cursor),
      pieces,
      ...(place !== null && { place }),
      ...(miles !== null && { miles }),
      ...(range && { from: range.startDate, to: range.endDate }),
      ...(outside && { outside }),
    },
  })
  return { rows, cursor: next }
}
