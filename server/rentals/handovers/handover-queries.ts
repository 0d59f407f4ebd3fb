import { and, eq, inArray, or } from 'drizzle-orm'
import type { Handover } from '#schema/handover'
import type { Reads } from '../../db/client'
import { findRow } from '../../db/find-row'
import { isOneOf } from '../../db/is-one-of'
import { bookings, handovers } from '../../db/tables'

export type HandoverRow = typeof handovers.$inferSelect

export function toHandover(row: HandoverRow): Handover {
  const { id, bookingId, userId, moment, checks, photos, note, composedAt, updatedAt, atClaim } = row
  return { id, bookingId, userId, moment, checks, photos, note, composedAt, updatedAt, atClaim }
}

/** Pages by id, for the devices of one of the booking's two sides. */
export async function findHandovers(db: Reads, ids: number[], viewerId: number): Promise<Map<number, Handover>> {
  const rows = await db.read
    .select({ page: handovers })
    .from(handovers)
    .innerJoin(bookings, eq(bookings.id, handovers.bookingId))
    .where(and(inArray(handovers.id, ids), or(eq(bookings.userId, viewerId), eq(bookings.ownerId, viewerId))))
  return new Map(rows.map(({ page }) => [page.id, toHandover(page)]))
}

/** Everything that both sides wrote down about a booking, pickup first. */
export async function listHandovers(db: Reads, bookingId: number): Promise<Handover[]> {
  return (await listHandoversOf(db, [bookingId])).get(bookingId) ?? []
}

/** Everything that both sides wrote down about these bookings, by booking. */
export async function listHandoversOf(db: Reads, bookingIds: number[]): Promise<Map<number, Handover[]>> {
  const rows = await db.read.select().from(handovers).where(isOneOf(handovers.bookingId, bookingIds))
  const pages = rows.map(toHandover).toSorted((a, b) => a.moment.localeCompare(b.moment) || a.id - b.id)
  return Map.groupBy(pages, ({ bookingId }) => bookingId)
}

/** This person's notes of this moment, or null. */
export async function findHandoverPage(
  db: Reads,
  page: Pick<HandoverRow, 'bookingId' | 'userId' | 'moment'>,
): Promise<HandoverRow | null> {
  return findRow(
    db,
    handovers,
    and(eq(handovers.bookingId, page.bookingId), eq(handovers.userId, page.userId), eq(handovers.moment, page.moment)),
  )
}
