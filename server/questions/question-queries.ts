import { and, asc, eq, inArray, isNotNull, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Question, QuestionMessage } from '#schema/message'
import { TALKING_BOOKINGS, TALKING_ORDERS } from '#schema/message'
import type { Reads } from '../db/client'
import { findRow } from '../db/find-row'
import { offeringTitle } from '../db/offering-title'
import { bookings, listings, madeToOrderItems, purchases, questionMessages, questions, users } from '../db/tables'

export type QuestionRow = typeof questions.$inferSelect
export type QuestionMessageRow = typeof questionMessages.$inferSelect

/** The listing or the item that a question is about. */
export type Asked = { listingId: number } | { itemId: number }

const askers = alias(users, 'askers')
const owners = alias(users, 'owners')

export function toQuestionMessage(row: QuestionMessageRow, viewerId: number): QuestionMessage {
  // The writer's devices recognise their own message by its client id; nobody else needs it.
  return { ...row, clientId: row.senderId === viewerId ? row.clientId : null }
}

/** Questions by id for one of their two sides, with the names and the title of today. */
export async function findQuestions(db: Reads, ids: number[], viewerId: number): Promise<Map<number, Question>> {
  const rows = await db.read
    .select({
      row: questions,
      username: askers.username,
      ownerUsername: owners.username,
      listing: listings.title,
      item: madeToOrderItems.title,
    })
    .from(questions)
    .innerJoin(askers, eq(askers.id, questions.userId))
    .innerJoin(owners, eq(owners.id, questions.ownerId))
    .leftJoin(listings, eq(listings.id, questions.listingId))
    .leftJoin(madeToOrderItems, eq(madeToOrderItems.id, questions.itemId))
    .where(and(inArray(questions.id, ids), or(eq(questions.userId, viewerId), eq(questions.ownerId, viewerId))))
  return new Map(
    rows.map(({ row, username, ownerUsername, listing, item }) => [
      row.id,
      { ...row, username, ownerUsername, title: offeringTitle({ listing, item }) },
    ]),
  )
}

export async function findQuestion(db: Reads, id: number): Promise<QuestionRow | null> {
  return findRow(db, questions, eq(questions.id, id))
}

export async function findQuestionAbout(db: Reads, userId: number, about: Asked): Promise<QuestionRow | null> {
  const thing = 'listingId' in about ? eq(questions.listingId, about.listingId) : eq(questions.itemId, about.itemId)
  return findRow(db, questions, and(eq(questions.userId, userId), thing))
}

/** The messages of a question, oldest first. */
export async function listQuestionMessages(
  db: Reads,
  questionId: number,
  viewerId: number,
): Promise<QuestionMessage[]> {
  const rows = await db.read
    .select()
    .from(questionMessages)
    .where(eq(questionMessages.questionId, questionId))
    .orderBy(asc(questionMessages.id))
  return rows.map((row) => toQuestionMessage(row, viewerId))
}

/** Messages of questions by id, for devices. */
export async function findQuestionMessages(
  db: Reads,
  ids: number[],
  viewerId: number,
): Promise<Map<number, QuestionMessage>> {
  const rows = await db.read.select().from(questionMessages).where(inArray(questionMessages.id, ids))
  return new Map(rows.map((row) => [row.id, toQuestionMessage(row, viewerId)]))
}

/** The message that this person wrote under `clientId`, or null. */
export async function findQuestionMessageByClientId(
  db: Reads,
  senderId: number,
  clientId: string,
): Promise<QuestionMessageRow | null> {
  return findRow(
    db,
    questionMessages,
    and(eq(questionMessages.senderId, senderId), eq(questionMessages.clientId, clientId)),
  )
}

/** Is there an offer or an order of this person about the thing, in whose thread both sides write? */
export async function hasDeal(db: Reads, userId: number, about: Asked): Promise<boolean> {
  const count =
    'listingId' in about
      ? db.read.$count(
          bookings,
          and(
            eq(bookings.userId, userId),
            eq(bookings.listingId, about.listingId),
            isNotNull(bookings.heldAt),
            inArray(bookings.status, [...TALKING_BOOKINGS]),
          ),
        )
      : db.read.$count(
          purchases,
          and(
            eq(purchases.userId, userId),
            eq(purchases.itemId, about.itemId),
            isNotNull(purchases.stripeChargeId),
            inArray(purchases.status, [...TALKING_ORDERS]),
          ),
        )
  return (await count) > 0
}
