import { clockTime } from '../ui/times/clock-time'

/** After this many tries a write says that it is having trouble. */
const TROUBLE_AFTER_TRIES = 6

/** The age of what has waited longest, the line that says how far behind the server is. */
export function waitingSince(items: readonly { composedAt: string }[], now: Date): string {
  const oldest = items.map(({ composedAt }) => composedAt).sort()[0]
  return oldest ? `Waiting since ${clockTime(oldest, now)}` : ''
}

/** The reason why a write in line waits. */
export function lineWords(
  item: { state: string; attempts: number; error?: { code: string; message: string } | null },
  device: { reachable: boolean; mustSignIn: boolean; mustUpdate: boolean },
): string {
  if (device.mustSignIn) return 'Waiting for you to sign in'
  if (device.mustUpdate) return 'Waiting for an update of the app'
  if (!device.reachable) return 'Waiting for a connection'
  if (item.state === 'sending') return 'Sending'
  if (item.error?.code === 'daily_limit') return 'Waiting until more can be sent'
  if (item.error?.code === 'unverified') return 'Waiting until your email address is confirmed'
  if (item.error?.code === 'terms_changed') return 'Waiting for you to agree to the new terms'
  return item.attempts >= TROUBLE_AFTER_TRIES ? 'Having trouble, still trying' : 'Waiting to be sent'
}

/** The reason for a write to wait, where its person should know it. */
const WAITS_FOR = new Set(['daily_limit', 'unverified', 'terms_changed'])

/** Why a write has to wait, in the server's words, where its person should know. */
export function waitReason(item: { error: { code: string; message: string } | null }): string | null {
  return item.error && WAITS_FOR.has(item.error.code) ? item.error.message : null
}
