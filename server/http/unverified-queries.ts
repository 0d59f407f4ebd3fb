import { and, inArray, sql } from 'drizzle-orm'
import type { Reads } from '../db/client'
import { users } from '../db/tables'

/** Of a row of `users`: does its address wait? Accounts from before there were links have no row, and count as confirmed. */
export const addressWaits = sql<boolean>`EXISTS (SELECT 1 FROM mail_addresses AS m
  WHERE m.user_id = users.id AND m.address = users.email AND m.verified_at IS NULL)`

/** Does the account's address wait for its confirmation, or has mail come back from it? */
export async function isUnverified(db: Reads, { id }: { id: number }): Promise<boolean> {
  return (await findUnverified(db, [id])).has(id)
}

/** The accounts whose address waits, of some. */
export async function findUnverified(db: Reads, ids: number[]): Promise<Set<number>> {
  const rows = await db.read
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), addressWaits))
  return new Set(rows.map(({ id }) => id))
}
