import { count, eq } from 'drizzle-orm'
import type { Db } from '../db/client'
import { findRow } from '../db/find-row'
import { codeSecrets, recoveryCodes } from '../db/tables'

/** Does the account ask for codes, and how many recovery codes are left? */
export async function readCodes(db: Db, userId: number): Promise<{ recoveryLeft: number } | null> {
  if (!(await hasCodes(db, userId))) return null
  const [left] = await db.read.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return { recoveryLeft: left?.left ?? 0 }
}

/** Does the account ask for codes? */
export async function hasCodes(db: Db, userId: number): Promise<boolean> {
  return Boolean((await findSecret(db, userId))?.turnedOnAt)
}

export type SecretRow = typeof codeSecrets.$inferSelect

/** The secret of an account, whether it is in use or only begun. */
export async function findSecret(db: Db, userId: number): Promise<SecretRow | null> {
  return findRow(db, codeSecrets, eq(codeSecrets.userId, userId))
}
