import { clockTime } from '../../components/clock-time'

/** After this many tries a write says that it is having trouble. */
const TROUBLE_AFTER_TRIES = 6

/** The age of what has waited longest, the line that says how far behind the server is. */
export function waitingSince(items: readonly { composedAt: string }[], now: Date): string {
  const oldest = items.map(({ composedAt }) => composedAt).sort()[0]
  return oldest ? `Waiting since ${clockTime(oldest, now)}` : ''
}

/** What a write in line is waiting for. */
export function lineWords(
  item: { state: string; attempts: number },
  device: { reachable: boolean; mustSignIn: boolean; mustUpdate: boolean },
): string {
  if (device.mustSignIn) return 'Waiting for you to sign in'
  if (device.mustUpdate) return 'Waiting for an update of the app'
  if (!device.reachable) return 'Waiting for a connection'
  if (item.state === 'sending') return 'Sending'
  return item.attempts >= TROUBLE_AFTER_TRIES ? 'Having trouble, still trying' : 'Waiting to be sent'
}
