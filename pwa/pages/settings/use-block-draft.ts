import { useEffect, useState } from 'react'
import type { LocalDb } from '../../db/local-db'
import { forgetSettingsDraft, keepSettingsDraft, readSettingsDraft, type SettingsDraft } from '../../db/settings-drafts'

type BlockDraft = SettingsDraft<'block'>
const EMPTY: BlockDraft = { reason: '' }

/** The days and the reason of a block that is being made, kept on this device. Undefined until they are read. */
export function useBlockDraft(db: LocalDb) {
  const [draft, setDraft] = useState<BlockDraft>()
  useEffect(() => {
    let live = true
    readSettingsDraft(db, 'block').then((kept) => live && setDraft(kept ?? EMPTY))
    return () => {
      live = false
    }
  }, [db])
  // Without room on disk the form goes on in memory.
  const forget = () => void forgetSettingsDraft(db, 'block').catch(() => undefined)
  return {
    draft,
    change(part: Partial<BlockDraft>) {
      // A cleared range comes without its days.
      const days = 'reason' in part ? draft : { from: undefined, to: undefined }
      const next: BlockDraft = { ...EMPTY, ...draft, ...days, ...part }
      setDraft(next)
      if (!next.from && next.reason === '') forget()
      else void keepSettingsDraft(db, 'block', next).catch(() => undefined)
    },
    clear() {
      setDraft(EMPTY)
      forget()
    },
  }
}
