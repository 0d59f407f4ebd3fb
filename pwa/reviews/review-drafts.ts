import * as z from 'zod/mini'
import { ReviewPoint } from '#schema/review'
import { type DeviceDraft, draftOf } from '../drafts/draft-of'
import type { DealAbout } from '../sync/thread'

/** The words of a review: kept even while it is too long to be sent; 0 stars while none are chosen. */
export const ReviewWords = z.object({
  stars: z.int().check(z.minimum(0), z.maximum(5)),
  points: z.array(ReviewPoint),
  content: z.string().check(z.maxLength(100_000)),
})
export type ReviewWords = z.infer<typeof ReviewWords>

/** A review as it is typed, with the one that the form showed at first. */
const ReviewDraft = z.extend(ReviewWords, { seen: z.optional(ReviewWords) })
export type ReviewDraft = z.infer<typeof ReviewDraft>

const EMPTY: ReviewWords = { stars: 0, points: [], content: '' }

/** The form before anything was typed. `stands`: the review that another device has put in the place of this one. */
export function freshReview(saved: (ReviewWords & { stands?: ReviewWords }) | null): ReviewDraft {
  const { stars, points, content, stands } = { ...EMPTY, ...saved }
  return { stars, points, content, seen: stands ?? { stars, points, content } }
}

/** One's review of a rental or an order, on this device. */
export const reviewDraft = ({ about, id }: DealAbout): DeviceDraft<ReviewDraft> =>
  draftOf({ id: `review:${about}:${id}`, kind: 'review', shape: ReviewDraft })

/** Has this review words that the saved one does not have? */
export function isUnsentReview({ content }: ReviewDraft, saved: { content: string | null } | null): boolean {
  return content.trim() !== '' && content.trim() !== (saved?.content ?? '')
}
