import type { MutationPayload } from '../disk/mutations'
import type { SyncEngine } from '../sync/engine'
import { reviewDraft } from './review-drafts'

/**
 * Saves one's review and ends its draft, in one step on the disk; it is sent when the connection allows. Only the last word
 * counts: an earlier one that was refused, or never left, gives way to it.
 */
export async function putReview(engine: SyncEngine, review: MutationPayload<'review.put'>): Promise<void> {
  await engine.submit('review.put', review, { draft: reviewDraft(review), replacesRefused: true })
}
