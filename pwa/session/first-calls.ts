import type { AppConfig } from '#schema/app-config'
import type { SignedInUser } from '#schema/user'
import { type DeviceUser, storedUser } from '../disk/device-db'
import { httpCall } from '../sync/http'

/** The two calls that every page begins with, without the list of all calls: that list would double their weight. */
export const FIRST_CALLS = { appConfig: '/api/config', currentUser: '/api/user' } as const

/** The app's settings; null without an answer. */
export async function askConfig(): Promise<AppConfig | null> {
  const answer = await httpCall({ method: 'GET', path: FIRST_CALLS.appConfig })
  return answer.kind === 'answered' && answer.ok ? (answer.json as AppConfig) : null
}

/** The signed-in user, null when nobody is, undefined when the server cannot be asked. */
export async function askUser(): Promise<SignedInUser | null | undefined> {
  const answer = await httpCall({ method: 'GET', path: FIRST_CALLS.currentUser })
  if (answer.kind !== 'answered') return undefined
  if (answer.ok) return answer.json as SignedInUser
  return answer.status === 401 ? null : undefined
}

/** Loads the code that makes somebody this device's account; it comes behind the first picture. */
export const loadArrival = () => import(/* piece: behind */ './arrive')

/**
 * Makes the server's answer the device's, unless somebody has signed out or in since it was asked: the disk changes hands
 * before the screen does.
 * @param asked the device's account when the server was asked
 * @returns the account to show
 */
export function takeAnswer(asked: DeviceUser | null, fresh: SignedInUser): Promise<DeviceUser | null> {
  // Without the code for it the next start does it.
  return loadArrival()
    .then(({ resumeOrStay }) => resumeOrStay(asked, fresh))
    .catch(storedUser)
}
