import { count, eq, inArray } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import type { Message, QuestionMessage } from '#schema/message'
import type { OperatorNote, OperatorPerson, ReadThread, ThreadName, ThreadRequest } from '#schema/operator'
import type { Db } from '../db/client'
import { actStep } from '../db/operator-acts'
import { bookings, listings, madeToOrderItems, purchases, questions, reports, users } from '../db/tables'
import type { Deps } from '../deps'
import { listMessages } from '../messages/message-queries'
import { listLoggedSubjects } from '../moderation/appeal-queries'
import { listQuestionMessages } from '../questions/question-queries'
import { findUserRow, readCurrentUser } from '../users/user-queries'
import { findOfPerson } from './find-anything'
import { listActs } from './operator-queries'

/** Operators as readers: they are neither side of a thread. */
const NOBODY = 0
const TABLES = {
  user: users,
  booking: bookings,
  purchase: purchases,
  question: questions,
  listing: listings,
  item: madeToOrderItems,
}

/** A person as operators see them, with their history. @throws Refusal `user_not_found` */
export async function readPerson(deps: Deps, id: number): Promise<OperatorPerson> {
  const { db } = deps
  const row = await findUserRow(db, id)
  if (!row) throw new Refusal('user_not_found')
  const found = await findOfPerson(db, id)
  const { unverified } = await readCurrentUser(db, row)
  const [about] = await db.read.select({ reports: count() }).from(reports).where(eq(reports.ownerId, id))
  const isSale = (kind: string) => kind === 'booking' || kind === 'purchase'
  const subjects = [`user ${id}`, ...found.map((one) => `${one.kind} ${one.id}`), ...(await listLoggedSubjects(db, id))]
  return {
    id,
    username: row.username,
    email: row.email,
    isVerified: !unverified,
    memberSince: row.createdAt,
    suspendedAt: row.suspendedAt,
    closingAt: row.closingAt,
    payoutsHeldAt: row.payoutsHeldAt,
    operatorRole: row.isOperator ? row.operatorRole : null,
    reports: about?.reports ?? 0,
    sales: found.filter(({ kind }) => isSale(kind)),
    things: found.filter(({ kind }) => !isSale(kind)),
    acts: await listActs(db, { subjects }),
  }
}

/** Leaves a note about something. @throws Refusal `not_found` */
export async function leaveNote(deps: Deps, operator: string, { kind, id, note }: OperatorNote): Promise<void> {
  await deps.db.write(async () => {
    await assertExists(deps.db, kind, id)
    const record = actStep({ operator, act: 'note', subject: `${kind} ${id}`, note, now: deps.now() })
    return [record]
  })
}

/** The messages of both sides of a booking, an order or a question. The line about the reading stands before anything is read. @throws Refusal `not_found` */
export async function readThread(deps: Deps, operator: string, { kind, id, note }: ThreadRequest): Promise<ReadThread> {
  await deps.db.write(async () => {
    await assertExists(deps.db, kind, id)
    const record = actStep({ operator, act: 'read thread', subject: `${kind} ${id}`, note, now: deps.now() })
    return [record]
  })
  const written = await listWritten(deps.db, { kind, id })
  const senders = [...new Set(written.map(({ senderId }) => senderId))]
  const names = await deps.db.read
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(inArray(users.id, senders))
  const nameOf = new Map(names.map((one) => [one.id, one.username]))
  return { messages: written.map((one) => ({ ...one, senderUsername: nameOf.get(one.senderId) ?? '' })) }
}

function listWritten(db: Db, { kind, id }: ThreadName): Promise<(Message | QuestionMessage)[]> {
  if (kind === 'question') return listQuestionMessages(db, id, NOBODY)
  return listMessages(db, kind === 'booking' ? { bookingId: id } : { purchaseId: id }, NOBODY)
}

async function assertExists(db: Db, kind: keyof typeof TABLES, id: number): Promise<void> {
  const table = TABLES[kind]
  const [found] = await db.read.select({ id: table.id }).from(table).where(eq(table.id, id))
  const missing = `There is no ${kind} ${id}.`
  if (!found) throw new Refusal('not_found', missing, { id: missing })
}
