import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useAccount } from '../../session/account'
import { type Browse, readBrowse, writeBrowse } from './browse-search'
import { knowDays } from './known-days'
import { useSearchedPlace } from './use-searched-place'
import { useTypedSearch } from './use-typed-search'

const route = getRouteApi('/listings')

export interface BrowseControls {
  /** The search of now; typed text is in it at once. */
  browse: Browse
  /** Takes typed text without leaving a trace in the history. */
  type: (search: string) => void
  /** Chooses filters; the back button leads to what was chosen before. */
  change: (browse: Browse) => void
}

/** The search as the address holds it, with the text that is being typed. */
export function useBrowse(): BrowseControls {
  const { userId } = useAccount().engine
  const params = route.useSearch()
  const navigate = route.useNavigate()
  const { typed, type, set } = useTypedSearch(params.search ?? '', (search) =>
    navigate({ search: (now) => ({ ...now, search: search || undefined }), replace: true, resetScroll: false }),
  )
  const browse = useMemo(() => ({ ...readBrowse(params), search: typed }), [params, typed])
  const { range, place } = browse
  useSearchedPlace(place)
  useEffect(() => {
    if (range) knowDays(userId, range)
  }, [userId, range])
  return {
    browse,
    type,
    change(next) {
      set(next.search)
      if (!next.range) knowDays(userId, null)
      navigate({ search: writeBrowse(next), resetScroll: false })
    },
  }
}
