import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Autosave } from './autosave'

export interface KeptForm<Values> {
  /** Undefined until it has been read from this device. */
  draft: Values | undefined
  /** Grows when another tab has gone on with the form: fields that hold values of their own begin anew with those of `draft`. */
  round: number
  /** Changes the form; it is kept as it is typed. */
  change: (part: Partial<Values>) => void
  /** Takes over what `work` has kept itself, after everything that was typed before is written down. */
  takeOver: <Part extends Partial<Values>>(work: () => Promise<Part>) => Promise<Part>
  /** The form as it was typed last, ahead of what is drawn. */
  latest: () => Values
}

/**
 * A form as it was left on this device.
 * @param empty what is shown before anything was typed
 * @param load reads it, once; by default what autosave holds
 */
export function useKeptForm<Values extends object>(
  autosave: Autosave<Values>,
  empty: Values,
  load: () => Promise<Values> = async () => (await autosave.open()) ?? empty,
): KeptForm<Values> {
  const [draft, setDraft] = useState<Values>()
  const [round, setRound] = useState(0)
  const latest = useRef(empty)

  const show = (next: Values) => {
    latest.current = next
    setDraft(next)
  }
  const read = useEffectEvent(load)
  const begin = useEffectEvent((kept: Values) => {
    show(kept)
    autosave.shows(kept)
  })
  useEffect(() => {
    let live = true
    read().then((kept) => {
      if (live) begin(kept)
    })
    return () => {
      live = false
    }
  }, [])

  // One that another tab has sent stays here as it is.
  const follow = useEffectEvent((kept: Values | null) => {
    if (draft === undefined || kept === null) return
    show(kept)
    setRound((before) => before + 1)
  })
  useEffect(() => autosave.follow((kept) => follow(kept)), [autosave])

  return {
    draft,
    round,
    latest: () => latest.current,
    change(part) {
      const next = { ...latest.current, ...part }
      show(next)
      // Without room on disk the form goes on in memory.
      autosave.keep(next).catch(() => undefined)
    },
    async takeOver(work) {
      const before = latest.current
      const part = await autosave.handOver(work)
      const next = { ...latest.current, ...part }
      // Text typed meanwhile was kept without it.
      if (latest.current !== before) autosave.keep(next).catch(() => undefined)
      show(next)
      return part
    },
  }
}
