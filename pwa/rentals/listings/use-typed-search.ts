import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** Browsers limit how often an address may be rewritten, so typed text reaches it after a pause. */
const ADDRESS_PAUSE_MS = 250

export interface TypedSearch {
  /** The text in the box; it is searched for at once. */
  typed: string
  type: (text: string) => void
  /** Puts text into the box that is already on its way into the address. */
  set: (text: string) => void
}

/** Text that is typed now and written into the address a moment later; an address that changes by itself wins. */
export function useTypedSearch(inAddress: string, write: (text: string) => void): TypedSearch {
  const [typed, setTyped] = useState(inAddress)
  const router = useRouter()
  const [page] = useState(() => router.latestLocation.pathname)
  const written = useRef(inAddress)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    clearTimeout(timer.current)
    setTyped(inAddress)
  }, [inAddress])
  useEffect(() => () => clearTimeout(timer.current), [])

  const set = (text: string) => {
    clearTimeout(timer.current)
    written.current = text
    setTyped(text)
  }
  return {
    typed,
    set,
    type(text) {
      clearTimeout(timer.current)
      setTyped(text)
      timer.current = setTimeout(() => {
        // A link was pressed meanwhile: writing now would bring this page back.
        if (router.latestLocation.pathname !== page) return
        written.current = text
        write(text)
      }, ADDRESS_PAUSE_MS)
    },
  }
}
