import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import { listingPhotos } from '#schema/listing'
import { QUEUE_AT_ONCE, REPORTS_AT_ONCE, type ReportedSubject } from '#schema/moderation'
import type { ThreadName } from '#schema/operator'
import type { Reportable, ReportSubject } from '#schema/report'
import type { Db } from '../db/client'
import { offeringTitle } from '../db/offering-title'
import {
  bookings,
  damageReports,
  handovers,
  inspirationPosts,
  listings,
  madeToOrderItems,
  messages,
  moderationActs,
  purchases,
  questionMessages,
  questions,
  reports,
  reviews,
  users,
} from '../db/tables'
import { isSuspended } from '../users/user-queries'

export type ReportRow = typeof reports.$inferSelect

/** A thing as it was reported. */
export interface ReportedThing {
  /** The person whose thing it is. */
  ownerId: number
  title: string
  content: string
  photos: string[]
  /** The people who can see it; null where everybody can. */
  sides: number[] | null
  /** The thread of those people; null where everybody can see it. */
  thread: ThreadName | null
  /** Words of somebody else beside it. */
  answer?: string | null
}

/**
 * A thing that somebody can have seen, also when it is hidden or deleted by now: a report that waited for a connection
 * is about what its person saw. Null for a review that nobody has read yet.
 */
export function findReported(db: Db, { kind, id }: ReportSubject): Promise<ReportedThing | null> {
  return FINDERS[kind](db, id)
}

const EVERYBODY = { sides: null, thread: null }

const FINDERS: Record<Reportable, (db: Db, id: number) => Promise<ReportedThing | null>> = {
  async listing(db, id) {
    const [row] = await db.read.select().from(listings).where(eq(listings.id, id))
    if (!row) return null
    const { userId: ownerId, title, description: content } = row
    return { ownerId, title, content, photos: listingPhotos(row), ...EVERYBODY }
  },
  async item(db, id) {
    const [row] = await db.read.select().from(madeToOrderItems).where(eq(madeToOrderItems.id, id))
    if (!row) return null
    const { userId: ownerId, title, description: content, mainImage, images } = row
    return { ownerId, title, content, photos: [mainImage, ...images], ...EVERYBODY }
  },
  async post(db, id) {
    const [row] = await db.read.select().from(inspirationPosts).where(eq(inspirationPosts.id, id))
    if (!row) return null
    const { userId: ownerId, title, description, imageUrl } = row
    return { ownerId, title, content: description ?? '', photos: [imageUrl], ...EVERYBODY }
  },
  async person(db, id) {
    const [row] = await db.read.select().from(users).where(eq(users.id, id))
    if (!row) return null
    const photos = row.profilePhoto ? [row.profilePhoto] : []
    return { ownerId: id, title: row.username, content: row.description ?? '', photos, ...EVERYBODY }
  },
  async message(db, id) {
    const [found] = await db.read
      .select({ row: messages, booking: bookings, order: purchases })
      .from(messages)
      .leftJoin(bookings, eq(bookings.id, messages.bookingId))
      .leftJoin(purchases, eq(purchases.id, messages.purchaseId))
      .where(eq(messages.id, id))
    if (!found) return null
    const { row, booking, order } = found
    const said = { ownerId: row.senderId, content: row.content, photos: [] }
    if (booking) return { ...said, ...ofBooking(booking) }
    if (!order) return null
    const { id: orderId, itemTitle: title, userId, sellerId } = order
    return { ...said, title, sides: [userId, sellerId], thread: { kind: 'purchase', id: orderId } }
  },
  async question(db, id) {
    const [found] = await db.read
      .select({ row: questionMessages, thread: questions, listing: listings.title, item: madeToOrderItems.title })
      .from(questionMessages)
      .innerJoin(questions, eq(questions.id, questionMessages.questionId))
      .leftJoin(listings, eq(listings.id, questions.listingId))
      .leftJoin(madeToOrderItems, eq(madeToOrderItems.id, questions.itemId))
      .where(eq(questionMessages.id, id))
    if (!found) return null
    const { row, thread, listing, item } = found
    const between = { sides: [thread.userId, thread.ownerId], thread: { kind: 'question', id: thread.id } as const }
    return {
      ownerId: row.senderId,
      title: offeringTitle({ listing, item }),
      content: row.content,
      photos: [],
      ...between,
    }
  },
  async review(db, id) {
    const found = await findRevealed(db, id)
    if (!found) return null
    const { authorId: ownerId, content, answer } = found.review
    return { ownerId, title: found.title, content, photos: [], ...EVERYBODY, answer }
  },
  async review_answer(db, id) {
    const found = await findRevealed(db, id)
    if (!found?.review.answer) return null
    const { subjectId: ownerId, answer: content } = found.review
    return { ownerId, title: found.title, content, photos: [], ...EVERYBODY }
  },
  async handover(db, id) {
    const [found] = await db.read
      .select({ page: handovers, booking: bookings })
      .from(handovers)
      .innerJoin(bookings, eq(bookings.id, handovers.bookingId))
      .where(eq(handovers.id, id))
    if (!found) return null
    const { page, booking } = found
    return { ownerId: page.userId, content: page.note ?? '', photos: page.photos, ...ofBooking(booking) }
  },
  async claim(db, id) {
    const found = await findClaim(db, id)
    if (!found) return null
    const { reporterId: ownerId, description: content, images: photos } = found.claim
    return { ownerId, content, photos, ...ofBooking(found.booking) }
  },
  async answer(db, id) {
    const found = await findClaim(db, id)
    if (!found?.claim.renterResponse && !found?.claim.renterResponseImages?.length) return null
    const { renterResponse, renterResponseImages } = found.claim
    const photos = renterResponseImages ?? []
    return { ownerId: found.booking.userId, content: renterResponse ?? '', photos, ...ofBooking(found.booking) }
  },
}

