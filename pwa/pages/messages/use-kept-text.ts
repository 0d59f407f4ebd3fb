import { useEffect, useRef, useState } from 'react'
import { useAccount } from '../../auth/account'
import { keepText, readKeptText } from '../../db/kept-text'

interface KeptText {
  text: string
  change: (text: string) => void
  /** Empties the box at once; `keep` then takes its words over on the disk. */
  handOver: <Value>(keep: () => Promise<Value>) => Promise<Value>
}

/** Words that are being typed, as they were left on this device under `draftId`. */
export function useKeptText(draftId: string): KeptText {
  const { db } = useAccount().engine
  const [text, setText] = useState('')
  const isTouched = useRef(false)
  const saving = useRef<Promise<unknown>>(Promise.resolve())

  useEffect(() => {
    let live = true
    readKeptText(db, draftId).then((kept) => {
      if (live && !isTouched.current) setText(kept)
    })
    return () => {
      live = false
    }
  }, [db, draftId])

  function change(next: string) {
    isTouched.current = true
    setText(next)
    // One after the other, or an older text could be written last. Without room on disk the text goes on in memory.
    saving.current = saving.current.then(() => keepText(db, draftId, next)).catch(() => undefined)
  }

  function handOver<Value>(keep: () => Promise<Value>): Promise<Value> {
    isTouched.current = true
    setText('')
    // After what is still being written down, and before what is typed next.
    const kept = saving.current.then(keep)
    saving.current = kept.catch(() => undefined)
    return kept
  }
  return { text, change, handOver }
}
