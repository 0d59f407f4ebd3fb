import { useMemo } from 'react'
import type { CatalogueListing } from '#schema/listing'
import { isFed } from '../../offerings/keep-places'
import { isShown } from '../../offerings/use-kept-places'
import { type FoundPage, queryOf } from '../../session/ask-past-held'
import { type Asking, useFindsBeyond } from '../../session/use-finds-beyond'
import { useCatalogue } from '../../session/use-sync'
import { call } from '../../sync/client'
import type { Browse } from './browse-search'
import { type Found, wishOf } from './use-found'

export interface ServerFinds extends Asking {
  found: Found | null
  /** Brings the next page below those that are here; null where there is none. */
  more: (() => void) | null
}

/**
 * The finds of the server, see `useFindsBeyond`.
 * @param outside areas whose listings need not be sent, because this device has them; null asks for finds of the whole market, those
 * on this device among them
 */
export function useServerFinds(browse: Browse, isWanted: boolean, outside: string | null): ServerFinds {
  const { catalogue } = useCatalogue()
  // The areas of now are named when the question is asked: those that come or leave later do not ask it again.
  const wanted = JSON.stringify(browse)
  const question = `${outside === null ? 'all' : 'beyond'} ${wanted}`
  const { answer, more, ...asking } = useFindsBeyond(isWanted ? question : null, {
    askPage: (limit, cursor) => askListings(browse, outside ?? '', limit, cursor),
    isHeld: (id) => outside !== null && isFed(catalogue, 'listing', id),
    isShown: (id) => outside !== null && isShown('listing', wanted, id),
  })
  const found = useMemo(() => {
    if (!answer) return null
    const search = answer.search.slice(answer.search.indexOf(' ') + 1)
    return { rows: answer.rows, search, wish: wishOf(search), ...(answer.cursor !== null && { isPart: true as const }) }
  }, [answer])
  return { found, more, ...asking }
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
  const { listings: rows, ...page } = await call('searchListings', {
    query: {
      ...queryOf(browse, limit, cursor),
      pieces,
      ...(place !== null && { place }),
      ...(miles !== null && { miles }),
      ...(range && { from: range.startDate, to: range.endDate }),
      ...(outside && { outside }),
    },
  })
  return { rows, ...page }
}
