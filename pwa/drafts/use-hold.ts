import { useEffect } from 'react'
import type { LocalDb } from '../disk/local-db'
import { holdDraft } from './autosave-queue'

/** Shows nothing that another tab types in a draft while `isHeld`, as while its form is being sent. */
export function useHold(db: LocalDb, draftId: string, isHeld: boolean): void {
  useEffect(() => (isHeld ? holdDraft(db, draftId) : undefined), [db, draftId, isHeld])
}
