import { addHours } from 'date-fns'
import { orderReviewUntil, type ReviewRole, rentalReviewUntil } from '#schema/review'
import type { DemoBasis, DemoRows } from './demo-basis'
import { reviewCopy } from './demo-copy'

type Review = DemoRows['reviews'][number]

/** Most people who take write a review, and fewer of those who give. */
const SHARE: Record<ReviewRole, number> = { renter: 0.9, owner: 0.5, buyer: 0.9, seller: 0.5 }
const WRITTEN_AFTER_HOURS = 60

/** Reviews of the rentals and orders whose time for reviews is over: the others are for the people of the demo to write. */
export function reviewRows(
  basis: DemoBasis,
  { bookings, purchases, purchaseHistory }: Pick<DemoRows, 'bookings' | 'purchases' | 'purchaseHistory'>,
): Review[] {
  const rentals = bookings.flatMap((booking) => {
    const { id: bookingId, userId, ownerId, listingId } = booking
    const until = rentalReviewUntil({ status: booking.status ?? 'pending', statusChangedAt: booking.statusChangedAt })
    return [
      reviewRow(basis, 'renter', until, { bookingId, authorId: userId, subjectId: ownerId, listingId }),
      reviewRow(basis, 'owner', until, { bookingId, authorId: ownerId, subjectId: userId }),
    ]
  })
  const orders = purchases.flatMap(({ id: purchaseId = 0, userId, sellerId, itemId }) => {
    const until = orderReviewUntil({ history: purchaseHistory.filter((line) => line.purchaseId === purchaseId) })
    return [
      reviewRow(basis, 'buyer', until, { purchaseId, authorId: userId, subjectId: sellerId, itemId }),
      reviewRow(basis, 'seller', until, { purchaseId, authorId: sellerId, subjectId: userId }),
    ]
  })
  return [...rentals, ...orders].filter((row) => row !== null).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
}

function reviewRow(
  { dice, now }: DemoBasis,
  role: ReviewRole,
  until: Date | null,
  sides: Pick<Review, 'bookingId' | 'purchaseId' | 'authorId' | 'subjectId' | 'listingId' | 'itemId'>,
): Review | null {
  const [stars, content] = dice.pick(reviewCopy.reviews[role])
  const isWritten = dice.chance(SHARE[role])
  const answer = dice.pick(reviewCopy.answers)
  if (!isWritten || until === null || until > now) return null
  const revealsAt = until.toISOString()
  return {
    ...sides,
    stars,
    points: sides.listingId || sides.itemId ? (stars > 3 ? ['described', 'on_time'] : ['on_time']) : [],
    content,
    createdAt: addHours(until, WRITTEN_AFTER_HOURS - 14 * 24).toISOString(),
    revealsAt,
    revealedAt: revealsAt,
    ...(stars < 4 && { answer, answeredAt: revealsAt }),
  }
}
