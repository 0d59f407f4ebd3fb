import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import { DAMAGE_STATUSES, type DamageReport, type DamageStatus, isClaimOpen } from '#schema/damage-report'
import { SETTLED_CLAIMS } from '#schema/operator'
import type { DisputeState } from '#schema/payment'
import type { Reads } from '../../db/client'
import { findRow } from '../../db/find-row'
import { isOneOf } from '../../db/is-one-of'
import { bookings, damageReports } from '../../db/tables'
import type { BookingRow } from '../bookings/booking-queries'

export type DamageRow = typeof damageReports.$inferSelect

/** Of the disputes about a claim's own payment the one that weighs most. */
const disputeState = sql<DisputeState | null>`(SELECT state FROM payment_disputes
  WHERE booking_id = ${damageReports.bookingId} AND is_damage = 1 AND state IN ('open', 'won', 'lost') ORDER BY state = 'open' DESC, state = 'lost' DESC LIMIT 1)`

/** A claim as its two sides see it. */
export function toDamageReport(row: DamageRow, disputed: DisputeState | null = null): DamageReport {
  return {
    id: row.id,
    bookingId: row.bookingId,
    reporterId: row.reporterId,
    description: row.description,
    images: row.images,
    repairEstimate: row.repairEstimate,
    repairInvoiceUrl: row.repairInvoiceUrl,
    status: row.status,
    paymentState: row.paymentState,
    renterResponse: row.renterResponse,
    renterResponseImages: row.renterResponseImages ?? [],
    finalAmount: row.finalAmount,
    ...(disputed ? { disputeState: disputed } : {}),
    decisionNote: row.decisionNote,
    createdAt: row.createdAt,
    reviewedAt: row.reviewedAt,
    resolvedAt: row.resolvedAt,
    responseDeadline: row.responseDeadline,
  }
}

/** Claims by id, for the devices of one of their two sides. */
export async function findDamageReports(
  db: Reads,
  ids: number[],
  viewerId: number,
): Promise<Map<number, DamageReport>> {
  const rows = await db.read
    .select({ report: damageReports, disputeState })
    .from(damageReports)
    .innerJoin(bookings, eq(bookings.id, damageReports.bookingId))
    .where(and(isOneOf(damageReports.id, ids), or(eq(bookings.userId, viewerId), eq(bookings.ownerId, viewerId))))
  return new Map(rows.map(({ report, disputeState }) => [report.id, toDamageReport(report, disputeState)]))
}

export async function findDamageOfBooking(db: Reads, bookingId: number): Promise<DamageRow | null> {
  return findRow(db, damageReports, eq(damageReports.bookingId, bookingId))
}

/** A claim with the booking that it is about, or null. */
export async function findClaim(db: Reads, id: number): Promise<{ report: DamageRow; booking: BookingRow } | null> {
  const [found] = await db.read
    .select({ report: damageReports, booking: bookings })
    .from(damageReports)
    .innerJoin(bookings, eq(bookings.id, damageReports.bookingId))
    .where(eq(damageReports.id, id))
  return found ?? null
}

/** A person's claims and those against them. */
export async function listDamageReports(db: Reads, userId: number): Promise<DamageReport[]> {
  const rows = await db.read
    .select({ report: damageReports, disputeState })
    .from(damageReports)
    .innerJoin(bookings, eq(bookings.id, damageReports.bookingId))
    .where(or(eq(bookings.userId, userId), eq(bookings.ownerId, userId)))
  return rows.map(({ report, disputeState }) => toDamageReport(report, disputeState))
}

/** Claims whose time to be answered is over. With `userId` only that person's. */
export async function listUnanswered(db: Reads, now: Date, userId?: number): Promise<DamageRow[]> {
  const rows = await db.read
    .select({ report: damageReports })
    .from(damageReports)
    .innerJoin(bookings, eq(bookings.id, damageReports.bookingId))
    .where(
      and(
        eq(damageReports.status, 'pending_review'),
        lt(damageReports.responseDeadline, now.toISOString()),
        userId === undefined ? undefined : or(eq(bookings.userId, userId), eq(bookings.ownerId, userId)),
      ),
    )
  return rows.map(({ report }) => report)
}

const WAITING_ORDER: Record<DamageStatus, number> = {
  under_review: 0,
  expired: 0,
  pending_review: 1,
  resolved_approved: 2,
  resolved_rejected: 2,
}

const OPEN = DAMAGE_STATUSES.filter(isClaimOpen)
const SETTLED = DAMAGE_STATUSES.filter((status) => !isClaimOpen(status))

/** Claims: those that somebody has to decide first and the oldest of them on top, then the other open ones and the newest settled ones. */
export async function listClaims(db: Reads): Promise<DamageRow[]> {
  const open = await db.read.select().from(damageReports).where(inArray(damageReports.status, OPEN))
  // The plus keeps the planner from sorting all settled claims of an index.
  const settled = await db.read
    .select()
    .from(damageReports)
    .where(inArray(sql`+${damageReports.status}`, SETTLED))
    .orderBy(desc(damageReports.id))
    .limit(SETTLED_CLAIMS)
  return [...open, ...settled].toSorted((a, b) => {
    const order = WAITING_ORDER[a.status] - WAITING_ORDER[b.status]
    return order || (WAITING_ORDER[a.status] === 0 ? a.id - b.id : b.id - a.id)
  })
}
