import { subDays } from 'date-fns'
import { LATE_ANSWER_MS, type Message } from '#schema/message'
import { type LocalDb, readMeta, writeMeta } from '../disk/local-db'
import { serverNow } from '../sync/server-clock'
import { type DealAbout, type ThreadAbout, threadKey } from '../sync/thread'
import { NEWS_DAYS } from '../todo/news'

const seenKey = (thread: ThreadAbout) => `threadSeen:${threadKey(thread)}`

type WrittenMessage = Pick<Message, 'id' | 'senderId' | 'createdAt' | 'composedAt'>

/**
 * How many messages of one thread are new to this person: what the other side wrote after the last message that was seen
 * here. Answering is proof of having read, on whatever device: of what stood there when the answer was written, unless that was
 * without a connection.
 * @param seenId null when nothing of the thread was seen here: a device may be new to its person, so that old messages are not new
 */
export function countUnreadMessages(
  messages: readonly WrittenMessage[],
  userId: number,
  seenId: number | null,
  now: Date,
): number {
  const answeredAt = messages.reduce((newest, message) => {
    const at = message.senderId === userId && !isLate(message) ? writtenAt(message) : ''
    return at > newest ? at : newest
  }, '')
  const newsSince = subDays(now, NEWS_DAYS).toISOString()
  const isUnseen = ({ id, createdAt }: WrittenMessage) => (seenId === null ? createdAt > newsSince : id > seenId)
  return messages.filter((one) => one.senderId !== userId && one.createdAt > answeredAt && isUnseen(one)).length
}

/** A device whose clock is ahead has not read what was written after its own message arrived. */
function writtenAt({ createdAt, composedAt }: WrittenMessage): string {
  return composedAt !== null && composedAt < createdAt ? composedAt : createdAt
}

function isLate(message: WrittenMessage): boolean {
  return Date.parse(message.createdAt) - Date.parse(writtenAt(message)) > LATE_ANSWER_MS
}

const serverDate = () => new Date(serverNow())

/** Unread messages of the threads about bookings, or about orders, by its number; threads without any are left out. */
export async function readUnreadThreads(
  db: LocalDb,
  userId: number,
  about: DealAbout['about'],
  now = serverDate(),
): Promise<Map<number, number>> {
  const numberOf = about === 'booking' ? 'bookingId' : 'purchaseId'
  const messages = await db.messages.where(numberOf).above(0).toArray()
  const threads = Map.groupBy(messages, (message) => message[numberOf] ?? 0)
  return countThreads(db, threads, (id) => ({ about, id }), { userId, now })
}

/** How many messages of one of these threads are unread. */
export async function readUnreadIn(
  db: LocalDb,
  userId: number,
  { about, id }: DealAbout,
  now = serverDate(),
): Promise<number> {
  const messages = await db.messages
    .where(about === 'booking' ? 'bookingId' : 'purchaseId')
    .equals(id)
    .toArray()
  const counts = await countThreads(db, new Map([[id, messages]]), () => ({ about, id }), { userId, now })
  return counts.get(id) ?? 0
}

/** The same of questions, by their number. */
export async function readUnreadQuestions(
  db: LocalDb,
  userId: number,
  now = serverDate(),
): Promise<Map<number, number>> {
  const threads = Map.groupBy(await db.questionMessages.toArray(), ({ questionId }) => questionId)
  return countThreads(db, threads, (id) => ({ about: 'question', id }), { userId, now })
}

async function countThreads(
  db: LocalDb,
  threads: ReadonlyMap<number, readonly WrittenMessage[]>,
  threadOf: (id: number) => ThreadAbout,
  { userId, now }: { userId: number; now: Date },
): Promise<Map<number, number>> {
  const marks = await db.meta.bulkGet([...threads.keys()].map((id) => seenKey(threadOf(id))))
  return new Map(
    [...threads].flatMap(([id, said], nth) => {
      const seenId = (marks[nth]?.v ?? null) as number | null
      const count = countUnreadMessages(said, userId, seenId, now)
      return count > 0 ? [[id, count] as const] : []
    }),
  )
}

/** Everything of this thread up to `messageId` has been on the screen. */
export async function markThreadSeen(db: LocalDb, thread: ThreadAbout, messageId: number): Promise<void> {
  const seen = (await readMeta<number>(db, seenKey(thread))) ?? 0
  if (messageId > seen) await writeMeta(db, seenKey(thread), messageId)
}