async function findRevealed(db: Db, id: number) {
  const [found] = await db.read
    .select({ review: reviews, booking: bookings.listingTitle, order: purchases.itemTitle })
    .from(reviews)
    .leftJoin(bookings, eq(bookings.id, reviews.bookingId))
    .leftJoin(purchases, eq(purchases.id, reviews.purchaseId))
    .where(and(eq(reviews.id, id), isNotNull(reviews.revealedAt)))
  return found ? { review: found.review, title: found.booking ?? found.order ?? '' } : null
}

/** Content that only the two sides of a booking see. */
function ofBooking({ id, listingTitle: title, userId, ownerId }: typeof bookings.$inferSelect) {
  return { title, sides: [userId, ownerId], thread: { kind: 'booking', id } as const }
}

async function findClaim(db: Db, id: number) {
  const [found] = await db.read
    .select({ claim: damageReports, booking: bookings })
    .from(damageReports)
    .innerJoin(bookings, eq(bookings.id, damageReports.bookingId))
    .where(eq(damageReports.id, id))
  return found ?? null
}

/** Has this person said exactly this already, and no operator decided on it? */
export async function hasOpenReport(
  db: Db,
  said: Pick<ReportRow, 'kind' | 'subjectId' | 'reporterId' | 'photo' | 'reason' | 'words' | 'title' | 'content'>,
): Promise<boolean> {
  const own = and(
    eq(reports.reporterId, said.reporterId),
    eq(reports.kind, said.kind),
    eq(reports.subjectId, said.subjectId),
    isNull(reports.closedAt),
  )
  const open = await db.read.select().from(reports).where(own)
  const { photo, reason, words, title, content } = said
  return open.some(
    (row) =>
      row.photo === photo &&
      row.reason === reason &&
      row.words === words &&
      row.title === title &&
      row.content === content,
  )
}

/** Finds the reports with these numbers that are about this thing and wait for a decision. */
export function findOpenReports(db: Db, { kind, id }: ReportSubject, ids: number[]): Promise<ReportRow[]> {
  return db.read
    .select()
    .from(reports)
    .where(and(inArray(reports.id, ids), eq(reports.kind, kind), eq(reports.subjectId, id), isNull(reports.closedAt)))
    .orderBy(asc(reports.id))
}

/** The usernames of those who have an open report of this thing, and of the other side of a review or its answer. */
export async function listParties(db: Db, { kind, id }: ReportSubject): Promise<string[]> {
  const open = and(eq(reports.kind, kind), eq(reports.subjectId, id), isNull(reports.closedAt))
  return [...(await listReporters(db, open)), ...(await listOtherSide(db, { kind, id }))]
}

