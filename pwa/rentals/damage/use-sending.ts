import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { LocalDb } from '../../disk/local-db'
import { useHold } from '../../drafts/use-hold'

/** Tells that a form is being sent. Its fields are off then: text typed meanwhile would neither be sent nor be kept. */
export function useSending(db: LocalDb, draftId: string) {
  const [isSending, setSending] = useState(false)
  useHold(db, draftId, isSending)
  const focused = useRef<Element>(null)
  return {
    isSending,
    begin() {
      focused.current = document.activeElement
      flushSync(() => setSending(true))
    },
    /** The form could not be sent: the field that had the focus has it again. */
    goOn() {
      flushSync(() => setSending(false))
      if (document.activeElement === document.body) (focused.current as HTMLElement | null)?.focus()
    },
  }
}
