import { and, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { PublicReview, Review } from '#schema/review'
import type { Reads } from '../db/client'
import { starsCount } from '../db/stars-count'
import { bookings, purchases, reviews, users } from '../db/tables'
import type { About } from '../money/about'

export type ReviewRow = typeof reviews.$inferSelect

const authors = alias(users, 'authors')

interface FoundReview {
  row: ReviewRow
  authorUsername: string
  /** The listing's or item's, as it was agreed. */
  title: string | null
}

/** A review as everybody may read it: without an answer that operators have hidden. */
function toPublicReview({ row, authorUsername, title }: FoundReview): PublicReview {
  const { id, authorId, subjectId, bookingId, listingId, itemId, stars, points, content, createdAt } = row
  const isOfThing = listingId !== null || itemId !== null
  const [taker, giver] = bookingId === null ? (['buyer', 'seller'] as const) : (['renter', 'owner'] as const)
  return {
    ...{ id, authorId, authorUsername, subjectId, listingId, itemId, stars, points, content, createdAt },
    answer: row.answerHiddenAt === null ? row.answer : null,
    role: isOfThing ? taker : giver,
    title: isOfThing ? title : null,
  }
}

/** A review as one of the two sides reads it. */
export function toReview(found: FoundReview, viewerId: number): Review {
  const { bookingId, purchaseId, revealsAt, revealedAt, hiddenAt, subjectId, answer, answerHiddenAt } = found.row
  return {
    ...toPublicReview(found),
    ...{ bookingId, purchaseId, revealsAt, revealedAt, hidden: hiddenAt !== null },
    ...(answerHiddenAt !== null && viewerId === subjectId && { answer, answerHidden: true }),
  }
}

const reviewQuery = (db: Reads) =>
  db.read
    .select({
      row: reviews,
      authorUsername: authors.username,
      title: sql<string | null>`coalesce(${bookings.listingTitle}, ${purchases.itemTitle})`,
    })
    .from(reviews)
    .innerJoin(authors, eq(authors.id, reviews.authorId))
    .leftJoin(bookings, eq(bookings.id, reviews.bookingId))
    .leftJoin(purchases, eq(purchases.id, reviews.purchaseId))
    .$dynamic()

/** Reviews that everybody may read: revealed, not hidden, and by nobody who is suspended. */
const isPublic = and(isNotNull(reviews.revealedAt), isNull(reviews.hiddenAt), sql.raw(starsCount('authors')))

/** Reviews by id for the devices of one of the two sides; the side that a review is about reads it once it is revealed. */
export async function findReviews(db: Reads, ids: number[], viewerId: number): Promise<Map<number, Review>> {
  const mayRead = or(eq(reviews.authorId, viewerId), and(eq(reviews.subjectId, viewerId), isPublic))
  const rows = await reviewQuery(db).where(and(inArray(reviews.id, ids), mayRead))
  return new Map(rows.map((found) => [found.row.id, toReview(found, viewerId)]))
}

/** Public reviews of one listing, item or person, newest first; `cursor` is the id to continue below. */
export async function listReviews(
  db: Reads,
  {
    listing,
    item,
    person,
    cursor,
    limit,
  }: Partial<Record<'listing' | 'item' | 'person' | 'cursor', number | undefined>> & { limit: number },
): Promise<PublicReview[]> {
  const subject =
    listing !== undefined
      ? eq(reviews.listingId, listing)
      : item !== undefined
        ? eq(reviews.itemId, item)
        : eq(reviews.subjectId, person ?? 0)
  const rows = await reviewQuery(db)
    .where(and(subject, isPublic, cursor ? lt(reviews.id, cursor) : undefined))
    .orderBy(desc(reviews.id))
    .limit(limit)
  return rows.map(toPublicReview)
}

/** The reviews of both sides of a booking or an order. */
export async function findReviewsAbout(db: Reads, about: About): Promise<ReviewRow[]> {
  return db.read
    .select()
    .from(reviews)
    .where('bookingId' in about ? eq(reviews.bookingId, about.bookingId) : eq(reviews.purchaseId, about.purchaseId))
}