/** The usernames of those whose reports of this thing an act has closed, and of the other side of a review or its answer. */
export async function listPartiesOfAct(db: Db, actId: number, subject: ReportSubject): Promise<string[]> {
  return [...(await listReporters(db, eq(reports.actId, actId))), ...(await listOtherSide(db, subject))]
}

/** The usernames of those who have an open report of this person or something of theirs. */
export function listReportersOf(db: Db, ownerId: number): Promise<string[]> {
  return listReporters(db, and(eq(reports.ownerId, ownerId), isNull(reports.closedAt)))
}

async function listReporters(db: Db, which: SQL | undefined): Promise<string[]> {
  const found = await db.read
    .selectDistinct({ username: users.username })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.reporterId))
    .where(which)
  return found.map(({ username }) => username)
}

async function listOtherSide(db: Db, { kind, id }: ReportSubject): Promise<string[]> {
  if (kind !== 'review' && kind !== 'review_answer') return []
  const other = kind === 'review' ? reviews.subjectId : reviews.authorId
  const found = await db.read
    .select({ username: users.username })
    .from(reviews)
    .innerJoin(users, eq(users.id, other))
    .where(eq(reviews.id, id))
  return found.map(({ username }) => username)
}

/** So many reports of the queue are about one thing, the oldest. */
const REPORTS_OF_THING = 50

/**
 * The operators' queue: things with open reports, the one that has waited longest first. Each person's first open report comes before
 * anybody's second, so that one with many reports holds up nobody else's. Reports about the viewer or their things are left out.
 */
export async function listReported(db: Db, viewerId: number): Promise<ReportedSubject[]> {
  const { id, reporterId, kind, subjectId, createdAt } = reports
  const ranked = db.read
    .select({
      id,
      ofReporter: sql<number>`row_number() OVER (PARTITION BY ${reporterId} ORDER BY ${id})`.as('of_reporter'),
      ofThing: sql<number>`row_number() OVER (PARTITION BY ${kind}, ${subjectId} ORDER BY ${id})`.as('of_thing'),
    })
    .from(reports)
    .where(and(isNull(reports.closedAt), ne(reports.ownerId, viewerId)))
    .as('ranked')
  const open = await db.read
    .select({ report: reports, reporterUsername: users.username })
    .from(ranked)
    .innerJoin(reports, eq(id, ranked.id))
    .innerJoin(users, eq(users.id, reporterId))
    .where(lte(ranked.ofThing, REPORTS_OF_THING))
    .orderBy(asc(ranked.ofReporter), asc(createdAt), asc(id))
    .limit(REPORTS_AT_ONCE)
  const groups = [...Map.groupBy(open, ({ report }) => `${report.kind} ${report.subjectId}`).values()]
  const found = groups.slice(0, QUEUE_AT_ONCE).map(async (group): Promise<ReportedSubject[]> => {
    const [first] = group
    if (!first) return []
    const { kind, subjectId: id, ownerId } = first.report
    const [owner] = await db.read.select().from(users).where(eq(users.id, ownerId))
    const { thread = null, answer } = (await findReported(db, { kind, id })) ?? {}
    return [
      {
        ...{ kind, id, ownerId, ownerUsername: owner?.username ?? '' },
        isOwnerSuspended: owner ? isSuspended(owner) : false,
        isOwnerClosing: Boolean(owner?.closingAt),
        thread,
        answer,
        reports: group
          .toSorted((one, other) => one.report.id - other.report.id)
          .map(({ report: { photo, ...report }, reporterUsername }) => ({
            ...report,
            photo: photo || null,
            reporterUsername,
          })),
        earlier: await listEarlierActs(db, { kind, id }),
      },
    ]
  })
  return (await Promise.all(found)).flat()
}

/** The decisions on a thing so far, newest first. */
function listEarlierActs(db: Db, { kind, id }: ReportSubject) {
  const { id: actId, at, act, reason, operator } = moderationActs
  return db.read
    .select({ id: actId, at, act, reason, operator, reports: count(reports.id) })
    .from(moderationActs)
    .leftJoin(reports, eq(reports.actId, actId))
    .where(and(eq(moderationActs.kind, kind), eq(moderationActs.subjectId, id)))
    .groupBy(actId)
    .orderBy(desc(actId))
}
