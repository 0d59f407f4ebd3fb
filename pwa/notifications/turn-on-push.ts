import { noteAskedToPush } from './push-choice'
import { subscribe } from './push-subscription'

/**
 * Asks the browser whether it may notify this person, and makes it reachable. Call it from a press: browsers ask at no other time.
 * @returns `blocked` when it may not, now or ever; `undecided` when the question was closed
 * @throws ApiError, Unreachable, and what the browser throws when it cannot reach its push service
 */
export async function turnOnPush(account: string): Promise<'on' | 'blocked' | 'undecided'> {
  const permission = await Notification.requestPermission()
  await noteAskedToPush(account)
  if (permission === 'denied') return 'blocked'
  if (permission === 'default') return 'undecided'
  await subscribe(await navigator.serviceWorker.ready, account)
  return 'on'
}
