import { and, asc, desc, eq, gt, isNull, lt, ne, notExists, or } from 'drizzle-orm'
import { type OpenAppeal, QUEUE_AT_ONCE } from '#schema/moderation'
import { hasDuty } from '#schema/operator'
import type { Db } from '../db/client'
import { appeals, moderationActs, operatorActs, users } from '../db/tables'
import { listPartiesOfAct } from './report-queries'

export type ActRow = typeof moderationActs.$inferSelect
export type AppealRow = typeof appeals.$inferSelect

/** An act with its appeal, or null; also once the account of its person has ended. */
export async function findAct(db: Db, id: number): Promise<{ act: ActRow; appeal: AppealRow | null } | null> {
  const [found] = await db.read
    .select({ act: moderationActs, appeal: appeals })
    .from(moderationActs)
    .innerJoin(users, and(eq(users.id, moderationActs.personId), isNull(users.closedAt)))
    .leftJoin(appeals, eq(appeals.actId, moderationActs.id))
    .where(eq(moderationActs.id, id))
  return found ?? null
}

/** The newest acts about a person, with their appeals. */
export function listActsAbout(db: Db, personId: number): Promise<{ act: ActRow; appeal: AppealRow | null }[]> {
  return db.read
    .select({ act: moderationActs, appeal: appeals })
    .from(moderationActs)
    .leftJoin(appeals, eq(appeals.actId, moderationActs.id))
    .where(and(eq(moderationActs.personId, personId), ne(moderationActs.act, 'dismiss')))
    .orderBy(desc(moderationActs.id))
    .limit(ACTS_SHOWN)
}

const ACTS_SHOWN = 50

/** Has an appeal against the act of this instant about a person been declined? */
export async function isUpheld(db: Db, personId: number, at: string): Promise<boolean> {
  const [found] = await db.read
    .select({ id: moderationActs.id })
    .from(moderationActs)
    .innerJoin(appeals, eq(appeals.actId, moderationActs.id))
    .where(and(eq(moderationActs.personId, personId), eq(moderationActs.at, at), eq(appeals.takenBack, false)))
  return found !== undefined
}

/** An act's object in the operators' log. */
export function loggedSubject({ act, kind, subjectId, personId }: ActRow): string {
  return act === 'suspend' ? `user ${personId}` : `${kind} ${subjectId}`
}

/** The objects, in the operators' log, of all acts about a person but dismissals. */
export async function listLoggedSubjects(db: Db, personId: number): Promise<string[]> {
  const acts = await db.read
    .select()
    .from(moderationActs)
    .where(and(eq(moderationActs.personId, personId), ne(moderationActs.act, 'dismiss')))
  return acts.map(loggedSubject)
}

/**
 * The instant of the latest act before this one that has the same effect, was appealed without being taken back, and was not ended since; or
 * null. One whose appeal waits stands until that is decided.
 */
export async function findStandingBefore(db: Db, later: ActRow): Promise<string | null> {
  const { id, at, act, kind, subjectId, personId } = moderationActs
  const ends = later.act === 'suspend' ? 'unsuspend' : 'show'
  const ended = db.read
    .select({ id: operatorActs.id })
    .from(operatorActs)
    .where(and(eq(operatorActs.act, ends), eq(operatorActs.subject, loggedSubject(later)), gt(operatorActs.at, at)))
  const [found] = await db.read
    .select({ at })
    .from(moderationActs)
    .innerJoin(appeals, and(eq(appeals.actId, id), or(isNull(appeals.takenBack), eq(appeals.takenBack, false))))
    .where(
      and(
        lt(id, later.id),
        eq(act, later.act),
        eq(personId, later.personId),
        later.act === 'suspend' ? undefined : and(eq(kind, later.kind), eq(subjectId, later.subjectId)),
        notExists(ended),
      ),
    )
    .orderBy(desc(id))
    .limit(1)
  return found?.at ?? null
}

/** Appeals that wait for an operator, the oldest first. */
export async function listOpenAppeals(db: Db, viewer: string): Promise<OpenAppeal[]> {
  const { id, kind, subjectId, at, act, reason, operator } = moderationActs
  const open = await db.read
    .select({
      ...{ actId: id, kind, id: subjectId, at, act, reason, operator },
      ...{ username: users.username, words: appeals.words, createdAt: appeals.createdAt },
    })
    .from(appeals)
    .innerJoin(moderationActs, eq(id, appeals.actId))
    .innerJoin(users, and(eq(users.id, moderationActs.personId), isNull(users.closedAt)))
    .where(isNull(appeals.decidedAt))
    .orderBy(asc(appeals.createdAt))
    .limit(QUEUE_AT_ONCE)
  return Promise.all(open.map(async (one) => ({ ...one, isForOthers: await isForOthers(db, viewer, one) })))
}

async function isForOthers(db: Db, viewer: string, appeal: Omit<OpenAppeal, 'isForOthers'>): Promise<boolean> {
  const parties = [appeal.username, ...(await listPartiesOfAct(db, appeal.actId, appeal))]
  return parties.includes(viewer) || (appeal.operator === viewer && (await hasOtherOperator(db, [viewer, ...parties])))
}

/** Is there an operator besides these people who decides on appeals? */
export async function hasOtherOperator(db: Db, usernames: readonly string[]): Promise<boolean> {
  const operators = await db.read
    .select()
    .from(users)
    .where(and(eq(users.isOperator, true), isNull(users.suspendedAt)))
  return operators.some((user) => hasDuty(user, 'accounts') && !usernames.includes(user.username))
}
