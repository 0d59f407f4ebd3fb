import { useEffect, useEffectEvent, useState } from 'react'
import { clearReturn, markReturn, returnedTo } from './provider-redirect'

/** The provider's word about a new card may reach the server a moment after its person has come back. */
export const PROVIDER_SETTLE_MS = 2_000

/**
 * Waits, after a card was added at the provider, until it can be expected to be known here. The return is flagged in
 * session storage, so that a reload in between goes on waiting.
 * @param setup how the redirect ended, as the return address says
 * @returns whether it is still waiting
 */
export function useCardReturn(path: string, setup: string | undefined, onSettled: () => void): boolean {
  const [waiting, setWaiting] = useState(() => {
    if (setup === 'success') markReturn(path)
    return returnedTo(path)
  })
  const settle = useEffectEvent(() => {
    clearReturn()
    setWaiting(false)
    onSettled()
  })
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(settle, PROVIDER_SETTLE_MS)
    return () => clearTimeout(timer)
  }, [waiting])
  return waiting
}
