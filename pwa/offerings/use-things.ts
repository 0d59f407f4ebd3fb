import type { BoardThing } from '#schema/inspiration'
import type { CatalogueListing } from '#schema/listing'
import type { Item } from '#schema/made-to-order'
import { useIsPart } from '../session/use-held-areas'
import { useCatalogue, useReachable } from '../session/use-sync'
import { call } from '../sync/client'
import { useServerRows } from './use-server-rows'

const ASKED_MOST = 100

interface Things {
  listing: (id: number) => CatalogueListing | undefined
  item: (id: number) => Item | undefined
}

/** Finds listings and items by their ids: those on this device, and the others when the server answers. */
export function useThings(wanted: readonly Pick<BoardThing, 'kind' | 'id'>[]): Things {
  const { catalogue } = useCatalogue()
  const reachable = useReachable()
  const isPart = { listing: useIsPart('listing'), item: useIsPart('item') }
  const missing = (kind: BoardThing['kind']) =>
    wanted.flatMap((thing) => (thing.kind === kind && !catalogue.get(kind, thing.id) ? [thing.id] : []))
  const asked = (kind: BoardThing['kind']) =>
    isPart[kind] && reachable ? missing(kind).slice(0, ASKED_MOST).join(',') : ''
  const listings = useServerRows(asked('listing'), askListings)
  const items = useServerRows(asked('item'), askItems)
  return {
    listing: (id) => catalogue.get('listing', id) ?? listings.rows.find((row) => row.id === id),
    item: (id) => catalogue.get('item', id) ?? items.rows.find((row) => row.id === id),
  }
}

const askListings = async (ids: string) =>
  (await call('searchListings', { query: { text: '', pieces: 1, ids, limit: ASKED_MOST } })).listings

const askItems = async (ids: string) =>
  (await call('searchItems', { query: { text: '', ids, limit: ASKED_MOST } })).items
