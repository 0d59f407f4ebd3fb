import * as z from 'zod/mini'
import { ReviewPoint } from '#schema/review'
import { type DeviceDraft, draftOf } from '../drafts/draft-of'
import type { DealAbout } from '../sync/thread'

/** A review as it is typed: kept even while it is too long to be sent; 0 stars while none are chosen. */
export const ReviewDraft = z.object({
  stars: z.int().check(z.minimum(0), z.maximum(5)),
  points: z.array(ReviewPoint),
  content: z.string().check(z.maxLength(100_000)),
})
export type ReviewDraft = z.infer<typeof ReviewDraft>

export const EMPTY_REVIEW: ReviewDraft = { stars: 0, points: [], content: '' }

/** One's review of a rental or an order, on this device. */
export const reviewDraft = ({ about, id }: DealAbout): DeviceDraft<ReviewDraft> =>
  draftOf({ id: `review:${about}:${id}`, kind: 'review', shape: ReviewDraft })
