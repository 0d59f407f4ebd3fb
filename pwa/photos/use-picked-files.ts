import { useEffect, useEffectEvent, useRef } from 'react'
import { useAccount } from '../session/account'
import { type PickWork, takeLeftBehind, takePicked } from './take-picked'

/**
 * Takes picked files into a form, in the order in which they were picked; first of all those that an earlier page of the
 * same form was left with.
 * @param form names the form on this device
 */
export function usePickedFiles(
  form: string,
  work: Omit<PickWork, 'isLeft'>,
): (files: readonly File[]) => Promise<void> {
  const { db } = useAccount().engine
  const line = useRef<Promise<void>>(Promise.resolve())
  const next = (taking: Promise<void>) => {
    // A disk that has failed has been told of already.
    line.current = taking.catch(() => undefined)
    return line.current
  }
  const page = useRef(new AbortController())
  const working = (): PickWork => {
    const { signal } = page.current
    return { ...work, isLeft: () => signal.aborted }
  }
  const takeFirst = useEffectEvent(() => next(takeLeftBehind(db, form, working())))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form has files of its own
  useEffect(() => {
    page.current = new AbortController()
    void takeFirst()
    return () => page.current.abort()
  }, [db, form])
  return (files) => next(takePicked(db, form, files, working(), line.current))
}
