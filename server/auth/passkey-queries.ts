import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client'
import { findRow } from '../db/find-row'
import { passkeys } from '../db/tables'

export type PasskeyRow = typeof passkeys.$inferSelect

/** A person's passkeys, the oldest first. */
export function listPasskeys(db: Db, userId: number): Promise<PasskeyRow[]> {
  return db.read.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt))
}

/**
 * The passkeys of a person that end where no session goes on: a stranger may have added them. Those of operators stay: otherwise their
 * mailbox would stand for them.
 */
export const endingPasskeys = (userId: number) =>
  and(eq(passkeys.userId, userId), sql`NOT EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND is_operator)`)

/** Are there any? */
export async function hasEndingPasskeys(db: Db, userId: number): Promise<boolean> {
  return (await db.read.$count(passkeys, endingPasskeys(userId))) > 0
}

/** Its owner. */
export async function findPasskey(db: Db, id: string): Promise<PasskeyRow | null> {
  return findRow(db, passkeys, eq(passkeys.id, id))
}
