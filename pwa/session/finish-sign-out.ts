import { accountDbName } from '../disk/account-db-name'
import { isSignOutPending, setSignOutPending, storedUser } from '../disk/device-db'
import { dropRedirects } from '../disk/redirect-session'
import { call } from '../sync/client'
import { JSON_TIMEOUT_MS } from '../sync/http'
import { showBadge } from './app-badge'
import { closeNotifications } from './close-notifications'
import { oneAtATime } from './one-at-a-time'
import { leaveAccount, renewDeviceCopy, sealLeft } from './sealing/other-accounts'

const LOCK = 'trestle-sign-out'

/** Finishes a sign-out that ended with its page: the person goes from this device first, which needs no connection. */
export async function finishLeaving(): Promise<void> {
  // The news of somebody who is not here any more are nobody else's.
  void showBadge(0)
  void closeNotifications()
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
export function finishSignOut(): Promise<void> {
  return navigator.locks.request(LOCK, endSession)
}

/** Asks for a session once no sign-out of this browser is on its way: the answer to that one would take the new session away. */
export function enterAfterSignOut<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  let hasBegun = false
  const enter = async () => {
    hasBegun = true
    await endSession()
    const answer = await ask()
    // The new session has taken the place of one that could not be ended.
    await setSignOutPending(false)
    return answer
  }
  const signal = AbortSignal.timeout(JSON_TIMEOUT_MS)
  return (navigator.locks.request(LOCK, { signal }, enter) as Promise<Answer>).catch((error) => {
    // A page that is asleep in the middle of its sign-out keeps nobody out.
    if (hasBegun) throw error
    return enter()
  })
}

async function endSession(): Promise<void> {
  if (!(await isSignOutPending())) return
  try {
    const stays = await storedUser()
    await call('logout', {})
    // Without the marker the next start would show a person whom a failing disk has not let go.
    if (!stays) await setSignOutPending(false)
  } catch {
    // The marker stays: the next contact or start tries again.
  }
}
