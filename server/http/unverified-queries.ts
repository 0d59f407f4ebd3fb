import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Reads } from '../db/client'
import { mailAddresses, users } from '../db/tables'

/** Does the account's address wait for its confirmation, or has mail come back from it? */
export async function isUnverified(db: Reads, { id }: { id: number }): Promise<boolean> {
  return (await findUnverified(db, [id])).has(id)
}

/** The accounts whose address waits, of some. Accounts from before there were links have no row, and count as confirmed. */
export async function findUnverified(db: Reads, ids: number[]): Promise<Set<number>> {
  const rows = await db.read
    .select({ id: users.id })
    .from(mailAddresses)
    .innerJoin(users, and(eq(users.id, mailAddresses.userId), eq(users.email, mailAddresses.address)))
    .where(and(inArray(mailAddresses.userId, ids), isNull(mailAddresses.verifiedAt)))
  return new Set(rows.map(({ id }) => id))
}
