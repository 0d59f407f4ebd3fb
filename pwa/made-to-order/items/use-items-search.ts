import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { knowDays } from '../../rentals/listings/known-days'
import { useTypedSearch } from '../../rentals/listings/use-typed-search'
import { useAccount } from '../../session/account'
import { type ItemsSearch, readItems, writeItems } from './items-search'

/** The search as the address holds it, with the text that is being typed; filters leave an entry in the history. */
export function useItemsSearch(): {
  wanted: ItemsSearch
  type: (search: string) => void
  change: (wanted: ItemsSearch) => void
} {
  const { userId } = useAccount().engine
  const params = useSearch({ strict: false })
  const navigate = useNavigate()
  const held = useMemo(() => readItems(params), [params])
  const go = (next: ItemsSearch, replace: boolean) => {
    const search = writeItems(next)
    navigate({ to: '/made-to-order', search, replace, resetScroll: false })
  }
  const { typed, type, set } = useTypedSearch(held.search, (search) => go({ ...held, search }, true))
  const wanted = useMemo(() => ({ ...held, search: typed }), [held, typed])
  return {
    wanted,
    type,
    change(next) {
      set(next.search)
      if (next.readyBy !== held.readyBy)
        knowDays(userId, next.readyBy ? { startDate: next.readyBy, endDate: next.readyBy } : null)
      go(next, false)
    },
  }
}
