import { randomBytes } from 'node:crypto'
import { and, eq, isNotNull, like, sql } from 'drizzle-orm'
import type { Written } from '../../db/client'
import { build, type Step, step, updateStep } from '../../db/steps'
import { syncOps, users } from '../../db/tables'
import type { Deps } from '../../deps'
import { calendarTokenOf, hashCalendarToken } from './calendar-token'

export interface Feed {
  url: string | null
}

const NONCE_BYTES = 32
const FILE = /^([A-Za-z0-9_-]{43})\.ics$/

/** The address of a calendar; everybody who knows it can read the calendar. */
function feedAddress(token: string | null, origin: string): Feed {
  return { url: token && `${origin}/api/calendar/${token}.ics` }
}

/** The token in the last part of such an address, or null. */
export function tokenOf(file: string): string | null {
  return FILE.exec(file)?.[1] ?? null
}

/** The address of a person's calendar; null when there is none, or when the address was only told at its making. */
export function currentFeed(
  { env }: Deps,
  user: { id: number; calendarToken: string | null; calendarNonce: string | null },
  origin: string,
): Feed {
  const token = user.calendarNonce && calendarTokenOf(env.dataDir, user.id, user.calendarNonce)
  return feedAddress(token && hashCalendarToken(token) === user.calendarToken ? token : null, origin)
}

/**
 * A new address for a person's calendar; the one before leads nowhere from now on. The address stands in no receipt: the
 * same press again makes the same address of its idempotency key.
 */
export function makeFeed(deps: Deps, userId: number, origin: string, key: string | null): Promise<Written<Feed>> {
  const nonce = key ?? randomBytes(NONCE_BYTES).toString('base64url')
  const token = calendarTokenOf(deps.env.dataDir, userId, nonce)
  const change = { calendarToken: hashCalendarToken(token), calendarNonce: nonce }
  const update = build.update(users).set(change).where(eq(users.id, userId))
  return deps.db.write(() => ({ steps: [step(update)], value: feedAddress(token, origin) }))
}

/** Hashes the tokens that a build from before stored as they are, and forgets its receipts of them. Their addresses keep working. */
export async function hashOldTokens(deps: Deps): Promise<void> {
  // Every start asks: within the plan, what it reads of all accounts would be checked again.
  if ((await findOldTokens(deps)).length === 0) return
  await deps.db.write(async () => {
    const steps = (await findOldTokens(deps)).map(({ id, token }) =>
      updateStep(users, { calendarToken: hashCalendarToken(token ?? '') }, eq(users.id, id)),
    )
    const receipts = build.delete(syncOps).where(like(syncOps.answer, '%/api/calendar/%'))
    return [...steps, step(receipts)]
  })
}

/** Tokens as they are have 43 characters, their hashes 64. */
function findOldTokens({ db }: Deps) {
  return db.read
    .select({ id: users.id, token: users.calendarToken })
    .from(users)
    .where(and(isNotNull(users.calendarToken), sql`length(${users.calendarToken}) <> 64`))
}

/** No address any more; the one before leads nowhere from now on. */
export function dropFeed(
  deps: Deps,
  userId: number,
  origin: string,
  receipt: (answer: Feed) => Step[],
): Promise<Written<Feed>> {
  const value = feedAddress(null, origin)
  const update = build.update(users).set({ calendarToken: null, calendarNonce: null }).where(eq(users.id, userId))
  return deps.db.write(() => ({ steps: [step(update), ...receipt(value)], value }))
}
