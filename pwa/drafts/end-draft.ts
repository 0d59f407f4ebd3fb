import Dexie from 'dexie'
import type { DraftKind } from '#schema/draft'
import type { LocalDb } from '../disk/local-db'
import { autosaveQueuesOf } from './autosave-queue'
import { dropUnsavedEdit } from './unsaved-edits'

/** The draft in which changes to a thing on offer are typed. */
export const editDraftId = (kind: DraftKind, id: number) => `${kind}-edit:${id}`

/**
 * Deletes a draft. With the commit goes what is noted of it and what still waits to be written, so that a form that was
 * sent or thrown away never comes back. Words that are handed over take no words along that another page has typed since.
 * Runs inside a transaction over the drafts, or by itself.
 */
export function endDraft(db: LocalDb, draftId: string): Promise<void> {
  const line = autosaveQueuesOf(db).get(draftId)
  const upTo = line?.endsAt() ?? new Date().toISOString()
  const end = () => {
    dropUnsavedEdit(db.name, draftId, upTo)
    line?.end(upTo)
  }
  const remove = () =>
    db.drafts
      .where('draftId')
      .equals(draftId)
      .and((row) => !line?.isLeftOut(row))
      .delete()
  const transaction: { idbtrans: IDBTransaction } | null = Dexie.currentTransaction
  // Nothing of its own is awaited in a transaction: Dexie loses sight of one that waits too often in between.
  if (!transaction) return remove().then(end)
  transaction.idbtrans.addEventListener('complete', end)
  return remove().then(() => undefined)
}
