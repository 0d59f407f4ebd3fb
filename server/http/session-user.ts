import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { build, type Step, step } from '../db/steps'
import { sessions, users } from '../db/tables'
import type { Deps } from '../deps'
import { isLoopback } from '../env'

export const SESSION_IDLE_DAYS = 14
const SESSION_TOUCH_MS = 3_600_000
const DAY_MS = 86_400_000

export type SessionUser = typeof users.$inferSelect

/** The person behind a request's cookie, or null. */
export async function findSessionUser(deps: Deps, request: Request): Promise<SessionUser | null> {
  const token = readCookie(request, cookieName(deps))
  if (!token) return null
  const now = deps.now()
  const [found] = await deps.db.read
    .select({ user: users, lastSeenAt: sessions.lastSeenAt, tokenHash: sessions.tokenHash })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, hashToken(token)),
        gt(sessions.expiresAt, now.toISOString()),
        isNull(users.suspendedAt),
      ),
    )
  if (!found) return null
  if (now.getTime() - Date.parse(found.lastSeenAt) > SESSION_TOUCH_MS) await touchSession(deps, found.tokenHash, now)
  return found.user
}

async function touchSession(deps: Deps, tokenHash: string, now: Date): Promise<void> {
  const query = build
    .update(sessions)
    .set({ lastSeenAt: now.toISOString(), expiresAt: expiryFrom(now) })
    .where(eq(sessions.tokenHash, tokenHash))
  await deps.db.write(() => ({ steps: [step(query)], value: null }))
}

/** A new session: the step that stores its hash, and the cookie that carries its secret. */
export function newSession(deps: Deps, userId: number): { step: Step; cookie: string } {
  const token = randomBytes(32).toString('base64url')
  const now = deps.now()
  const row = {
    tokenHash: hashToken(token),
    userId,
    createdAt: now.toISOString(),
    lastSeenAt: now.toISOString(),
    expiresAt: expiryFrom(now),
  }
  return {
    step: step(build.insert(sessions).values(row)),
    cookie: cookie(deps, token, SESSION_IDLE_DAYS * 86_400),
  }
}

/** Ends the request's session, if it has one, and clears its cookie. */
export function endSession(deps: Deps, request: Request): { steps: Step[]; cookie: string } {
  const token = readCookie(request, cookieName(deps))
  return {
    steps: token ? [step(build.delete(sessions).where(eq(sessions.tokenHash, hashToken(token))))] : [],
    cookie: cookie(deps, '', 0),
  }
}

function expiryFrom(now: Date): string {
  return new Date(now.getTime() + SESSION_IDLE_DAYS * DAY_MS).toISOString()
}

function cookieName(deps: Deps): string {
  return isSecure(deps) ? '__Host-sid' : 'sid'
}

function isSecure(deps: Deps): boolean {
  return !isLoopback(deps.env.origin)
}

// Lax, not Strict: coming back from the payment provider is a navigation from another site.
function cookie(deps: Deps, value: string, maxAgeSeconds: number): string {
  return `${cookieName(deps)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${isSecure(deps) ? '; Secure' : ''}`
}

function readCookie(request: Request, name: string): string | null {
  for (const part of request.headers.get('cookie')?.split(';') ?? []) {
    const [key, value] = part.trim().split('=')
    if (key === name && value) return value
  }
  return null
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
