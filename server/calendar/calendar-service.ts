import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Written } from '../db/client'
import { build, type Step, step } from '../db/steps'
import { users } from '../db/tables'
import type { Deps } from '../deps'

export interface Feed {
  url: string | null
}

const TOKEN_BYTES = 32
const FILE = /^([A-Za-z0-9_-]{43})\.ics$/

/** Where a calendar is found; whoever knows this can read it. */
export function feedAddress(token: string | null, origin: string): Feed {
  return { url: token && `${origin}/api/calendar/${token}.ics` }
}

/** The token in the last part of such an address, or null. */
export function tokenOf(file: string): string | null {
  return FILE.exec(file)?.[1] ?? null
}

/** A new address for a person's calendar; the one before leads nowhere from now on. */
export function makeFeed(
  deps: Deps,
  userId: number,
  origin: string,
  receipt: (answer: Feed) => Step[],
): Promise<Written<Feed>> {
  return setToken(deps, userId, randomBytes(TOKEN_BYTES).toString('base64url'), origin, receipt)
}

/** No address any more; the one before leads nowhere from now on. */
export function dropFeed(
  deps: Deps,
  userId: number,
  origin: string,
  receipt: (answer: Feed) => Step[],
): Promise<Written<Feed>> {
  return setToken(deps, userId, null, origin, receipt)
}

function setToken(
  deps: Deps,
  userId: number,
  calendarToken: string | null,
  origin: string,
  receipt: (answer: Feed) => Step[],
): Promise<Written<Feed>> {
  const value = feedAddress(calendarToken, origin)
  const update = build.update(users).set({ calendarToken }).where(eq(users.id, userId))
  return deps.db.write(() => ({ steps: [step(update), ...receipt(value)], value }))
}
