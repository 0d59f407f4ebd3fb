import { useEffect, useRef } from 'react'

interface LostAct {
  /** The value that `about` has once the act is done. */
  becomes: unknown
  onDone: () => void
}

/**
 * Notices that an act without an answer was done after all: its case is then what the act makes of it.
 * @param about the part of the case that the act changes
 * @returns notes that the answer to an act was lost, or with null that there is no such act any more
 */
export function useLateEnd(about: unknown): (act: LostAct | null) => void {
  const lost = useRef<LostAct | null>(null)
  useEffect(() => {
    const act = lost.current
    if (act === null || act.becomes !== about) return
    lost.current = null
    act.onDone()
  }, [about])
  return (act) => {
    lost.current = act
  }
}
