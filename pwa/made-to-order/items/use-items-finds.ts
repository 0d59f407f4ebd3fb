import { useMemo } from 'react'
import type { Day } from '#schema/date-range'
import type { Item } from '#schema/made-to-order'
import { isFed } from '../../offerings/keep-places'
import { isShown, useKeptPlaces } from '../../offerings/use-kept-places'
import { type FoundPage, queryOf } from '../../session/ask-past-held'
import { type Asking, useFindsBeyond } from '../../session/use-finds-beyond'
import { useHeldDownTo, useIsPart } from '../../session/use-held-areas'
import { useCatalogue, useReachable } from '../../session/use-sync'
import { call } from '../../sync/client'
import { filterItems, type ItemsSearch, isNarrowed } from './items-search'

/** Finds that only the server has, below those of this device. */
export interface FarItems extends Asking {
  rows: readonly Item[]
  /** Brings the next page below them; null where there is none. */
  more: (() => void) | null
}

export interface ItemsFinds {
  /** This device's own rows have been read. */
  isRead: boolean
  /** This device has what the search is to be answered with. */
  isHeld: boolean
  /** It holds the newest items alone; false before it holds any, undefined until that is known. */
  isPart: boolean | undefined
  rows: readonly Item[]
  far: FarItems
}

const NONE: readonly Item[] = []

/** The finds of a search. On a device that holds the newest items alone, each keeps its place for as long as the search stays. */
export function useItemsFinds(wanted: ItemsSearch, today: Day): ItemsFinds {
  const { catalogue, ready } = useCatalogue()
  const reachable = useReachable()
  const known = useIsPart('item')
  const heldDownTo = useHeldDownTo('item')
  const all = catalogue.all('item')
  const found = useMemo(() => filterItems(all, wanted, today), [all, wanted, today])
  const isFilled = catalogue.isFilled('item')
  const hasFirst = catalogue.isFirst('item') && catalogue.hasNewest('item') && !isNarrowed(wanted)
  const isPart = isFilled ? known : false
  const isHeld = ready && (catalogue.isFirst('item') ? hasFirst : isFilled || all.length > 0)
  const search = JSON.stringify(wanted)
  // Older items that have changed lately are here in the place of newer ones: a search must not pass those by.
  const before = isNarrowed(wanted) ? Number.MAX_SAFE_INTEGER : (heldDownTo ?? Number.MAX_SAFE_INTEGER)
  const { answer, ...asking } = useFindsBeyond(reachable && isPart ? search : null, {
    askPage: (limit, cursor) => askItems(wanted, before, limit, cursor),
    isHeld: (id) => isFed(catalogue, 'item', id),
    isShown: (id) => isShown('item', search, id),
  })
  const isKept = isHeld && known !== false
  const near = useMemo(() => (isKept ? { search, rows: found } : null), [isKept, search, found])
  const places = useKeptPlaces('item', search, near, answer)
  const kept = known === false ? null : places
  return {
    ...{ isRead: ready, isHeld, isPart },
    rows: kept?.near ?? found,
    far: { ...asking, rows: kept?.far ?? NONE },
  }
}

/**
 * A page of the server's finds.
 * @param before the number of an item; newer ones are not wanted
 * @throws ApiError, Unreachable
 */
async function askItems(
  wanted: ItemsSearch,
  before: number,
  limit: number,
  cursor: string | undefined,
): Promise<FoundPage<Item>> {
  const { readyBy, takingOrders } = wanted
  const { items: rows, ...page } = await call('searchItems', {
    query: {
      ...queryOf(wanted, limit, cursor),
      ...(readyBy && { by: readyBy }),
      ...(takingOrders && { open: '1' as const }),
      before,
    },
  })
  return { rows, ...page }
}
