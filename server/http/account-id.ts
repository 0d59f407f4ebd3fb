import { eq } from 'drizzle-orm'
import type { Db } from '../db/client'
import { accountIdentities } from '../db/tables'

export type Identity = typeof accountIdentities.$inferSelect

/** The permanent id and the seal keys of an account; null for one from before there were any, until its next session. */
export async function findIdentity(db: Db, userId: number): Promise<Identity | null> {
  const [found] = await db.read.select().from(accountIdentities).where(eq(accountIdentities.userId, userId))
  return found ?? null
}
