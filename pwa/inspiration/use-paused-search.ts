import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** A search applies this long after the last letter. */
const SEARCH_PAUSE_MS = 300

const route = getRouteApi('/inspiration')

/** The search text as typed, and as it applies after a pause: that one stands in the address, for links and Back. */
export function usePausedSearch(): { typed: string; search: string; type: (text: string) => void } {
  const { search = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const router = useRouter()
  const [typed, setTyped] = useState(search)
  const [sent, setSent] = useState(search)
  const [address, setAddress] = useState(search)

  if (search !== address) {
    setAddress(search)
    // Changed by other means than this box (Back, a link): the box follows. After its own change it stays ahead.
    if (search !== sent) {
      setTyped(search)
      setSent(search)
    }
  }

  useEffect(() => {
    if (typed === search) return
    const timer = setTimeout(() => {
      // A link was pressed meanwhile: writing now would bring this page back.
      if (router.latestLocation.pathname !== '/inspiration') return
      setSent(typed)
      navigate({
        to: '/inspiration',
        search: (current) => ({ ...current, search: typed || undefined }),
        replace: true,
        resetScroll: false,
      })
    }, SEARCH_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, search, navigate, router])

  return { typed, search, type: setTyped }
}
