import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Message } from '#schema/message'
import type { Db } from '../db/client'
import { messages } from '../db/tables'

export function toMessage(row: typeof messages.$inferSelect, viewerId: number): Message {
  return {
    id: row.id,
    bookingId: row.bookingId ?? 0,
    senderId: row.senderId,
    content: row.content,
    createdAt: row.createdAt,
    composedAt: row.composedAt,
    // The writer's devices recognise their own message by it; nobody else needs it.
    clientId: row.senderId === viewerId ? row.clientId : null,
  }
}

/** The thread of a booking, oldest first. */
export async function listMessages(db: Db, bookingId: number, viewerId: number): Promise<Message[]> {
  const rows = await db.read.select().from(messages).where(eq(messages.bookingId, bookingId)).orderBy(asc(messages.id))
  return rows.map((row) => toMessage(row, viewerId))
}

/** Messages of bookings by id, for devices. */
export async function findMessages(db: Db, ids: number[], viewerId: number): Promise<Map<number, Message>> {
  const rows = await db.read
    .select()
    .from(messages)
    .where(and(inArray(messages.id, ids), isNotNull(messages.bookingId)))
  return new Map(rows.map((row) => [row.id, toMessage(row, viewerId)]))
}

/** The message that this person wrote under `clientId`, or null. */
export async function findMessageByClientId(
  db: Db,
  senderId: number,
  clientId: string,
): Promise<typeof messages.$inferSelect | null> {
  const [found] = await db.read
    .select()
    .from(messages)
    .where(and(eq(messages.senderId, senderId), eq(messages.clientId, clientId)))
  return found ?? null
}
