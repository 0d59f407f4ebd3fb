import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'

/** Lists beside which a thread can be open: their addresses take `thread`. */
type ThreadList = '/offers' | '/manage-made-to-order' | '/purchases' | '/inbox'

/** The open thread lives in the address of its list: a link can open it, and Back closes it. */
export function useThread(list: ThreadList) {
  const { thread: id = null } = useSearch({ from: list })
  const navigate = useNavigate({ from: list })
  const router = useRouter()
  const openedHere = useRef(false)
  if (id === null) openedHere.current = false
  return {
    id,
    open(wanted: number) {
      openedHere.current = true
      navigate({ to: list, search: (search) => ({ ...search, thread: wanted }), resetScroll: false })
    },
    close() {
      if (openedHere.current) router.history.back()
      else
        navigate({
          to: list,
          search: ({ thread: _closed, ...search }) => search,
          replace: true,
          resetScroll: false,
        })
    },
  }
}
