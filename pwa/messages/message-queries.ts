import type { Message, QuestionMessage, ThreadSeen } from '#schema/message'
import { FORMER_MEMBER } from '#schema/user'
import type { LocalDb } from '../disk/local-db'
import { readPersonBlocks } from '../session/person-blocks'
import { type WaitingMessage, waitingMessages } from '../sync/overlay'
import { findQuestion, keysBefore } from '../sync/question-threads'
import { type ThreadAbout, threadKey } from '../sync/thread'

/** A message that the server has; `kind` is the one by which it is reported. */
export type ShownMessage = (Message | QuestionMessage) & { kind: 'message' | 'question' }

export interface ShownThread {
  /** In the order of arrival. */
  sent: ShownMessage[]
  waiting: WaitingMessage[]
  /** The newest message of the question, and of the thread that came of it. */
  newest: ThreadSeen[]
  /** The newest message of each that the other side wrote. */
  newestOfOther: ThreadSeen[]
}

/** A thread: what was asked and what was said about the offer or the order, as it arrived, then what is on its way from here. */
export async function readThread(db: LocalDb, thread: ThreadAbout, userId: number): Promise<ShownThread> {
  const { about, id } = thread
  const question = await findQuestion(db, thread, userId)
  const asked = question ? await db.questionMessages.where('questionId').equals(question.id).sortBy('id') : []
  const said =
    about === 'booking' || about === 'order'
      ? await db.messages
          .where(about === 'booking' ? 'bookingId' : 'purchaseId')
          .equals(id)
          .sortBy('id')
      : []
  const before = await keysBefore(db, thread, userId)
  const items = await db.outbox
    .where('lane')
    .anyOf([threadKey(thread), ...before].map((key) => `thread:${key}`))
    .toArray()
  const held = new Set([...asked, ...said].flatMap(({ clientId }) => clientId ?? []))
  const sent = [
    ...asked.map((row) => ({ ...row, kind: 'question' as const })),
    ...said.map((row) => ({ ...row, kind: 'message' as const })),
  ]
  return {
    // A question goes on after an offer that was declined.
    sent: sent.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)),
    waiting: waitingMessages(items, held),
    newest: newestOfEach([asked, said]),
    newestOfOther: newestOfEach([asked, said], ({ senderId }) => senderId !== userId),
  }
}

type Words = Message | QuestionMessage

function newestOfEach(threads: readonly Words[][], isWanted = (_: Words) => true): ThreadSeen[] {
  return threads.flatMap((words) => words.findLast(isWanted) ?? []).map(seenUpTo)
}

function seenUpTo(message: Words): ThreadSeen {
  const { id: messageId } = message
  if ('questionId' in message) return { about: 'question', id: message.questionId, messageId }
  if (message.bookingId !== null) return { about: 'booking', id: message.bookingId, messageId }
  return { about: 'order', id: Number(message.purchaseId), messageId }
}

/** Has one side of a thread blocked the other, or closed their account for good? */
export async function isThreadClosed(db: LocalDb, thread: ThreadAbout, userId: number): Promise<boolean> {
  const blocks = await readPersonBlocks(db)
  const sides = await findSides(db, thread, userId)
  return sides !== undefined && (sides.names.includes(FORMER_MEMBER) || sides.ids.some((id) => blocks.has(id)))
}

async function findSides(db: LocalDb, thread: ThreadAbout, userId: number) {
  const { about, id } = thread
  if (about === 'booking') {
    const one = await db.bookings.get(id)
    return one && { ids: [one.userId, one.ownerId], names: [one.renterUsername, one.ownerUsername] }
  }
  if (about === 'order') {
    const one = await db.purchases.get(id)
    return one && { ids: [one.userId, one.sellerId], names: [one.buyerUsername, one.sellerUsername] }
  }
  const one = await findQuestion(db, thread, userId)
  return one && { ids: [one.userId, one.ownerId], names: [one.username, one.ownerUsername] }
}
