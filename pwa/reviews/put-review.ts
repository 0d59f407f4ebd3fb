import { laneOf, type MutationPayload } from '../disk/mutations'
import type { SyncEngine } from '../sync/engine'
import { reviewDraft } from './review-drafts'

/**
 * Saves one's review and ends its draft, in one step on the disk; it is sent when the connection allows. Only the last word
 * counts: an earlier one that was refused, or never left, gives way to it.
 */
export async function putReview(engine: SyncEngine, review: MutationPayload<'review.put'>): Promise<void> {
  const { db } = engine
  await engine.queueTogether(async (queue) => {
    const line = await db.outbox.where('lane').equals(laneOf('review.put', review)).toArray()
    await db.outbox.bulkDelete(line.filter(({ state }) => state === 'attention').map(({ opId }) => opId))
    await queue('review.put', review)
    await reviewDraft(review).forget(db)
  })
}
