import { useEffect, useState } from 'react'

interface Leave {
  isLeaving: boolean
  leave: (address: () => Promise<string>) => Promise<void>
}

/**
 * The redirect to a page of the provider's, one press at a time.
 * @param onFailure called when the address could not be had: nobody leaves then
 */
export function useLeave(onFailure: (error: unknown) => unknown): Leave {
  const [isLeaving, setLeaving] = useState(false)
  // Back by the browser's own button, the page may be the very one that was left.
  useEffect(() => {
    const comeBack = () => setLeaving(false)
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [])
  return {
    isLeaving,
    async leave(address) {
      if (isLeaving) return
      setLeaving(true)
      try {
        window.location.assign(await address())
      } catch (error) {
        setLeaving(false)
        await onFailure(error)
      }
    },
  }
}
