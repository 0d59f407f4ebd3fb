import { accountDbName } from './account-db-name'
import { type DeviceUser, isSignOutPending, storedUser } from './device-db'
import { hasSessionHint } from './session-hint'

/**
 * Is this device still the account's that it was when the server was asked who is here? Not after a sign-out, a session's
 * end or another sign-in: a late answer is no news then.
 * @param asked the device's account at that time; null where the device did not know
 */
export async function isStillHere(asked: DeviceUser | null): Promise<boolean> {
  if (await isSignOutPending()) return false
  if (accountDbName(await storedUser()) !== accountDbName(asked)) return false
  // Somebody may have signed in and out again meanwhile: then the browser has no session any more.
  return asked !== null || hasSessionHint()
}
