import { useMemo } from 'react'
import type { Listing } from '#schema/listing'
import type { Item } from '#schema/made-to-order'
import { useHeldAreas, useHeldDownTo } from '../session/use-held-areas'
import { useCatalogue, useReachable } from '../session/use-sync'
import { call } from '../sync/client'
import { useServerRows, withServerRows } from './use-server-rows'

/** The listings of a person, newest first: those on this device, and the others when the server answers. */
export function useListingsOf(userId: number): readonly Listing[] {
  const all = useCatalogue().catalogue.all('listing')
  return useAllOf(userId, all, useHeldAreas() !== null, (id) => call('userListings', { params: { id } }))
}

/** The items of a person, in the same way. */
export function useItemsOf(userId: number): readonly Item[] {
  const all = useCatalogue().catalogue.all('item')
  return useAllOf(userId, all, useHeldDownTo('item') !== null, (id) => call('userItems', { params: { id }, query: {} }))
}

function useAllOf<Row extends { id: number; userId: number }>(
  userId: number,
  all: readonly Row[],
  isPart: boolean,
  ask: (userId: number) => Promise<readonly Row[]>,
): readonly Row[] {
  const reachable = useReachable()
  const { rows } = useServerRows(isPart && reachable ? String(userId) : '', () => ask(userId))
  return useMemo(() => withServerRows(all, rows).filter((row) => row.userId === userId), [all, rows, userId])
}
