import type { MutationPayload } from '../disk/mutations'
import type { SyncEngine } from '../sync/engine'

/** Names the draft of an answer. */
export const answerDraftId = (reviewId: number): string => `review-answer:${reviewId}`

/** Answers a review of oneself and ends the draft, in one step on the disk. */
export async function answerReview(engine: SyncEngine, answer: MutationPayload<'review.answer'>): Promise<void> {
  await engine.submit('review.answer', answer, { draft: answerDraftId(answer.reviewId), replacesRefused: true })
}
