import { useEffect, useState } from 'react'

/** The time of a clock, looked at again every `everyMs` and whenever the page comes back to the front. */
export function useNow(everyMs: number, clock: () => number = Date.now): Date {
  const [now, setNow] = useState(() => new Date(clock()))
  useEffect(() => {
    const look = () => setNow(new Date(clock()))
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [everyMs, clock])
  return now
}
