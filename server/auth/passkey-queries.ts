import { asc, eq } from 'drizzle-orm'
import type { Db } from '../db/client'
import { passkeys } from '../db/tables'

export type PasskeyRow = typeof passkeys.$inferSelect

/** A person's passkeys, the oldest first. */
export function listPasskeys(db: Db, userId: number): Promise<PasskeyRow[]> {
  return db.read.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt))
}

/** Its owner. */
export async function findPasskey(db: Db, id: string): Promise<PasskeyRow | null> {
  const [found] = await db.read.select().from(passkeys).where(eq(passkeys.id, id))
  return found ?? null
}
