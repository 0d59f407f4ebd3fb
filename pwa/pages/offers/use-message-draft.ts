import { useEffect, useRef, useState } from 'react'
import { useAccount } from '../../auth/account'
import { keepMessageDraft, readMessageDraft } from '../../db/message-drafts'

interface MessageDraft {
  text: string
  change: (text: string) => void
  /** Empties the box at once; `keep` then takes its words over on the disk. */
  handOver: <Value>(keep: () => Promise<Value>) => Promise<Value>
}

/** What is being typed to the other side of a booking, as it was left on this device. */
export function useMessageDraft(bookingId: number): MessageDraft {
  const { db } = useAccount().engine
  const [text, setText] = useState('')
  const isTouched = useRef(false)
  const saving = useRef<Promise<unknown>>(Promise.resolve())

  useEffect(() => {
    let live = true
    readMessageDraft(db, bookingId).then((kept) => {
      if (live && !isTouched.current) setText(kept)
    })
    return () => {
      live = false
    }
  }, [db, bookingId])

  function change(next: string) {
    isTouched.current = true
    setText(next)
    // One after the other, or an older text could be written last. Without room on disk the text goes on in memory.
    saving.current = saving.current.then(() => keepMessageDraft(db, bookingId, next)).catch(() => undefined)
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
