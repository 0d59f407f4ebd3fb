import { and, desc, eq, getTableColumns, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { Booking } from '#schema/booking'
import type { HideChange, OperatorAct, OperatorClaim } from '#schema/operator'
import type { Purchase } from '#schema/purchase'
import type { Db } from '../db/client'
import { inspirationPosts, listings, madeToOrderItems, operatorActs, reviews, users } from '../db/tables'
import { findPurchases, toPurchase } from '../made-to-order/purchases/purchase-queries'
import { findBooking, findBookings, toBooking } from '../rentals/bookings/booking-queries'
import { listClaims, toDamageReport } from '../rentals/damage-reports/damage-queries'
import { listHandoversOf } from '../rentals/handovers/handover-queries'

/** Neither side of any booking: sees what both of them see. */
const NOBODY = 0

/** The claims of `listClaims`, each with its booking and with what both sides wrote down at pickup and return. */
export async function listOperatorClaims(db: Db): Promise<OperatorClaim[]> {
  const reports = await listClaims(db)
  const found = await findBookings(
    db,
    reports.map(({ bookingId }) => bookingId),
  )
  const byId = new Map(found.map((booking) => [booking.row.id, toBooking(booking, NOBODY)]))
  const pages = await listHandoversOf(db, [...byId.keys()])
  return reports.flatMap((report) => {
    const booking = byId.get(report.bookingId)
    return booking ? [{ report: toDamageReport(report), booking, handovers: pages.get(booking.id) ?? [] }] : []
  })
}

/** A booking as both of its sides see it, or null. */
export async function findOperatorBooking(db: Db, id: number): Promise<Booking | null> {
  const found = await findBooking(db, id)
  return found && toBooking(found, NOBODY)
}

/** An order as both of its sides see it, or null. */
export async function findOperatorPurchase(db: Db, id: number): Promise<Purchase | null> {
  const [found] = await findPurchases(db, [id])
  return found ? toPurchase(found, NOBODY) : null
}

/** The acts of operators, newest first, about these `subjects` alone if there are any; `cursor` is the id to continue below. */
export async function listActs(
  db: Db,
  page: { cursor?: number | undefined; limit?: number | undefined; subjects?: string[] },
): Promise<OperatorAct[]> {
  // A line names people by their number alone, which outlives their account; it is read with the name that they have now.
  const subject = sql<string>`coalesce((SELECT 'user ' || username FROM users WHERE 'user ' || users.id = ${operatorActs.subject}), ${operatorActs.subject})`
  return db.read
    .select({ ...getTableColumns(operatorActs), subject })
    .from(operatorActs)
    .where(
      and(
        page.cursor ? lt(operatorActs.id, page.cursor) : undefined,
        page.subjects ? inArray(operatorActs.subject, page.subjects) : undefined,
      ),
    )
    .orderBy(desc(operatorActs.id))
    .limit(page.limit ?? 100)
}

const tables = { listing: listings, item: madeToOrderItems, post: inspirationPosts }

/** Does a thing leave the pages with its person, and come back with them? What people say about each other stays. */
export const isOffWithOwner = (kind: HideChange['kind']): boolean => kind !== 'review' && kind !== 'review_answer'

/** The state of something that can be hidden; null when there is none of that number, or it was deleted. An archived item can come back at any time. */
export async function findHideable(
  db: Db,
  kind: HideChange['kind'],
  id: number,
): Promise<{ hiddenAt: string | null; userId: number; username: string } | null> {
  if (kind === 'review' || kind === 'review_answer') {
    const { hiddenAt, answerHiddenAt, authorId, subjectId, answer } = reviews
    const [columns, exists] =
      kind === 'review'
        ? [{ hiddenAt, userId: authorId }, undefined]
        : [{ hiddenAt: answerHiddenAt, userId: subjectId }, isNotNull(answer)]
    const [review] = await db.read
      .select({ ...columns, username: users.username })
      .from(reviews)
      .innerJoin(users, eq(users.id, columns.userId))
      .where(and(eq(reviews.id, id), exists))
    return review ?? null
  }
  const table = tables[kind]
  const [found] = await db.read
    .select({ hiddenAt: table.hiddenAt, deletedAt: table.deletedAt, userId: table.userId, username: users.username })
    .from(table)
    .innerJoin(users, eq(users.id, table.userId))
    .where(eq(table.id, id))
  return found && (kind === 'item' || found.deletedAt === null) ? found : null
}
