import { useEffect, useEffectEvent, useRef } from 'react'
import { useAccount } from '../session/account'
import { type PickWork, takeLeftBehind, takePicked } from './take-picked'

/**
 * Takes picked files into a form, in the order in which they were picked; first of all those that an earlier page of the
 * same form was left with.
 * @param form names the form on this device
 */
export function usePickedFiles(form: string, work: PickWork): (files: readonly File[]) => Promise<void> {
  const { db } = useAccount().engine
  const line = useRef<Promise<void>>(Promise.resolve())
  const next = (work: Promise<void>) => {
    // A disk that has failed has been told of already.
    line.current = work.catch(() => undefined)
    return line.current
  }
  const takeFirst = useEffectEvent(() => next(takeLeftBehind(db, form, work)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form has files of its own
  useEffect(() => void takeFirst(), [db, form])
  return (files) => next(takePicked(db, form, files, work, line.current))
}
