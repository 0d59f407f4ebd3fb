import { useEffect, useMemo, useRef, useState } from 'react'
import type { LocalDb } from '../../disk/local-db'
import { autosaveOf } from '../../drafts/autosave'
import { keptSettings, type SettingsDraft } from '../../drafts/settings-drafts'

type BlockDraft = SettingsDraft<'block'>
const EMPTY: BlockDraft = { reason: '' }
const isBlank = ({ from, reason }: BlockDraft) => !from && reason === ''

/** The days and the reason of a block that is being made, kept on this device. Undefined until they are read. */
export function useBlockDraft(db: LocalDb) {
  const [draft, setDraft] = useState<BlockDraft>()
  const latest = useRef(draft)
  const keeper = useMemo(() => autosaveOf(db, keptSettings(db, 'block', isBlank)), [db])
  useEffect(() => {
    let live = true
    keeper.open().then((kept) => {
      if (!live) return
      latest.current = kept ?? EMPTY
      setDraft(latest.current)
    })
    return () => {
      live = false
    }
  }, [keeper])
  const show = (next: BlockDraft) => {
    latest.current = next
    setDraft(next)
    // Without room on disk the form goes on in memory.
    keeper.keep(next).catch(() => undefined)
  }
  return {
    draft,
    change(part: Partial<BlockDraft>) {
      // A cleared range comes without its days.
      const isDays = !('reason' in part || 'listingId' in part)
      const days = isDays ? { from: undefined, to: undefined } : draft
      show({ ...EMPTY, ...draft, ...days, ...part })
    },
    /** Empties the form, unless something was typed since it held what has been `taken`. */
    clear(taken: BlockDraft) {
      if (latest.current === taken) show(EMPTY)
    },
  }
}
