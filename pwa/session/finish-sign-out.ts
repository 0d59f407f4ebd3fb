import { accountDbName } from '../disk/account-db-name'
import { isSignOutPending, setSignOutPending, storedUser } from '../disk/device-db'
import { dropRedirects } from '../disk/redirect-session'
import { call } from '../sync/client'
import { oneAtATime } from './one-at-a-time'
import { leaveAccount, renewDeviceCopy, sealLeft } from './sealing/other-accounts'

/** Finishes a sign-out that ended with its page: the person goes from this device first, which needs no connection. */
export async function finishLeaving(): Promise<void> {
  // The next start does what a failing disk has left undone.
  await oneAtATime(leaveIfBegun).catch(() => undefined)
  await finishSignOut()
}

async function leaveIfBegun(): Promise<void> {
  const user = await storedUser()
  // Somebody may have signed in since.
  if (!user || !(await isSignOutPending())) return
  await dropRedirects()
  await leaveAccount(accountDbName(user))
  await sealLeft(accountDbName(user))
  await renewDeviceCopy()
}

/** Ends on the server the session that was left here; without a connection it is to be tried again. */
export async function finishSignOut(): Promise<void> {
  if (!(await isSignOutPending())) return
  try {
    await call('logout', {})
    await setSignOutPending(false)
  } catch {
    // The marker stays: the next contact or start tries again.
  }
}
