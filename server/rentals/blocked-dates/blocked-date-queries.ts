import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import type { BlockedDates } from '#schema/blocked-date'
import type { Reads } from '../../db/client'
import { listings, userBlockedDates } from '../../db/tables'
import { listingShown } from '../listings/listing-queries'

export function toBlockedDates(row: typeof userBlockedDates.$inferSelect): BlockedDates {
  const { id, startDate, endDate, reason, createdAt, listingId } = row
  return { id, startDate, endDate, reason, createdAt, ...(listingId !== null && { listingId }) }
}

/** A person's blocked ranges in order. */
export async function listBlockedDates(db: Reads, userId: number): Promise<BlockedDates[]> {
  const rows = await db.read
    .select()
    .from(userBlockedDates)
    .where(eq(userBlockedDates.userId, userId))
    .orderBy(asc(userBlockedDates.startDate))
  return rows.map(toBlockedDates)
}

/** The ranges that everybody may know of, without their reasons: those of a listing only while it is on show. */
export async function listShownBlockedDates(
  db: Reads,
  userId: number,
): Promise<Pick<BlockedDates, 'startDate' | 'endDate' | 'listingId'>[]> {
  const { startDate, endDate, listingId } = userBlockedDates
  const rows = await db.read
    .select({ startDate, endDate, listingId })
    .from(userBlockedDates)
    .leftJoin(listings, eq(listings.id, listingId))
    .where(and(eq(userBlockedDates.userId, userId), or(isNull(listingId), listingShown)))
    .orderBy(asc(startDate))
  return rows.map(({ listingId, ...days }) => ({ ...days, ...(listingId !== null && { listingId }) }))
}

/** Blocked ranges by id, for the owner's devices. */
export async function findBlockedDates(db: Reads, ids: number[]): Promise<Map<number, BlockedDates>> {
  const rows = await db.read.select().from(userBlockedDates).where(inArray(userBlockedDates.id, ids))
  return new Map(rows.map((row) => [row.id, toBlockedDates(row)]))
}

/** The range that this person blocked under `clientId`, or null. */
export async function findBlockedDatesByClientId(
  db: Reads,
  userId: number,
  clientId: string,
): Promise<BlockedDates | null> {
  const [found] = await db.read
    .select()
    .from(userBlockedDates)
    .where(and(eq(userBlockedDates.userId, userId), eq(userBlockedDates.clientId, clientId)))
  return found ? toBlockedDates(found) : null
}
