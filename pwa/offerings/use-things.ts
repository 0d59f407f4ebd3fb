import type { BoardThing, PostLink } from '#schema/inspiration'
import type { CatalogueListing } from '#schema/listing'
import type { Item } from '#schema/made-to-order'
import { useIsPart } from '../session/use-held-areas'
import { useCatalogue, useReachable } from '../session/use-sync'
import { call } from '../sync/client'
import { type Rest, restOf, useServerRows } from './use-server-rows'

const ASKED_MOST = 100

interface Things {
  listing: (id: number) => CatalogueListing | undefined
  item: (id: number) => Item | undefined
  /** The knowledge about those that were not found. */
  rest: Record<PostLink['kind'], Rest>
}

/** Finds listings and items by their ids: those on this device, and the others when the server answers. */
export function useThings(wanted: readonly Pick<BoardThing, 'kind' | 'id'>[]): Things {
  const { catalogue } = useCatalogue()
  const missing = (kind: PostLink['kind']) =>
    wanted.flatMap((thing) => (thing.kind === kind && !catalogue.get(kind, thing.id) ? [thing.id] : []))
  const listings = useMissing('listing', missing('listing'), askListings)
  const items = useMissing('item', missing('item'), askItems)
  return {
    listing: (id) => catalogue.get('listing', id) ?? listings.rows.find((row) => row.id === id),
    item: (id) => catalogue.get('item', id) ?? items.rows.find((row) => row.id === id),
    rest: { listing: listings.rest, item: items.rest },
  }
}

function useMissing<Row extends { id: number }>(
  kind: PostLink['kind'],
  ids: readonly number[],
  ask: (ids: string) => Promise<readonly Row[]>,
) {
  const { catalogue, ready } = useCatalogue()
  const reachable = useReachable()
  const isPart = useIsPart(kind)
  const question = isPart ? ids.slice(0, ASKED_MOST).join() : ''
  const server = useServerRows(reachable ? question : '', ask)
  const device = { isReady: ready && isPart !== undefined, isFilled: catalogue.isFilled(kind), reachable }
  return { rows: server.rows, rest: ids.length === 0 ? 'none' : restOf(question, server, device) }
}

const askListings = async (ids: string) =>
  (await call('searchListings', { query: { text: '', pieces: 1, ids, limit: ASKED_MOST } })).listings

const askItems = async (ids: string) =>
  (await call('searchItems', { query: { text: '', ids, limit: ASKED_MOST } })).items
