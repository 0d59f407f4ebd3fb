import { useEffect, useMemo, useState } from 'react'
import type { Listing } from '#schema/listing'
import { useHeldAreas } from '../../session/use-held-areas'
import { useCatalogue, useReachable } from '../../session/use-sync'
import { call } from '../../sync/client'

const NONE: readonly Listing[] = []

/** The listings of a person, newest first: those on this device, and those of other areas when the server answers. */
export function useListingsOf(userId: number): readonly Listing[] {
  const { catalogue } = useCatalogue()
  const all = catalogue.all('listing')
  const further = useFurther(userId, useHeldAreas() !== null)
  return useMemo(() => {
    const held = all.filter((row) => row.userId === userId)
    const ids = new Set(held.map(({ id }) => id))
    return [...held, ...further.filter(({ id }) => !ids.has(id))].toSorted((a, b) => b.id - a.id)
  }, [all, further, userId])
}

function useFurther(userId: number, isWanted: boolean): readonly Listing[] {
  const reachable = useReachable()
  const [answer, setAnswer] = useState<{ userId: number; listings: readonly Listing[] }>()
  useEffect(() => {
    if (!isWanted || !reachable) return
    let isCurrent = true
    const take = (listings: readonly Listing[]) => isCurrent && setAnswer({ userId, listings })
    call('userListings', { params: { id: userId } }).then(take, () => undefined)
    return () => {
      isCurrent = false
    }
  }, [userId, isWanted, reachable])
  return isWanted && answer?.userId === userId ? answer.listings : NONE
}
