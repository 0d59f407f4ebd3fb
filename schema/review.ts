import { addHours } from 'date-fns'
import * as z from 'zod/mini'
import type { BookingStatus } from '#schema/booking'
import { seenFields, visible } from '#schema/edit'
import { deliveredAt, type PurchaseStatus } from '#schema/purchase'

/** Both sides may review each other for so many days after a rental was completed or an order delivered. */
export const REVIEW_DAYS = 14
export const REVIEW_MAX = 1000
export const REVIEW_PAGE = 20

/** Points that were right about the thing, beside the stars. */
export const REVIEW_POINTS = ['described', 'clean', 'on_time'] as const
export const ReviewPoint = z.enum(REVIEW_POINTS)
export type ReviewPoint = z.infer<typeof ReviewPoint>

/** The author's part in the rental or order. */
export const ReviewRole = z.enum(['renter', 'owner', 'buyer', 'seller'])
export type ReviewRole = z.infer<typeof ReviewRole>

const words = z.string().check(z.trim(), z.maxLength(REVIEW_MAX, 'Please keep a review under 1,000 characters'))
const STARS_MESSAGE = 'Please choose 1 to 5 stars'
const Stars = z.int(STARS_MESSAGE).check(z.minimum(1, STARS_MESSAGE), z.maximum(5, STARS_MESSAGE))

/** One's own review, in place of the one before; renters and buyers add the points. Before the first review the form showed 0 stars. */
export const ReviewChange = z.object({
  stars: Stars,
  points: z._default(z.array(ReviewPoint), []),
  content: z._default(words, ''),
  ...seenFields,
})
export type ReviewChange = z.infer<typeof ReviewChange>

export const ReviewAnswer = z.object({
  content: z
    .string('An answer cannot be empty')
    .check(
      z.trim(),
      visible('An answer cannot be empty'),
      z.maxLength(REVIEW_MAX, 'Please keep an answer under 1,000 characters'),
    ),
})
export type ReviewAnswer = z.infer<typeof ReviewAnswer>

/** A review as everybody reads it. `listingId` or `itemId` is what a renter or buyer reviewed; reviews of renters and buyers have neither. */
export const PublicReview = z.object({
  id: z.int(),
  authorId: z.int(),
  authorUsername: z.string(),
  subjectId: z.int(),
  role: ReviewRole,
  listingId: z.nullable(z.int()),
  itemId: z.nullable(z.int()),
  /** The listing's or item's title as it was agreed; null in a review of a renter or buyer. */
  title: z.nullable(z.string()),
  stars: z.int(),
  points: z.array(ReviewPoint),
  content: z.string(),
  createdAt: z.string(),
  answer: z.nullable(z.string()),
})
export type PublicReview = z.infer<typeof PublicReview>

/** A review on the devices of its author and, once it is revealed, of the person it is about. */
export const Review = z.extend(PublicReview, {
  /** A review belongs to a booking or to an order; the other one is null. */
  bookingId: z.nullable(z.int()),
  purchaseId: z.nullable(z.int()),
  /** When it is revealed at the latest. */
  revealsAt: z.string(),
  revealedAt: z.nullable(z.string()),
  /** Operators have taken it off the public pages. */
  hidden: z.boolean(),
  /** The same for its answer, for the person who wrote that alone: everybody else reads null. */
  answerHidden: z.optional(z.literal(true)),
})
export type Review = z.infer<typeof Review>

/** Days of 24 hours: a day of the device's own clock may have 23 or 25, and the two sides and the server would end at different instants. */
const reviewEnd = (since: string) => addHours(since, REVIEW_DAYS * 24)

/** Until when the two sides of a rental may review each other; null for one that is not completed. */
export function rentalReviewUntil(booking: { status: BookingStatus; statusChangedAt: string }): Date | null {
  return booking.status === 'completed' ? reviewEnd(booking.statusChangedAt) : null
}

/** Until when the two sides of an order may review each other; null for one that was never delivered. */
export function orderReviewUntil(order: { history: readonly { at: string; status: PurchaseStatus }[] }): Date | null {
  const delivered = deliveredAt(order.history)
  return delivered === null ? null : reviewEnd(delivered)
}

/** May a review be written or changed? Until the other side has written theirs as well, or the time is over. */
export function canReview(until: Date | null, own: { revealedAt: string | null } | null, now: Date): boolean {
  return until !== null && now < until && !own?.revealedAt
}

/** May this person answer a review? The one it is about, once, when everybody can read it. */
export function canAnswerReview(
  user: { id: number },
  review: { subjectId: number; revealedAt: string | null; hidden: boolean; answer: string | null },
): boolean {
  return review.subjectId === user.id && review.revealedAt !== null && !review.hidden && review.answer === null
}
