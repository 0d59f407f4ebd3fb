import { randomBytes } from 'node:crypto'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { build, type Step, step } from '../db/steps'
import { knownDevices } from '../db/tables'
import type { Deps } from '../deps'
import { accountLimits } from '../http/limits'
import { hashToken, isSecure, readCookie } from '../http/session-user'

/** As long as browsers keep a cookie at most. */
const DEVICE_DAYS = 400
const DAY_S = 86_400
const TOKEN = /^[\w-]{43}$/

/** A browser's own name, by which an account knows it again. It opens nothing. */
export interface Device {
  hash: string
  cookie: string
}

/** The device of a request, or a new one where it brings none. */
export function deviceOf(deps: Deps, request: Request): Device {
  const given = readCookie(request, cookieName(deps))
  const token = given && TOKEN.test(given) ? given : randomBytes(32).toString('base64url')
  const attributes = `HttpOnly; Path=/; SameSite=Strict; Max-Age=${DEVICE_DAYS * DAY_S}`
  return {
    hash: hashToken(token),
    cookie: `${cookieName(deps)}=${token}; ${attributes}${isSecure(deps) ? '; Secure' : ''}`,
  }
}

/** Has this device signed in to the account before? */
export async function isKnownDevice(deps: Deps, { hash }: Device, userId: number): Promise<boolean> {
  const own = and(eq(knownDevices.tokenHash, hash), eq(knownDevices.userId, userId))
  return (await deps.db.read.select({ userId: knownDevices.userId }).from(knownDevices).where(own)).length > 0
}

/** Has the account been signed in to from any device that it knows? */
export async function hasKnownDevices(deps: Deps, userId: number): Promise<boolean> {
  const own = eq(knownDevices.userId, userId)
  return (await deps.db.read.select({ userId: knownDevices.userId }).from(knownDevices).where(own).limit(1)).length > 0
}

/** Lets the account know the device from now on; the one that it has not seen for the longest time makes room. */
export async function knowDeviceSteps(deps: Deps, { hash }: Device, userId: number): Promise<Step[]> {
  const row = { tokenHash: hash, userId, lastSeenAt: deps.now().toISOString() }
  const older = await deps.db.read
    .select({ tokenHash: knownDevices.tokenHash })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(desc(knownDevices.lastSeenAt))
  const others = older.map(({ tokenHash }) => tokenHash).filter((tokenHash) => tokenHash !== hash)
  const tooMany = others.slice(accountLimits.knownDevices - 1)
  const forget = and(eq(knownDevices.userId, userId), inArray(knownDevices.tokenHash, tooMany))
  const insert = build
    .insert(knownDevices)
    .values(row)
    .onConflictDoUpdate({ target: [knownDevices.tokenHash, knownDevices.userId], set: { lastSeenAt: row.lastSeenAt } })
  return [...(tooMany.length > 0 ? [step(build.delete(knownDevices).where(forget))] : []), step(insert)]
}

function cookieName(deps: Deps): string {
  return isSecure(deps) ? '__Host-device' : 'device'
}
