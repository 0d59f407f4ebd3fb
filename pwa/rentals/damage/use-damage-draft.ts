import { useEffect, useRef, useState } from 'react'
import { keepStorage } from '../../disk/keep-storage'
import type { LocalDb, PhotoBlob } from '../../disk/local-db'
import { autosaveOf } from '../../drafts/autosave'
import type { DamageDraft } from './damage-drafts'

/** Where a form stands: nothing typed, on its way to the disk, on it, or too much for it. */
export type KeptState = 'none' | 'keeping' | 'kept' | 'failed'

export const KEPT_WORDS: Record<KeptState, string> = {
  none: 'What you write is kept on this device as you type.',
  keeping: 'Keeping what you write...',
  kept: 'What you have written is kept on this device.',
  failed: 'There is no room to keep this on the device. It is here as long as this page is.',
}

export interface KeptFormState<Values> {
  /** The first values of the form; undefined until they have been read from this device. */
  start: Values | undefined
  state: KeptState
  keep: (values: Values) => void
  /** Keeps a photo with the form that shows it. @throws when this device has no room for it */
  keepPhoto: (values: Values, photo: PhotoBlob) => Promise<void>
  /** Resolves when everything typed so far is on disk. */
  settled: () => Promise<unknown>
}

/** A form with photos as it was left on this device, kept again with every change. */
export function useDamageDraft<Values>(db: LocalDb, form: DamageDraft<Values>, fresh: Values): KeptFormState<Values> {
  const [start, setStart] = useState<Values>()
  const [state, setState] = useState<KeptState>('none')
  const [first] = useState({ keeper: autosaveOf(db, form.kept(db)), fresh })
  const latest = useRef<Values | null>(null)

  useEffect(() => {
    let live = true
    first.keeper.open().then((kept) => {
      if (!live) return
      setState(kept === null ? 'none' : 'kept')
      setStart(kept ?? first.fresh)
    })
    return () => {
      live = false
    }
  }, [first])

  // Without room the form goes on in memory.
  const write = (values: Values, photo?: PhotoBlob) => {
    if (state === 'none') void keepStorage()
    setState('keeping')
    latest.current = values
    const isNewest = () => latest.current === values
    const kept = first.keeper.keep(values, photo && [photo])
    kept.then(
      () => isNewest() && setState('kept'),
      () => isNewest() && setState('failed'),
    )
    return kept
  }
  return {
    start,
    state,
    keep(values) {
      write(values).catch(() => undefined)
    },
    keepPhoto: write,
    settled: first.keeper.settled,
  }
}
