import { call } from '../sync/client'
import { dropSubscription } from './push-subscription'

/** Notifies this browser no longer. Without a connection too: the push service then tells the server. */
export async function turnOffPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration) await dropSubscription(registration)
  await call('unsubscribePush', {}).catch(() => undefined)
}
