import { useEffect, useRef } from 'react'

/**
 * Notices that an act without an answer was done after all: its case changes then.
 * @param about the part of the case that the act changes
 * @returns notes that the answer to an act was lost, or with null that there is no such act any more
 */
export function useLateEnd(about: unknown): (onDone: (() => void) | null) => void {
  const lost = useRef<{ about: unknown; onDone: () => void } | null>(null)
  useEffect(() => {
    if (lost.current === null || lost.current.about === about) return
    const { onDone } = lost.current
    lost.current = null
    onDone()
  }, [about])
  return (onDone) => {
    lost.current = onDone && { about, onDone }
  }
}
