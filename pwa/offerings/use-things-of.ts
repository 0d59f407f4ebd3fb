import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Listing } from '#schema/listing'
import type { Item } from '#schema/made-to-order'
import { useHeldAreas, useMostItems } from '../session/use-held-areas'
import { useCatalogue, useReachable } from '../session/use-sync'
import { call } from '../sync/client'

/** The listings of a person, newest first: those on this device, and the others when the server answers. */
export function useListingsOf(userId: number): readonly Listing[] {
  const all = useCatalogue().catalogue.all('listing')
  return useAllOf(userId, all, useHeldAreas() !== null, (id) => call('userListings', { params: { id } }))
}

/** The items of a person, in the same way. */
export function useItemsOf(userId: number): readonly Item[] {
  const all = useCatalogue().catalogue.all('item')
  return useAllOf(userId, all, useMostItems() !== undefined, (id) => call('userItems', { params: { id }, query: {} }))
}

function useAllOf<Row extends { id: number; userId: number }>(
  userId: number,
  all: readonly Row[],
  isPart: boolean,
  ask: (userId: number) => Promise<readonly Row[]>,
): readonly Row[] {
  const reachable = useReachable()
  const [answer, setAnswer] = useState<{ userId: number; rows: readonly Row[] }>()
  const askFor = useEffectEvent(ask)
  useEffect(() => {
    if (!isPart || !reachable) return
    let isCurrent = true
    askFor(userId).then(
      (rows) => isCurrent && setAnswer({ userId, rows }),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [userId, isPart, reachable])
  return useMemo(() => {
    const held = all.filter((row) => row.userId === userId)
    const ids = new Set(held.map(({ id }) => id))
    const further = isPart && answer?.userId === userId ? answer.rows.filter(({ id }) => !ids.has(id)) : []
    return [...held, ...further].toSorted((a, b) => b.id - a.id)
  }, [all, answer, isPart, userId])
}
