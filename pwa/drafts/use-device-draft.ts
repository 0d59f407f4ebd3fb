import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { keepStorage } from '../disk/keep-storage'
import type { LocalDb, PhotoBlob } from '../disk/local-db'
import type { Autosave } from './autosave'
import type { DeviceDraft } from './draft-of'

/** Whether a form is saved: nothing typed, on its way to the disk, on it, or too large for it. */
export type DraftState = 'none' | 'keeping' | 'kept' | 'failed'

export interface DeviceDraftState<Values> {
  /** The first values of the form; undefined until they have been read from this device. */
  start: Values | undefined
  /** Grows when another tab has gone on with the form, which begins anew with what it has by then. */
  round: number
  state: DraftState
  /** Saves the form as it is now. */
  keep: (values: Values) => void
  /** Saves a photo with the form that shows it. @throws when this device has no room for it */
  keepPhoto: (values: Values, photo: PhotoBlob) => Promise<void>
  /** Resolves when everything typed so far is on disk. */
  settled: () => Promise<unknown>
  handOver: Autosave<unknown>['handOver']
  /** Deletes the draft and starts over. */
  reset: () => Promise<void>
}

/**
 * A form as it was left on this device, saved again with every change.
 * @param draft stays the same between renders
 * @param fresh what the form starts with when nothing was saved
 * @param goOn the same when something was
 */
export function useDeviceDraft<Values>(
  db: LocalDb,
  draft: DeviceDraft<Values>,
  fresh: () => Values,
  goOn: (kept: Values) => Values = (kept) => kept,
): DeviceDraftState<Values> {
  const [start, setStart] = useState<Values>()
  const [state, setState] = useState<DraftState>('none')
  const [makeFresh] = useState(() => fresh)
  const [makeKept] = useState(() => goOn)
  const [round, setRound] = useState(0)
  const latest = useRef<Values | null>(null)
  const autosave = useMemo(() => draft.autosave(db), [db, draft])

  const begin = (kept: Values | null) => {
    const shown = kept === null ? makeFresh() : makeKept(kept)
    setState(kept === null ? 'none' : 'kept')
    setStart(shown)
    autosave.shows(shown)
  }
  const open = useEffectEvent(begin)
  useEffect(() => {
    let live = true
    autosave.open().then((kept) => {
      if (live) open(kept)
    })
    return () => {
      live = false
    }
  }, [autosave])

  const follow = useEffectEvent((kept: Values | null) => {
    if (start === undefined || kept === null) return
    latest.current = null
    begin(kept)
    setRound((before) => before + 1)
  })
  useEffect(() => autosave.follow((kept) => follow(kept)), [autosave])

  // Without room the form goes on in memory.
  const write = (values: Values, photo?: PhotoBlob) => {
    if (state === 'none') void keepStorage()
    setState('keeping')
    latest.current = values
    const isNewest = () => latest.current === values
    const kept = autosave.keep(values, photo && [photo])
    kept.then(
      () => isNewest() && setState('kept'),
      () => isNewest() && setState('failed'),
    )
    return kept
  }
  return {
    start,
    round,
    state,
    keep(values) {
      write(values).catch(() => undefined)
    },
    keepPhoto(values, photo) {
      const before = latest.current ?? start
      const kept = write(values, photo)
      // The form shows no photo that is not on the disk. The caller gets the very promise of the write: it shows the photo before
      // anything else that was typed is kept.
      kept.catch(() => {
        if (before && latest.current === values) write(before).catch(() => undefined)
      })
      return kept
    },
    settled: autosave.settled,
    handOver: autosave.handOver,
    async reset() {
      await autosave.settled()
      await draft.forget(db, latest.current ?? start)
      latest.current = null
      begin(null)
    },
  }
}
