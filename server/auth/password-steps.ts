import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Refusal } from '#schema/errors'
import { build, guard, type Step, step, updateStep } from '../db/steps'
import { accountLinks, codeSecrets, knownDevices, passkeyChallenges, passkeys, sessions, users } from '../db/tables'
import { accountMailStep } from '../mail/account-links'
import { PASSKEYS_END } from '../mail/mail-words'
import { endingPasskeys } from './passkey-queries'

interface NewPassword {
  userId: number
  passwordHash: string
  now: Date
  /** The session that made the change goes on. */
  except?: string | null
  /** Its mail says that passkeys end with it. */
  endsPasskeys?: boolean
}

/** A new password: other sessions end, links for another one lead nowhere, and its person is told by mail. */
export function passwordSteps({ userId, passwordHash, now, except = null, endsPasskeys }: NewPassword): Step[] {
  const event = `${endsPasskeys ? PASSKEYS_END : 'password'}:${crypto.randomUUID()}`
  return [
    ...lockSteps(userId, passwordHash, except),
    dropLinksStep(userId, 'password'),
    accountMailStep(userId, 'password_changed', event, now),
  ]
}

/**
 * Sessions of the password from before end, and what one of them has begun leads nowhere: another mail address, a passkey, codes. Where no session goes on, nobody vouches for those who know the address of the calendar or have a passkey or a known device: these end, too.
 */
export function lockSteps(userId: number, passwordHash: string, except: string | null = null): Step[] {
  const isEverywhere = except === null
  const calendar = isEverywhere ? { calendarToken: null, calendarNonce: null } : {}
  return [
    updateStep(users, { passwordHash, ...calendar }, eq(users.id, userId)),
    endSessionsStep(userId, except),
    ...(isEverywhere ? [step(build.delete(passkeys).where(endingPasskeys(userId))), forgetDevicesStep(userId)] : []),
    dropLinksStep(userId, 'address'),
    step(build.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId))),
    step(build.delete(codeSecrets).where(and(eq(codeSecrets.userId, userId), isNull(codeSecrets.turnedOnAt)))),
  ]
}

/** Undoes the batch with `refusal` when the password that was proven has been replaced. */
export function passwordGuard(userId: number, passwordHash: string, refusal: Refusal): Step {
  return guard(sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND password_hash = ${passwordHash})`, refusal)
}

function forgetDevicesStep(userId: number): Step {
  return step(build.delete(knownDevices).where(eq(knownDevices.userId, userId)))
}

function dropLinksStep(userId: number, kind: 'address' | 'password'): Step {
  return step(build.delete(accountLinks).where(and(eq(accountLinks.userId, userId), eq(accountLinks.kind, kind))))
}

/** Ends every session of a person, but for the one that is stored as `except`. */
export function endSessionsStep(userId: number, except: string | null = null): Step {
  const others = except === null ? undefined : ne(sessions.tokenHash, except)
  return step(build.delete(sessions).where(and(eq(sessions.userId, userId), others)))
}
