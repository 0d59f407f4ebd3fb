import { createHash } from 'node:crypto'
import { Refusal } from '#schema/errors'
import type { Deps } from '../deps'
import { callerOf, LOCAL } from '../http/caller'
import { signInLimits } from '../http/limits'
import type { Turn } from '../http/turns'
import { usernameKey } from '../users/user-queries'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const LANES = { knownDevice: 0, anybody: 1, suspect: 2 }

/** One try at a password. */
export interface Try {
  /** The queue in front of argon2. */
  turn: Turn
  failed(): Promise<void>
  succeeded(): Promise<void>
}

/**
 * Lets a try at an account's password through, or not. The try counts as a wrong one until it has succeeded, so that many
 * at once cannot pass together. `device` names a device that has signed in to this account before: no try of strangers
 * holds up such a device.
 * @throws Refusal `too_many_requests`, `too_many_attempts` with the seconds to wait
 */
export async function openTry(deps: Deps, request: Request, username: string, device: string | null): Promise<Try> {
  const address = callerOf(request)
  const account = accountKey(username)
  const own = device && `sign-in/device/${device}/${account}`
  const isKnown = own !== null && (await deps.limits.count(own, signInLimits.knownDevice)) === 0
  if (!isKnown) {
    await deps.limits.countAddress('signIn', request)
    await countTry(deps, account)
  }
  return {
    turn: await turnOf(deps, address, isKnown),
    failed: () => suspect(deps, address),
    async succeeded() {
      await forget(deps, account)
      if (own) await forget(deps, own)
    },
  }
}

/** The order of passwords: a known device comes first, an address that was wrong lately comes last. */
export async function turnOf(deps: Deps, address: string, isKnown = false): Promise<Turn> {
  // Calls of our own do not wait for each other in a line of one address.
  if (address === LOCAL) return { key: crypto.randomUUID(), lane: LANES.anybody }
  const isSuspect = await deps.limits.store.change(suspectKey(address), deps.now().getTime(), (record) => ({
    ...(record && { record }),
    value: record !== undefined,
  }))
  const lane = isKnown ? LANES.knownDevice : isSuspect ? LANES.suspect : LANES.anybody
  return { key: address, lane }
}

function countTry(deps: Deps, account: string): Promise<void> {
  const now = deps.now().getTime()
  return deps.limits.store.change(account, now, (record) => {
    // A clock that was set back must not make anybody wait for longer than the longest delay.
    const waitMs = Math.min((record?.at ?? now) - now, signInLimits.longestDelayS * 1000)
    if (waitMs > 0) throw tooManyAttempts(Math.ceil(waitMs / 1000))
    const count = (record?.count ?? 0) + 1
    const until = now + signInLimits.forgottenAfterHours * HOUR_MS
    return { record: { count, at: now + delayMs(count), until }, value: undefined }
  })
}

/** How long after so many wrong tries the next one has to wait. */
export function delayMs(tries: number): number {
  const { freeTries, firstDelayS, longestDelayS } = signInLimits
  if (tries < freeTries) return 0
  return Math.min(firstDelayS * 2 ** Math.min(tries - freeTries, 30), longestDelayS) * 1000
}

function tooManyAttempts(seconds: number): Refusal {
  const words = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : seconds === 1 ? '1 second' : `${seconds} seconds`
  return new Refusal('too_many_attempts', `Too many attempts. Please wait ${words} and try again.`, undefined, {
    retryAfterS: seconds,
  })
}

async function suspect(deps: Deps, address: string): Promise<void> {
  const now = deps.now().getTime()
  const until = now + signInLimits.suspectMinutes * MINUTE_MS
  if (address !== LOCAL)
    await deps.limits.store.change(suspectKey(address), now, () => ({
      record: { count: 1, at: until, until },
      value: null,
    }))
}

async function forget(deps: Deps, key: string): Promise<void> {
  await deps.limits.store.change(key, deps.now().getTime(), () => ({ value: null }))
}

/** Wrong tries at an account's password are forgotten: it has another one. */
export function forgetTries(deps: Deps, username: string): Promise<void> {
  return forget(deps, accountKey(username))
}

const suspectKey = (address: string) => `sign-in/suspect/${address}`

/** Hashed, because people type passwords into the wrong field. */
function accountKey(username: string): string {
  return `sign-in/account/${createHash('sha256').update(usernameKey(username)).digest('hex')}`
}
