import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'

const route = getRouteApi('/offers')

/** The open thread lives in the address: a link can open it, and Back closes it. */
export function useThread() {
  const { thread: bookingId = null } = route.useSearch()
  const navigate = route.useNavigate()
  const router = useRouter()
  const openedHere = useRef(false)
  if (bookingId === null) openedHere.current = false
  return {
    bookingId,
    open(id: number) {
      openedHere.current = true
      navigate({ to: '/offers', search: (search) => ({ ...search, thread: id }), resetScroll: false })
    },
    close() {
      if (openedHere.current) router.history.back()
      else navigate({ to: '/offers', search: ({ tab }) => ({ tab }), replace: true, resetScroll: false })
    },
  }
}
