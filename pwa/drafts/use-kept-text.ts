import { useEffect, useMemo, useRef, useState } from 'react'
import type { LocalDb } from '../disk/local-db'
import { autosaveOf } from './autosave'
import { keptText } from './kept-text'

interface KeptText {
  text: string
  change: (text: string) => void
  /** Empties the box at once; `keep` then takes its words over on the disk. */
  handOver: <Value>(keep: () => Promise<Value>) => Promise<Value>
  /** Puts words back that nobody took over, before those that have been typed since. */
  giveBack: (words: string) => void
}

/** Words that are being typed, as they were left on this device under `draftId`. */
export function useKeptText(db: LocalDb, draftId: string): KeptText {
  const [text, setText] = useState('')
  const isTouched = useRef(false)
  const latest = useRef('')
  const keeper = useMemo(() => autosaveOf(db, keptText(db, draftId)), [db, draftId])

  useEffect(() => {
    let live = true
    keeper.open().then((kept) => {
      if (live && !isTouched.current) setText(kept ?? '')
    })
    return () => {
      live = false
    }
  }, [keeper])

  function change(next: string) {
    isTouched.current = true
    latest.current = next
    setText(next)
    // Without room on disk the text goes on in memory.
    keeper.keep(next).catch(() => undefined)
  }

  function handOver<Value>(keep: () => Promise<Value>): Promise<Value> {
    isTouched.current = true
    latest.current = ''
    setText('')
    return keeper.handOver(keep)
  }

  const giveBack = (words: string) => change(latest.current === '' ? words : `${words}\n${latest.current}`)
  return { text, change, handOver, giveBack }
}
