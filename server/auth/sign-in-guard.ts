import { createHash } from 'node:crypto'
import { Refusal } from '#schema/errors'
import type { Deps } from '../deps'
import { callerOf, LOCAL, networkOf } from '../http/caller'
import { queueLimits, signInLimits } from '../http/limits'
import type { Turn } from '../http/semaphore'
import { usernameKey } from '../users/user-queries'

const HOUR_MS = 3_600_000

/** One try at a password. */
export interface Try {
  /** The queue in front of argon2. */
  turn: Turn
  succeeded(): Promise<void>
}

/**
 * Lets a try at an account's password through, or not. The try counts as a wrong one until it has succeeded, so that many
 * at once cannot pass together. `device` names a device that has signed in to this account before: no try of strangers
 * holds up such a device.
 * @throws Refusal `too_many_requests`, `too_many_attempts` with the seconds to wait
 */
export async function openTry(deps: Deps, request: Request, username: string, device: string | null): Promise<Try> {
  const account = accountKey(username)
  const own = device && `sign-in/device/${device}/${account}`
  const isKnown = own !== null && (await deps.limits.count(own, signInLimits.knownDevice)) === 0
  if (!isKnown) {
    await deps.limits.countAddress('signIn', request)
    await countTry(deps, account)
  }
  return {
    turn: isKnown ? await turnOfKnownDevice(deps, own, request) : await turnOf(deps, request),
    async succeeded() {
      await forget(deps, account)
      if (own) await forget(deps, own)
    },
  }
}

/** A first visit in a while comes first; of equals a known device does. */
async function turnOfKnownDevice(deps: Deps, key: string, { signal }: Request): Promise<Turn> {
  return { key, rank: 2 * (await deps.limits.countWork(key)) - 1, isKept: true, signal }
}

/**
 * The turn of somebody unknown at hashing a password: behind all addresses that had fewer passwords hashed lately, right
 * or wrong.
 */
export async function turnOf(deps: Deps, request: Request): Promise<Turn> {
  const address = callerOf(request)
  // Calls of our own do not wait for each other in a line of one address.
  if (address === LOCAL) return { key: crypto.randomUUID(), rank: 0 }
  const network = networkOf(address)
  const own = await deps.limits.countWork(`password/${address}`)
  const neighbours = network ? await deps.limits.countWork(`password/${network}`) : 0
  const lately = Math.max(own, Math.floor(neighbours / queueLimits.neighbours))
  return { key: address, rank: 2 * lately, signal: request.signal }
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

async function forget(deps: Deps, key: string): Promise<void> {
  await deps.limits.store.change(key, deps.now().getTime(), () => ({ value: null }))
}

/** Wrong tries at an account's password are forgotten: it has another one. */
export function forgetTries(deps: Deps, username: string): Promise<void> {
  return forget(deps, accountKey(username))
}

/** Hashed, because people type passwords into the wrong field. */
function accountKey(username: string): string {
  return `sign-in/account/${createHash('sha256').update(usernameKey(username)).digest('hex')}`
}
