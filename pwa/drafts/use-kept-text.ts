import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { LocalDb } from '../disk/local-db'
import { autosaveOf } from './autosave'
import { joinLines, keptText, onAddedText } from './kept-text'

interface KeptText {
  text: string
  change: (text: string) => void
  /** Empties the box at once; `keep` then takes its words over on the disk. */
  handOver: <Value>(keep: () => Promise<Value>) => Promise<Value>
  /** Puts words back that nobody took over, before those that have been typed since; these alone are kept where there are none. */
  giveBack: (words: string) => void
}

/** Words that are being typed, as they were left on this device under `draftId`. */
export function useKeptText(db: LocalDb, draftId: string): KeptText {
  const [text, setText] = useState('')
  const isTouched = useRef(false)
  const latest = useRef('')
  const keeper = useMemo(() => autosaveOf(db, keptText(db, draftId)), [db, draftId])

  const giveBack = (words: string) => change(joinLines(words, latest.current))
  const add = useEffectEvent((words: string) => change(joinLines(isTouched.current ? latest.current : text, words)))

  const show = useEffectEvent((kept: string) => {
    if (!isTouched.current) setText(kept)
    // Somebody was faster than the disk.
    else if (kept !== '') giveBack(kept)
  })
  // Before anybody can type: what is typed first would take the place of what was kept.
  useLayoutEffect(() => {
    let live = true
    isTouched.current = false
    latest.current = ''
    keeper.open().then((kept) => live && show(kept ?? ''))
    const stop = onAddedText(db, draftId, add)
    return () => {
      live = false
      stop()
    }
  }, [db, draftId, keeper])
  const follow = useEffectEvent((kept: string | null) => {
    latest.current = kept ?? ''
    setText(latest.current)
  })
  // With a copy of its own, this box would write over the words of another tab, or send them twice.
  useEffect(() => keeper.follow((kept) => follow(kept)), [keeper])

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

  return { text, change, handOver, giveBack }
}
