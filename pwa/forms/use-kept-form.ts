import { useEffect, useEffectEvent, useRef, useState } from 'react'

export interface KeptForm<Values> {
  /** Undefined until it has been read from this device. */
  draft: Values | undefined
  /** Changes the form; it is kept as it is typed. */
  change: (part: Partial<Values>) => void
  /** Takes over what `work` has kept itself, after everything that was typed before is written down. */
  takeOver: <Part extends Partial<Values>>(work: () => Promise<Part>) => Promise<Part>
}

/**
 * A form as it was left on this device.
 * @param empty what is shown before anything was typed
 * @param load reads it, once
 * @param keep writes it down
 */
export function useKeptForm<Values extends object>(
  empty: Values,
  load: () => Promise<Values>,
  keep: (values: Values) => Promise<void>,
): KeptForm<Values> {
  const [draft, setDraft] = useState<Values>()
  const latest = useRef(empty)
  const saving = useRef<Promise<unknown>>(Promise.resolve())

  const show = (next: Values) => {
    latest.current = next
    setDraft(next)
  }
  const read = useEffectEvent(load)
  useEffect(() => {
    let live = true
    read().then((kept) => {
      if (!live) return
      latest.current = kept
      setDraft(kept)
    })
    return () => {
      live = false
    }
  }, [])

  return {
    draft,
    change(part) {
      const next = { ...latest.current, ...part }
      show(next)
      // One after the other, or an older state could be written last. Without room on disk the form goes on in memory.
      saving.current = saving.current.then(() => keep(next)).catch(() => undefined)
    },
    async takeOver(work) {
      await saving.current
      const part = await work()
      show({ ...latest.current, ...part })
      return part
    },
  }
}
