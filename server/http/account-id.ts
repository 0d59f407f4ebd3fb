import { eq } from 'drizzle-orm'
import type { Db } from '../db/client'
import { findRow } from '../db/find-row'
import { accountIdentities } from '../db/tables'

export type Identity = typeof accountIdentities.$inferSelect

/** The permanent id and the seal keys of an account; null for one from before there were any, until its next session. */
export async function findIdentity(db: Db, userId: number): Promise<Identity | null> {
  return findRow(db, accountIdentities, eq(accountIdentities.userId, userId))
}
