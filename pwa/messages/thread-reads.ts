import type { Message } from '#schema/message'
import { type LocalDb, readMeta, writeMeta } from '../disk/local-db'
import { type DealAbout, type ThreadAbout, threadKey } from '../sync/thread'

const seenKey = (thread: ThreadAbout) => `threadSeen:${threadKey(thread)}`

/**
 * How many messages of one thread are new to this person: what the other side wrote after the last message that was seen
 * here. Answering is proof of having read, on whatever device: of what stood there when the answer was written, for one that
 * was written without a connection gets its number later.
 */
export function countUnreadMessages(
  messages: readonly Pick<Message, 'id' | 'senderId' | 'createdAt' | 'composedAt'>[],
  userId: number,
  seenId: number,
): number {
  const answeredAt = messages.reduce((newest, { senderId, createdAt, composedAt }) => {
    // A device whose clock is ahead has not read what was written after its own message arrived.
    const writtenAt = composedAt !== null && composedAt < createdAt ? composedAt : createdAt
    return senderId === userId && writtenAt > newest ? writtenAt : newest
  }, '')
  return messages.filter(({ id, senderId, createdAt }) => senderId !== userId && id > seenId && createdAt > answeredAt)
    .length
}

/** Unread messages of the threads about bookings, or about orders, by its number; threads without any are left out. */
export async function readUnreadThreads(
  db: LocalDb,
  userId: number,
  about: DealAbout['about'],
): Promise<Map<number, number>> {
  const numberOf = about === 'booking' ? 'bookingId' : 'purchaseId'
  const messages = await db.messages.where(numberOf).above(0).toArray()
  const threads = [...Map.groupBy(messages, (message) => message[numberOf] ?? 0)]
  const marks = await db.meta.bulkGet(threads.map(([id]) => seenKey({ about, id })))
  return new Map(
    threads.flatMap(([id, said], nth) => {
      const count = countUnreadMessages(said, userId, Number(marks[nth]?.v ?? 0))
      return count > 0 ? [[id, count] as const] : []
    }),
  )
}

/** The same of questions, by their number. */
export async function readUnreadQuestions(db: LocalDb, userId: number): Promise<Map<number, number>> {
  const unread = new Map<number, number>()
  for (const [id, messages] of Map.groupBy(await db.questionMessages.toArray(), ({ questionId }) => questionId)) {
    const seenId = (await readMeta<number>(db, seenKey({ about: 'question', id }))) ?? 0
    const count = countUnreadMessages(messages, userId, seenId)
    if (count > 0) unread.set(id, count)
  }
  return unread
}

/** Everything of this thread up to `messageId` has been on the screen. */
export async function markThreadSeen(db: LocalDb, thread: ThreadAbout, messageId: number): Promise<void> {
  const seen = (await readMeta<number>(db, seenKey(thread))) ?? 0
  if (messageId > seen) await writeMeta(db, seenKey(thread), messageId)
}
