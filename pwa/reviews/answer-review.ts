import { laneOf, type MutationPayload } from '../disk/mutations'
import { endDraft } from '../drafts/end-draft'
import type { SyncEngine } from '../sync/engine'

/** Names the draft of an answer. */
export const answerDraftId = (reviewId: number): string => `review-answer:${reviewId}`

/** Answers a review of oneself and ends the draft, in one step on the disk. */
export async function answerReview(engine: SyncEngine, answer: MutationPayload<'review.answer'>): Promise<void> {
  const { db } = engine
  await engine.queueTogether(async (queue) => {
    const line = await db.outbox.where('lane').equals(laneOf('review.answer', answer)).toArray()
    await db.outbox.bulkDelete(line.filter(({ state }) => state === 'attention').map(({ opId }) => opId))
    await queue('review.answer', answer)
    await endDraft(db, answerDraftId(answer.reviewId))
  })
}
