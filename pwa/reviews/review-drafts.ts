import * as z from 'zod/mini'
import { ReviewPoint } from '#schema/review'
import type { LocalDb } from '../disk/local-db'
import type { KeptDraft } from '../drafts/autosave'
import type { DealAbout } from '../sync/thread'

/** A review as it is typed: kept even while it is too long to be sent; 0 stars while none are chosen. */
export const ReviewDraft = z.object({
  stars: z.int().check(z.minimum(0), z.maximum(5)),
  points: z.array(ReviewPoint),
  content: z.string().check(z.maxLength(100_000)),
})
export type ReviewDraft = z.infer<typeof ReviewDraft>

export const EMPTY_REVIEW: ReviewDraft = { stars: 0, points: [], content: '' }

/** Names the draft of one's review of a rental or an order. */
export const reviewDraftId = ({ about, id }: DealAbout): string => `review:${about}:${id}`

/** A review as it keeps itself. */
export function keptReview(db: LocalDb, deal: DealAbout): KeptDraft<ReviewDraft> {
  const draftId = reviewDraftId(deal)
  const parse = (values: unknown) => ReviewDraft.safeParse(values).data ?? null
  return {
    draftId,
    parse,
    read: async () => parse((await db.drafts.get(draftId))?.values),
    write: (values) => db.drafts.put({ draftId, kind: 'review', values, updatedAt: new Date().toISOString() }),
  }
}
