import { useEffect, useState } from 'react'

/** The browser's estimate of the bytes that this origin uses and may use. */
export interface DiskEstimate {
  usage: number
  quota: number
}

/** Asked again whenever `changed` is another; null where the browser does not say. */
export function useDiskEstimate(changed: unknown): DiskEstimate | null {
  const [estimate, setEstimate] = useState<DiskEstimate | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the browser does not tell when it changes; what changes here does
  useEffect(() => {
    let live = true
    navigator.storage?.estimate?.().then(
      ({ usage, quota }) => live && usage !== undefined && quota !== undefined && setEstimate({ usage, quota }),
      () => undefined,
    )
    return () => {
      live = false
    }
  }, [changed])
  return estimate
}
