import { isSignOutPending, setSignOutPending } from '../disk/device-db'
import { call } from '../sync/client'

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
