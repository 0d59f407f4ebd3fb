import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import {
  canAnswerReview,
  canReview,
  orderReviewUntil,
  type Review,
  type ReviewAnswer,
  type ReviewChange,
  rentalReviewUntil,
} from '#schema/review'
import type { Written } from '../db/client'
import { build, type Step, step, updateStep } from '../db/steps'
import { reviews } from '../db/tables'
import type { Deps } from '../deps'
import type { SessionUser } from '../http/session-user'
import { takeEdit } from '../http/take-edit'
import { findPurchaseViews } from '../made-to-order/purchases/purchase-queries'
import type { About } from '../money/about'
import { aboutColumns } from '../money/payment-commands'
import { visibleBooking } from '../rentals/bookings/booking-service'
import { findUserRow, isSuspended } from '../users/user-queries'
import { findReviews, findReviewsAbout, type ReviewRow, toReview } from './review-queries'

/** A rental or an order as the caller reviews it. */
interface Deal {
  subjectId: number
  listingId: number | null
  itemId: number | null
  /** Of what the caller reviews; nobody reads the one of a review of a renter or buyer. */
  title: string
  until: Date | null
}

/**
 * Keeps one's own review, in place of the one before. The second of the two reveals both. @throws Refusal `not_found` for
 * anybody but the two sides, `review_not_open` before the deal is done and after 14 days, `review_final` once it is revealed,
 * `user_not_found` when the other side is suspended or their account has ended, `edit_conflict` when its author has written another one meanwhile
 */
export function putReview(
  deps: Deps,
  user: SessionUser,
  about: About,
  { stars, points, content, seen }: ReviewChange,
  receipt: (answer: Review) => Step[],
): Promise<Written<Review>> {
  return deps.db.write(async (ids) => {
    const deal = await findDeal(deps, user, about)
    const both = await findReviewsAbout(deps.db, about)
    const own = both.find(({ authorId }) => authorId === user.id) ?? null
    const theirs = both.find(({ authorId }) => authorId !== user.id) ?? null
    const now = deps.now()
    if (own?.revealedAt) throw new Refusal('review_final')
    if (!canReview(deal.until, own, now) || !deal.until) throw new Refusal('review_not_open')
    await assertReviewable(deps, deal.subjectId)
    const isOfThing = deal.listingId !== null || deal.itemId !== null
    const sent = { stars, points: isOfThing ? [...new Set(points)] : [], content }
    const words = own ? takeEdit(wordsOf(own), { ...sent, seen }, sent) : sent
    const revealedAt = theirs ? now.toISOString() : null
    const row: ReviewRow = {
      id: own?.id ?? (await ids.next('reviews')),
      ...aboutColumns(about),
      authorId: user.id,
      subjectId: deal.subjectId,
      listingId: deal.listingId,
      itemId: deal.itemId,
      ...words,
      createdAt: own?.createdAt ?? now.toISOString(),
      revealsAt: deal.until.toISOString(),
      revealedAt,
      hiddenAt: own?.hiddenAt ?? null,
      answer: null,
      answerHiddenAt: null,
      answeredAt: null,
    }
    const write = own
      ? build
          .update(reviews)
          .set({ ...words, revealedAt })
          .where(eq(reviews.id, own.id))
      : build.insert(reviews).values(row)
    const value = toReview({ row, authorUsername: user.username, title: deal.title }, user.id)
    const reveal = theirs && !theirs.revealedAt ? [revealStep(theirs.id, now)] : []
    return { steps: [step(write), ...reveal, ...receipt(value)], value }
  })
}

/** Answers a review of oneself, once. @throws Refusal `not_found`, `review_answered` */
export function answerReview(
  deps: Deps,
  user: SessionUser,
  reviewId: number,
  { content }: ReviewAnswer,
  receipt: (answer: Review) => Step[],
): Promise<Written<Review>> {
  return deps.db.write(async () => {
    const review = (await findReviews(deps.db, [reviewId], user.id)).get(reviewId)
    if (!review || review.subjectId !== user.id) throw new Refusal('not_found')
    if (!canAnswerReview(user, review)) throw new Refusal('review_answered')
    const value = { ...review, answer: content }
    const words = { answer: content, answeredAt: deps.now().toISOString() }
    return { steps: [updateStep(reviews, words, eq(reviews.id, reviewId)), ...receipt(value)], value }
  })
}

/** Reveals what waited for an other side that has let its 14 days pass. */
export async function revealDueReviews(deps: Deps): Promise<void> {
  const now = deps.now()
  const due = await deps.db.read
    .select({ id: reviews.id })
    .from(reviews)
    .where(and(isNull(reviews.revealedAt), lte(reviews.revealsAt, now.toISOString())))
    .orderBy(asc(reviews.revealsAt))
    .limit(REVEALED_AT_ONCE)
  if (due.length === 0) return
  await deps.db.write(() => due.map(({ id }) => revealStep(id, now)))
}

const wordsOf = ({ stars, points, content }: ReviewRow) => ({ stars, points, content })

const REVEALED_AT_ONCE = 200

function revealStep(id: number, now: Date): Step {
  return updateStep(reviews, { revealedAt: now.toISOString() }, and(eq(reviews.id, id), isNull(reviews.revealedAt)))
}

async function assertReviewable({ db }: Deps, userId: number): Promise<void> {
  const person = await findUserRow(db, userId)
  if (!person) throw new Refusal('user_not_found')
  const words = `${person.username} is not on the marketplace any more, so no review can be written.`
  if (isSuspended(person) || person.closedAt !== null) throw new Refusal('user_not_found', words)
}

async function findDeal(deps: Deps, user: SessionUser, about: About): Promise<Deal> {
  if ('bookingId' in about) {
    const booking = await visibleBooking(deps, user, about.bookingId)
    const { userId, ownerId, listingId, listingTitle: title } = booking
    const isRenter = userId === user.id
    const until = rentalReviewUntil(booking)
    return {
      subjectId: isRenter ? ownerId : userId,
      listingId: isRenter ? listingId : null,
      itemId: null,
      title,
      until,
    }
  }
  const order = (await findPurchaseViews(deps.db, [about.purchaseId], user.id)).get(about.purchaseId)
  if (!order) throw new Refusal('not_found')
  const { userId, sellerId, itemId, itemTitle: title } = order
  const isBuyer = userId === user.id
  const until = orderReviewUntil(order)
  return { subjectId: isBuyer ? sellerId : userId, listingId: null, itemId: isBuyer ? itemId : null, title, until }
}
