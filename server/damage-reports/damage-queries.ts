import { and, eq, inArray, or } from 'drizzle-orm'
import type { DamageReport } from '#schema/damage-report'
import type { Db } from '../db/client'
import { bookings, damageReports } from '../db/tables'

export type DamageRow = typeof damageReports.$inferSelect

/** A claim as its two sides see it. */
export function toDamageReport(row: DamageRow): DamageReport {
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
    decisionNote: row.decisionNote,
    createdAt: row.createdAt,
    reviewedAt: row.reviewedAt,
    resolvedAt: row.resolvedAt,
    responseDeadline: row.responseDeadline,
  }
}

/** Claims by id, for the devices of one of their two sides. */
export async function findDamageReports(db: Db, ids: number[], viewerId: number): Promise<Map<number, DamageReport>> {
  const rows = await db.read
    .select({ report: damageReports })
    .from(damageReports)
    .innerJoin(bookings, eq(bookings.id, damageReports.bookingId))
    .where(and(inArray(damageReports.id, ids), or(eq(bookings.userId, viewerId), eq(bookings.ownerId, viewerId))))
  return new Map(rows.map(({ report }) => [report.id, toDamageReport(report)]))
}

/** The claim about a booking, or null. */
export async function findDamageOfBooking(db: Db, bookingId: number): Promise<DamageRow | null> {
  const [row] = await db.read.select().from(damageReports).where(eq(damageReports.bookingId, bookingId))
  return row ?? null
}
