import { and, asc, eq, gte, inArray, lte } from 'drizzle-orm'
import type { BlockedDates } from '#schema/blocked-date'
import type { DateRange } from '#schema/date-range'
import type { Reads } from '../../db/client'
import { userBlockedDates } from '../../db/tables'

export function toBlockedDates(row: typeof userBlockedDates.$inferSelect): BlockedDates {
  return { id: row.id, startDate: row.startDate, endDate: row.endDate, reason: row.reason, createdAt: row.createdAt }
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

/** Is any day of the range blocked by the owner? */
export async function isBlockedByOwner(db: Reads, ownerId: number, range: DateRange): Promise<boolean> {
  const rows = await db.read
    .select({ id: userBlockedDates.id })
    .from(userBlockedDates)
    .where(
      and(
        eq(userBlockedDates.userId, ownerId),
        lte(userBlockedDates.startDate, range.endDate),
        gte(userBlockedDates.endDate, range.startDate),
      ),
    )
    .limit(1)
  return rows.length > 0
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
