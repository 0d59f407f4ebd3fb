import { forgetPostDraft } from '../db/post-drafts'
import type { WaitingPost } from '../db/post-overlay'
import type { SyncEngine } from '../sync/engine'
import { discard, lineFrom } from '../sync/outbox'

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
    const line = await lineFrom(db, opId)
    if (line.length === 0) return false
    await forgetPostDraft(db, clientId)
    for (const item of line.toReversed()) await discard(db, item.opId)
    return true
  })
}
