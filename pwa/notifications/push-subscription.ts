import type { PushSettings } from '#schema/push'
import { call } from '../sync/client'
import { pushedTo, setPushedTo } from './push-choice'

/** Whether this browser knows of notifications at all; an iPhone's does once the app is on the home screen. */
export function knowsPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
}

/** Has this browser notified this person, and may it still? */
export async function isPushedTo(registration: ServiceWorkerRegistration, account: string): Promise<boolean> {
  if (Notification.permission !== 'granted' || (await pushedTo()) !== account) return false
  return (await registration.pushManager.getSubscription()) !== null
}

/**
 * Makes this browser reachable for this person and tells the server how, whatever it was before. The person must have agreed.
 * @throws ApiError, Unreachable, and what the browser throws when it cannot reach its push service
 */
export async function subscribe(registration: ServiceWorkerRegistration, account: string): Promise<void> {
  const { publicKey } = await call('pushSettings', {})
  const held = await registration.pushManager.getSubscription()
  // One that was made for another key of the server's can never be used again.
  if (held && !isMadeFor(held, publicKey)) await held.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  await tellServer(await registration.pushManager.subscribe(options))
  await setPushedTo(account)
}

/** At every start: the server forgets a browser with its session, and a push service may give it another address. */
export async function renewSubscription(registration: ServiceWorkerRegistration, account: string): Promise<void> {
  const owner = await pushedTo()
  if (owner === null) return
  if (owner !== account) return dropSubscription(registration)
  if (Notification.permission !== 'granted') return
  const held = await registration.pushManager.getSubscription()
  const settings = held && (await tellServer(held))
  if (!settings || !isMadeFor(held, settings.publicKey)) await subscribe(registration, account)
}

/** Nobody is notified here any more, and what was shown goes. Needs no connection: the server is told by the first push that fails. */
export async function dropSubscription(registration: ServiceWorkerRegistration): Promise<void> {
  await setPushedTo(null)
  for (const notification of await registration.getNotifications()) notification.close()
  await (await registration.pushManager?.getSubscription())?.unsubscribe()
}

function tellServer(subscription: PushSubscription): Promise<PushSettings> {
  const { endpoint, keys } = subscription.toJSON()
  return call('subscribePush', {
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } },
  })
}

function isMadeFor({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey
  return key !== null && key !== undefined && toBase64Url(new Uint8Array(key)) === publicKey.replace(/=+$/, '')
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
