import type { SyncEngine } from '../../sync/engine'
import type { Discarded } from '../../sync/outbox'
import { NEW_POST, postDraft } from './post-drafts'
import { continueAside, discardAside } from './posts-aside'

/** Brings a post that was begun earlier into the form; the form's own is set aside whole, with its last key. */
export async function continuePost({ db }: SyncEngine, draftId: string): Promise<void> {
  await postDraft(NEW_POST).autosave(db).open()
  await continueAside(db, draftId)
}

/** Throws a post that was begun away, with its photo. @returns what is needed to bring it back */
export async function discardBegunPost(engine: SyncEngine, draftId: string): Promise<Discarded | null> {
  const discarded = await discardAside(engine.db, draftId)
  engine.backUp()
  return discarded
}
