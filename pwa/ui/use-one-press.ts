import { useRef } from 'react'

/** Runs the work of a press, unless that of an earlier press is still under way: two quick ones are one. */
export function useOnePress(): (work: () => unknown) => Promise<void> {
  const isUnderWay = useRef(false)
  return async (work) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    try {
      await work()
    } finally {
      isUnderWay.current = false
    }
  }
}
