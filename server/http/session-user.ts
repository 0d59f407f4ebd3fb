import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, notInArray, sql } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import { SESSION_HINT_COOKIE } from '#schema/product'
import type { Reader, Reads } from '../db/client'
import { build, type Step, step } from '../db/steps'
import { sessions, users } from '../db/tables'
import type { Deps } from '../deps'
import { isLoopback } from '../env'
import { accountLimits } from './limits'

const SESSION_IDLE_DAYS = 14
/** However active, a session ends after this long. */
const SESSION_DAYS = 90
const SESSION_TOUCH_MS = 3_600_000
const DAY_MS = 86_400_000
const DAY_S = 86_400

/** The place of a sign-in, as its person is told of it. */
export interface Place {
  /** In words, such as "Firefox on Windows". */
  device: string
  timeZone: string | null
  /** More than a password was proven. */
  isStrong?: boolean
}

export type SessionUser = typeof users.$inferSelect

type SessionFinder = ReturnType<typeof prepareFinder>
const finders = new WeakMap<Reader, SessionFinder>()

/** The statement that every request begins with. To write it costs more than to run it, so a database has it once. */
function finderOf(read: Reader): SessionFinder {
  const finder = finders.get(read) ?? prepareFinder(read)
  finders.set(read, finder)
  return finder
}

function prepareFinder(read: Reader) {
  return read
    .select({
      user: users,
      lastSeenAt: sessions.lastSeenAt,
      createdAt: sessions.createdAt,
      tokenHash: sessions.tokenHash,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.expiresAt, sql.placeholder('now')),
        isNull(users.suspendedAt),
      ),
    )
    .prepare()
}

/** The person behind a request's cookie, or null. */
export async function findSessionUser(deps: Deps, request: Request): Promise<SessionUser | null> {
  const token = readCookie(request, cookieName(deps))
  if (!token) return null
  const now = deps.now()
  const [found] = await finderOf(deps.db.read).all({ tokenHash: hashToken(token), now: now.toISOString() })
  if (!found) return null
  if (now.getTime() - Date.parse(found.lastSeenAt) > SESSION_TOUCH_MS) await touchSession(deps, found, now)
  return found.user
}

/** The same where there must be one. @throws Refusal `unauthenticated` */
export async function getSessionUser(deps: Deps, request: Request): Promise<SessionUser> {
  const user = await findSessionUser(deps, request)
  if (!user) throw new Refusal('unauthenticated')
  return user
}

/** The person of a write, looked at within its turn: they may have been suspended while it waited. @throws Refusal `unauthenticated` */
export async function getWriter(db: Reads, userId: number): Promise<SessionUser> {
  const [found] = await db.read
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.suspendedAt)))
  if (!found) throw new Refusal('unauthenticated')
  return found
}

async function touchSession(deps: Deps, session: { tokenHash: string; createdAt: string }, now: Date): Promise<void> {
  const query = build
    .update(sessions)
    .set({ lastSeenAt: now.toISOString(), expiresAt: expiryFrom(now, new Date(session.createdAt)) })
    .where(eq(sessions.tokenHash, session.tokenHash))
  await deps.db.write(() => [step(query)])
}

/** A new session: the step that stores its hash, and the cookies that carry its secret and the hint that there is one. */
export function newSession(deps: Deps, userId: number, place: Place): { step: Step; cookies: string[] } {
  const token = randomBytes(32).toString('base64url')
  const now = deps.now()
  const row = {
    tokenHash: hashToken(token),
    userId,
    createdAt: now.toISOString(),
    lastSeenAt: now.toISOString(),
    expiresAt: expiryFrom(now, now),
    ...place,
  }
  return {
    step: step(build.insert(sessions).values(row)),
    cookies: sessionCookies(deps, token, SESSION_DAYS * DAY_S),
  }
}

/** Ends all sessions of a person but those that were used last, so that there is room for one more. */
export function roomForSession(userId: number): Step {
  const kept = build
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(accountLimits.sessions - 1)
  return step(build.delete(sessions).where(and(eq(sessions.userId, userId), notInArray(sessions.tokenHash, kept))))
}

/** Has the request's person proven more than a password in this session? */
export async function isStrongSession(deps: Deps, request: Request): Promise<boolean> {
  const own = eq(sessions.tokenHash, sessionHash(deps, request) ?? '')
  const [found] = await deps.db.read.select({ isStrong: sessions.isStrong }).from(sessions).where(own)
  return found?.isStrong ?? false
}

/** Ends the request's session, if it has one, and clears its cookies. */
export function endSession(deps: Deps, request: Request): { steps: Step[]; cookies: string[] } {
  const token = readCookie(request, cookieName(deps))
  return {
    steps: token ? [step(build.delete(sessions).where(eq(sessions.tokenHash, hashToken(token))))] : [],
    cookies: sessionCookies(deps, '', 0),
  }
}

function expiryFrom(now: Date, createdAt: Date): string {
  return new Date(
    Math.min(now.getTime() + SESSION_IDLE_DAYS * DAY_MS, createdAt.getTime() + SESSION_DAYS * DAY_MS),
  ).toISOString()
}

function cookieName(deps: Deps): string {
  return isSecure(deps) ? '__Host-sid' : 'sid'
}

/** Are the cookies for https alone? */
export function isSecure(deps: Deps): boolean {
  return !isLoopback(deps.env.origin)
}

/**
 * The secret, out of scripts' reach, and beside it a bare hint, so that a page need not ask who is signed in when nobody is.
 * Lax, not Strict: coming back from the payment provider is a navigation from another site.
 */
function sessionCookies(deps: Deps, token: string, maxAgeSeconds: number): string[] {
  const common = `Path=/; SameSite=Lax; Max-Age=${maxAgeSeconds}${isSecure(deps) ? '; Secure' : ''}`
  return [`${cookieName(deps)}=${token}; HttpOnly; ${common}`, `${SESSION_HINT_COOKIE}=${token ? 1 : ''}; ${common}`]
}

/** Under what name a request's session is stored; null when it brings none. */
export function sessionHash(deps: Deps, request: Request): string | null {
  const token = readCookie(request, cookieName(deps))
  return token ? hashToken(token) : null
}

/** The value of a cookie; null when the request brings none of that name. */
export function readCookie(request: Request, name: string): string | null {
  for (const part of request.headers.get('cookie')?.split(';') ?? []) {
    const [key, value] = part.trim().split('=')
    if (key === name && value) return value
  }
  return null
}

/** Under what a secret is stored. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
