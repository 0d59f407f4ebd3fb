import { type MutationPayload, parseMutation } from '../disk/mutations'
import { afterEarlier, type SentChange, textAlone } from '../drafts/seen-words'
import type { SyncEngine } from '../sync/engine'
import { reviewDraft } from './review-drafts'

/**
 * Saves one's review and ends its draft, in one step on the disk; it is sent when the connection allows. Only the last word
 * counts: an earlier one that was refused, or never left, gives way to it.
 */
export async function putReview(engine: SyncEngine, review: MutationPayload<'review.put'>): Promise<void> {
  await engine.submit('review.put', review, {
    draft: reviewDraft(review),
    replacesRefused: true,
    merge(replaced, line) {
      const { edit, seen } = afterEarlier(review, replaced, line, sentReview)
      return { ...edit, seen: seen?.words }
    },
  })
}

/** A review as it was sent; null when it makes no sense. */
function sentReview(payload: unknown): SentChange | null {
  const review = parseMutation('review.put', payload)
  if (!review) return null
  const { stars, points, content, seen } = review
  return { sent: textAlone({ stars, points, content }), seen: seen && textAlone(seen) }
}
