import { and, asc, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { AccountLinkKind } from '#schema/mail'
import { LATE_ANSWER_MS } from '#schema/message'
import type { ModerationAct } from '#schema/moderation'
import type { Reportable } from '#schema/report'
import type { Db } from '../db/client'
import { findRow } from '../db/find-row'
import {
  accountLinks,
  appeals,
  keptMails,
  mailAddresses,
  mailMuted,
  mailOutbox,
  moderationActs,
  reports,
  signIns,
  users,
} from '../db/tables'

export type MailLine = typeof mailOutbox.$inferSelect
export type KeptMail = typeof keptMails.$inferSelect
export type AccountLink = typeof accountLinks.$inferSelect

/** Mails that are due now: those about the account first, because somebody waits for a link, then those that have waited longest. */
export function listDueMails(db: Db, now: Date, limit: number): Promise<MailLine[]> {
  return db.read
    .select()
    .from(mailOutbox)
    .where(and(isNull(mailOutbox.doneAt), lte(mailOutbox.nextAt, now.toISOString())))
    .orderBy(desc(eq(mailOutbox.kind, 'account')), asc(mailOutbox.nextAt), asc(mailOutbox.id))
    .limit(limit)
}

/**
 * Was `a` written after `m` had arrived, and with a connection? A message by a device whose clock is ahead was written by the time
 * of its arrival.
 */
const isAnswer = sql.raw(`a.id > m.id AND coalesce(min(a.composed_at, a.created_at), a.created_at) >= m.created_at
  AND coalesce(unixepoch(a.created_at, 'subsec') - unixepoch(a.composed_at, 'subsec'), 0) <= ${LATE_ANSWER_MS / 1000}`)

/**
 * The lines of one person's messages that nobody has mailed or read yet, oldest first, without those by people whom they have
 * blocked, and none while they are suspended. Answering is proof of having read.
 */
export async function listUnseenMessages(db: Db, userId: number): Promise<MailLine[]> {
  // 'message:12', or 'question:12' for a message of a question.
  const message = sql`CAST(substr(${mailOutbox.event}, instr(${mailOutbox.event}, ':') + 1) AS INTEGER)`
  const writer = sql`iif(${mailOutbox.about} = 'question', (SELECT sender_id FROM question_messages WHERE id = ${message}),
    (SELECT sender_id FROM messages WHERE id = ${message}))`
  return db.read
    .select()
    .from(mailOutbox)
    .where(
      and(
        eq(mailOutbox.userId, userId),
        eq(mailOutbox.kind, 'messages'),
        isNull(mailOutbox.doneAt),
        sql`NOT EXISTS (SELECT 1 FROM person_blocks WHERE user_id = ${userId} AND blocked_id = ${writer})`,
        // A person who closes their account is off show too, and may still come back to read.
        sql`NOT EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND suspended_at IS NOT NULL AND closing_at IS NULL)`,
        sql`NOT EXISTS (SELECT 1 FROM thread_reads r WHERE r.user_id = ${userId} AND r.about = ${mailOutbox.about}
          AND r.about_id = ${mailOutbox.aboutId} AND r.message_id >= ${message})`,
        sql`NOT EXISTS (SELECT 1 FROM messages m JOIN messages a ON a.booking_id IS m.booking_id AND a.purchase_id IS m.purchase_id
          WHERE ${mailOutbox.about} <> 'question' AND m.id = ${message} AND a.sender_id = ${userId} AND ${isAnswer})`,
        sql`NOT EXISTS (SELECT 1 FROM question_messages m JOIN question_messages a ON a.question_id = m.question_id
          WHERE ${mailOutbox.about} = 'question' AND m.id = ${message} AND a.sender_id = ${userId} AND ${isAnswer})`,
      ),
    )
    .orderBy(asc(mailOutbox.id))
}

export interface Recipient {
  username: string
  address: string
  /** Does the address still work, as far as its mail server has said? */
  works: boolean
  /** Has a link that went there been used? Addresses from before there were links count as proven. */
  isProven: boolean
  /** When they closed their account, until they take it back. */
  closingAt: string | null
}

/** The recipient of a mail. */
export async function findRecipient(db: Db, userId: number): Promise<Recipient | null> {
  const [found] = await db.read
    .select({ username: users.username, address: users.email, closingAt: users.closingAt, state: mailAddresses })
    .from(users)
    .leftJoin(mailAddresses, and(eq(mailAddresses.userId, users.id), eq(mailAddresses.address, users.email)))
    .where(eq(users.id, userId))
  // A closed account has no address any more.
  if (!found || found.address === '') return null
  const { state, ...recipient } = found
  return { ...recipient, works: !state?.bouncedAt, isProven: !state || state.verifiedAt !== null }
}

/** The newest mails that were kept instead of sent. */
export function listKeptMails(db: Db, limit: number): Promise<KeptMail[]> {
  return db.read.select().from(keptMails).orderBy(desc(keptMails.at), desc(keptMails.id)).limit(limit)
}

/** One of them. */
export async function findKeptMail(db: Db, id: number): Promise<KeptMail | null> {
  return findRow(db, keptMails, eq(keptMails.id, id))
}

/** The newest link of this kind for a person. */
export async function findLink(db: Db, userId: number, kind: AccountLinkKind): Promise<AccountLink | null> {
  return findRow(db, accountLinks, and(eq(accountLinks.userId, userId), eq(accountLinks.kind, kind)))
}

/** An act of an operator that this person is told; null for anybody else's. */
export async function findToldAct(
  db: Db,
  userId: number,
  id: number,
): Promise<{ kind: Reportable; act: ModerationAct; reason: string } | null> {
  const [found] = await db.read.select().from(moderationActs).where(eq(moderationActs.id, id))
  if (!found) return null
  const isTold =
    found.act === 'dismiss'
      ? (await db.read.$count(reports, and(eq(reports.actId, id), eq(reports.reporterId, userId)))) > 0
      : found.personId === userId
  return isTold ? found : null
}

/** Does the person of a line want no mails of its kind? */
export async function isMailMuted(
  db: Db,
  { userId, kind }: Pick<typeof mailMuted.$inferSelect, 'userId' | 'kind'>,
): Promise<boolean> {
  const found = await db.read
    .select({ kind: mailMuted.kind })
    .from(mailMuted)
    .where(and(eq(mailMuted.userId, userId), eq(mailMuted.kind, kind)))
  return found.length > 0
}

/** The number of the act by which this person is suspended, or null. An older one may have come back after the newest. */
export async function findSuspension(
  db: Db,
  { id, suspendedAt }: Pick<typeof users.$inferSelect, 'id' | 'suspendedAt'>,
): Promise<number | null> {
  const [found] = await db.read
    .select({ id: moderationActs.id })
    .from(moderationActs)
    .where(and(eq(moderationActs.personId, id), eq(moderationActs.act, 'suspend')))
    .orderBy(desc(sql`${moderationActs.at} IS ${suspendedAt}`), desc(moderationActs.id))
    .limit(1)
  return found?.id ?? null
}

/** The decision on this person's appeal against an act; null while there is none. */
export async function findDecidedAppeal(
  db: Db,
  userId: number,
  actId: number,
): Promise<{ takenBack: boolean; answer: string } | null> {
  const [found] = await db.read
    .select({ takenBack: appeals.takenBack, answer: appeals.answer })
    .from(appeals)
    .innerJoin(moderationActs, eq(moderationActs.id, appeals.actId))
    .where(and(eq(appeals.actId, actId), eq(moderationActs.personId, userId)))
  return found && found.takenBack !== null ? { takenBack: found.takenBack, answer: found.answer ?? '' } : null
}

/** A try to sign in, by its name. */
export async function findSignIn(db: Db, userId: number, id: string) {
  return findRow(db, signIns, and(eq(signIns.id, id), eq(signIns.userId, userId)))
}
