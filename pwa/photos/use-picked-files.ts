import { useEffect, useEffectEvent, useRef } from 'react'
import { holdDraft, openingsOf } from '../drafts/autosave-queue'
import { useAccount } from '../session/account'
import { type PickWork, takeLeftBehind, takePicked } from './take-picked'

/**
 * Takes picked files into a form, in the order in which they were picked; first of all those that an earlier page of the
 * same form was left with. A form that is left goes on with its files until the next form begins to read its draft.
 * @param form names the form on this device
 * @param draftId names its draft
 */
export function usePickedFiles(
  form: string,
  draftId: string,
  work: Omit<PickWork, 'isClosed' | 'isLeft'>,
): (files: readonly File[]) => Promise<void> {
  const { db } = useAccount().engine
  const line = useRef<Promise<void>>(Promise.resolve())
  const next = (taking: Promise<void>) => {
    // A form that began anew meanwhile would have neither the photo nor the place for it.
    const release = holdDraft(db, draftId)
    // A disk that has failed has been told of already.
    line.current = taking.catch(() => undefined).finally(release)
    return line.current
  }
  /** The forms that had read the draft when this one was left. */
  const left = useRef<{ openings: number | null }>({ openings: null })
  const working = (): PickWork => {
    const { current } = left
    const isClosed = () => current.openings !== null
    return { ...work, isClosed, isLeft: () => isClosed() && current.openings !== openingsOf(db, draftId) }
  }
  const takeFirst = useEffectEvent(() => next(takeLeftBehind(db, form, working())))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form has files of its own
  useEffect(() => {
    const mine: { openings: number | null } = { openings: null }
    left.current = mine
    void takeFirst()
    return () => {
      mine.openings = openingsOf(db, draftId)
    }
  }, [db, form, draftId])
  return (files) => next(takePicked(db, form, files, working(), line.current))
}
