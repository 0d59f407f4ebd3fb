import { useMemo } from 'react'
import type { Listing } from '#schema/listing'
import type { Item } from '#schema/made-to-order'
import { useIsPart } from '../session/use-held-areas'
import { useCatalogue, useReachable } from '../session/use-sync'
import { call } from '../sync/client'
import { askAllPages } from './ask-all-pages'
import { type Rest, restOf, useServerRows, withServerRows } from './use-server-rows'

export interface ThingsOf<Row> {
  /** Newest first: those on this device, and the others when the server answers. */
  rows: readonly Row[]
  rest: Rest
}

export function useListingsOf(userId: number): ThingsOf<Listing> {
  const all = useCatalogue().catalogue.all('listing')
  return useAllOf('listing', userId, all, () =>
    askAllPages((query) => call('userListings', { params: { id: userId }, query })),
  )
}

export function useItemsOf(userId: number): ThingsOf<Item> {
  const all = useCatalogue().catalogue.all('item')
  return useAllOf('item', userId, all, () =>
    askAllPages((query) => call('userItems', { params: { id: userId }, query })),
  )
}

function useAllOf<Row extends { id: number; userId: number }>(
  coll: 'listing' | 'item',
  userId: number,
  all: readonly Row[],
  ask: () => Promise<readonly Row[]>,
): ThingsOf<Row> {
  const reachable = useReachable()
  const { catalogue, ready } = useCatalogue()
  const isPart = useIsPart(coll)
  const question = isPart ? String(userId) : ''
  // This device decides on rows that it has held: it shows them, or no more once they went.
  const isOver = (id: number) => catalogue.get(coll, id) !== undefined
  const { rows: asked, ...answer } = useServerRows(reachable ? question : '', ask, isOver)
  const rows = useMemo(() => withServerRows(all, asked).filter((row) => row.userId === userId), [all, asked, userId])
  // A first screen with rows of this person alone shows what they have; any other says nothing about them.
  const isTheirs = catalogue.get('person', userId) !== undefined && all.every((row) => row.userId === userId)
  const isFilled = catalogue.isFilled(coll) || (catalogue.isFirst(coll) && isTheirs)
  return { rows, rest: restOf(question, answer, { isReady: ready && isPart !== undefined, isFilled, reachable }) }
}
