import { and, asc, eq, inArray } from 'drizzle-orm'
import type { BlockedDates } from '#schema/blocked-date'
import type { Reads } from '../../db/client'
import { userBlockedDates } from '../../db/tables'

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
