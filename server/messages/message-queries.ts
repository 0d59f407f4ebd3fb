import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Message, ThreadSeen } from '#schema/message'
import type { NewIds, Reads } from '../db/client'
import { findRow } from '../db/find-row'
import { type Step, step } from '../db/steps'
import { messages } from '../db/tables'
import type { About } from '../money/about'

export type MessageRow = typeof messages.$inferSelect

export function toMessage(row: MessageRow, viewerId: number): Message {
  return {
    id: row.id,
    bookingId: row.bookingId,
    purchaseId: row.purchaseId,
    senderId: row.senderId,
    content: row.content,
    createdAt: row.createdAt,
    composedAt: row.composedAt,
    // The writer's devices recognise their own message by it; nobody else needs it.
    clientId: row.senderId === viewerId ? row.clientId : null,
  }
}

/** The thread of a booking or an order, oldest first. */
export async function listMessages(db: Reads, about: About, viewerId: number): Promise<Message[]> {
  const thread =
    'bookingId' in about ? eq(messages.bookingId, about.bookingId) : eq(messages.purchaseId, about.purchaseId)
  const rows = await db.read.select().from(messages).where(thread).orderBy(asc(messages.id))
  return rows.map((row) => toMessage(row, viewerId))
}

/** Messages by id, for devices. */
export async function findMessages(db: Reads, ids: number[], viewerId: number): Promise<Map<number, Message>> {
  const rows = await db.read.select().from(messages).where(inArray(messages.id, ids))
  return new Map(rows.map((row) => [row.id, toMessage(row, viewerId)]))
}

/** The message that this person wrote under `clientId`, or null. */
export async function findMessageByClientId(db: Reads, senderId: number, clientId: string): Promise<MessageRow | null> {
  return findRow(db, messages, and(eq(messages.senderId, senderId), eq(messages.clientId, clientId)))
}

/** The tables of threads and their messages, by their subject. */
const THREADS = {
  booking: { thread: 'bookings', owner: 'owner_id', messages: 'messages', of: 'booking_id' },
  order: { thread: 'made_to_order_purchases', owner: 'seller_id', messages: 'messages', of: 'purchase_id' },
  question: { thread: 'questions', owner: 'owner_id', messages: 'question_messages', of: 'question_id' },
} as const

/**
 * A number for a new message, above all of its thread: a person has read a thread up to a number, and the next number of this
 * server may lie below one that another server has given.
 */
export async function nextMessageId(
  db: Reads,
  ids: NewIds,
  { about, id }: Omit<ThreadSeen, 'messageId'>,
): Promise<number> {
  const { messages: said, of } = THREADS[about]
  const [found] = await db.readBatch([{ sql: `SELECT max(id) AS newest FROM ${said} WHERE ${of} = ?`, args: [id] }])
  const newest = Number(found?.rows[0]?.newest ?? 0)
  for (;;) {
    const next = await ids.next(said)
    if (next > newest) return next
  }
}

/** How far a person has read a thread of theirs; nothing for anybody else's, and never back. */
export function threadSeenStep(userId: number, { about, id, messageId }: ThreadSeen, now: Date): Step {
  const { thread, owner, messages: said, of } = THREADS[about]
  const newest = sql`(SELECT max(m.id) FROM ${sql.raw(said)} m WHERE m.${sql.raw(of)} = s.id AND m.id <= ${messageId})`
  return step(sql`INSERT INTO thread_reads (user_id, about, about_id, message_id, at)
    SELECT ${userId}, ${about}, s.id, ${newest}, ${now.toISOString()} FROM ${sql.raw(thread)} s
      WHERE s.id = ${id} AND (s.user_id = ${userId} OR s.${sql.raw(owner)} = ${userId}) AND ${newest} IS NOT NULL
    ON CONFLICT (user_id, about, about_id) DO UPDATE SET message_id = max(message_id, excluded.message_id), at = excluded.at`)
}
