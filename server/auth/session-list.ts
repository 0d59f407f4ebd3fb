import { and, desc, eq, gt, gte, inArray, lt, sql } from 'drizzle-orm'
import { type AccountSecurity, type SessionsEnd, SIGN_IN_LOG_DAYS, type SignInResult } from '#schema/account'
import type { OldRows } from '../db/old-rows'
import { build, type Step, step } from '../db/steps'
import { sessions, signIns } from '../db/tables'
import type { Deps } from '../deps'
import { hashToken, type Place, sessionHash } from '../http/session-user'
import { usernameKey } from '../users/user-queries'
import { readCodes } from './code-queries'
import { findOpenUndo } from './email-steps'
import { listPasskeys } from './passkey-queries'
import { endSessionsStep } from './password-steps'

const DAY_MS = 86_400_000
const SHOWN = 100

/** Notes a try to sign in. @returns the step and the name under which a mail finds it */
export function signInStep(
  userId: number,
  { now, result, ...place }: Place & { now: Date; result: SignInResult },
): { id: string; step: Step } {
  const row = { id: crypto.randomUUID(), userId, at: now.toISOString(), result, ...place }
  return { id: row.id, step: step(build.insert(signIns).values(row)) }
}

/** The same for a name that was typed: one statement, whether there is such an account or not. */
export function wrongSignInStep(
  username: string,
  { now, result, device, timeZone }: Place & { now: Date; result: SignInResult },
): Step {
  return step(sql`INSERT INTO sign_ins (id, user_id, at, device, time_zone, result)
    SELECT ${crypto.randomUUID()}, id, ${now.toISOString()}, ${device}, ${timeZone}, ${result} FROM users
    WHERE username_key = ${usernameKey(username)}`)
}

/** Older tries are forgotten. */
export function oldSignIns(now: Date): OldRows {
  return { table: signIns, where: lt(signIns.at, logBegin(now)) }
}

const logBegin = (now: Date) => new Date(now.getTime() - SIGN_IN_LOG_DAYS * DAY_MS).toISOString()

/** A person's sessions, the newest use first, and the tries of the last 30 days. */
export async function readSecurity(deps: Deps, userId: number, request: Request): Promise<AccountSecurity> {
  const now = deps.now()
  const here = sessionHash(deps, request)
  const own = await listSessions(deps, userId)
  const tries = await deps.db.read
    .select()
    .from(signIns)
    .where(and(eq(signIns.userId, userId), gte(signIns.at, logBegin(now))))
    .orderBy(desc(signIns.at))
    .limit(SHOWN)
  return {
    sessions: own.map(({ tokenHash, ...row }) => ({ ...row, key: keyOf(tokenHash), here: tokenHash === here })),
    signIns: tries,
    codes: await readCodes(deps.db, userId),
    passkeys: await listPasskeys(deps.db, userId),
    undoUntil: (await findOpenUndo(deps, userId))?.expiresAt,
  }
}

/** Ends one session of a person, or all but the one that asks. An end that came before is none of a difference. */
export async function endSessions(deps: Deps, userId: number, wish: SessionsEnd, request: Request): Promise<void> {
  const steps =
    'others' in wish
      ? [endSessionsStep(userId, sessionHash(deps, request))]
      : [step(build.delete(sessions).where(inArray(sessions.tokenHash, await hashesOf(deps, userId, wish.key))))]
  await deps.db.write(() => steps)
}

async function hashesOf(deps: Deps, userId: number, key: string): Promise<string[]> {
  const own = await listSessions(deps, userId)
  return own.map(({ tokenHash }) => tokenHash).filter((tokenHash) => keyOf(tokenHash) === key)
}

function listSessions(deps: Deps, userId: number) {
  return deps.db.read
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, deps.now().toISOString())))
    .orderBy(desc(sessions.lastSeenAt))
}

/** Names a session without what it is stored under. */
function keyOf(tokenHash: string): string {
  return hashToken(`session:${tokenHash}`)
}
