import { isCertainlyHere } from '../db/overlay'
import { forgetPostDraft } from '../db/post-drafts'
import type { WaitingPost } from '../db/post-overlay'
import type { SyncEngine } from '../sync/engine'
import { discard } from '../sync/outbox'

/**
 * Gives up a post that has not left this device, or that the server refused, with its photo and what was being changed
 * on it.
 * @returns false when it may have left: then nothing has changed
 */
export async function discardWaitingPost(
  { db }: SyncEngine,
  { opId, clientId }: Pick<WaitingPost, 'opId' | 'clientId'>,
): Promise<boolean> {
  return db.transaction('rw', db.outbox, db.receipts, db.drafts, db.blobs, async () => {
    const item = await db.outbox.get(opId)
    if (!item || !isCertainlyHere(item)) return false
    await forgetPostDraft(db, clientId)
    return discard(db, opId)
  })
}
