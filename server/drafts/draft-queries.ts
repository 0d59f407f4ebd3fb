import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { DraftRow } from '#schema/draft'
import type { Reads } from '../db/client'
import { findRow } from '../db/find-row'
import { drafts, listings, madeToOrderItems } from '../db/tables'

export type StoredDraft = typeof drafts.$inferSelect

export function toDraftRow({ key, kind, fields, others, earlier, updatedAt }: StoredDraft): DraftRow {
  return { key, kind, fields, others, earlier, updatedAt }
}

/** A person's drafts by key, for their devices. */
export async function findDrafts(db: Reads, keys: string[], userId: number): Promise<Map<string, DraftRow>> {
  const rows = await db.read
    .select()
    .from(drafts)
    .where(and(inArray(drafts.key, keys), eq(drafts.userId, userId), isNull(drafts.deletedAt)))
  return new Map(rows.map((row) => [row.key, toDraftRow(row)]))
}

/** All of a person's drafts, the last touched first. */
export async function listDrafts(db: Reads, userId: number): Promise<DraftRow[]> {
  const rows = await db.read
    .select()
    .from(drafts)
    .where(and(eq(drafts.userId, userId), isNull(drafts.deletedAt)))
    .orderBy(desc(drafts.updatedAt))
  return rows.map(toDraftRow)
}

/** The draft under this key, whoever's it is and whether or not it was thrown away; null when there never was one. */
export async function findStoredDraft(db: Reads, key: string): Promise<StoredDraft | null> {
  return findRow(db, drafts, eq(drafts.key, key))
}

/** Whether the thing itself was made of this person's draft: the thing's client id is the draft's key. */
export async function isPublished(db: Reads, userId: number, key: string): Promise<boolean> {
  for (const table of [listings, madeToOrderItems]) {
    const own = and(eq(table.userId, userId), eq(table.clientId, key))
    const [found] = await db.read.select({ id: table.id }).from(table).where(own)
    if (found) return true
  }
  return false
}
