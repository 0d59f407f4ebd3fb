import { accountDbName } from '../disk/account-db-name'
import { isSignOutPending, type LockedAccount, storedUser } from '../disk/device-db'
import type { LocalDb } from '../disk/local-db'
import { dropRedirects } from '../disk/redirect-session'
import { autosaveQueuesOf } from '../drafts/autosave-queue'
import type { SyncEngine } from '../sync/engine'
import { showBadge } from './app-badge'
import { closeNotifications } from './close-notifications'
import { askUser } from './first-calls'
import { oneAtATime } from './one-at-a-time'
import { dropClosedAccounts } from './sealing/closed-accounts'
import { leaveAccount, renewDeviceCopy, sealLeft } from './sealing/other-accounts'
import { countLeaving } from './sealing/sealed-work'

/** Asks once more who is signed in, as another tab may have signed in meanwhile. @returns whether this device was locked */
export async function lockIfEnded(engine: SyncEngine): Promise<boolean> {
  if (await isSignOutPending()) return false
  if ((await askUser()) !== null) return false
  engine.stop()
  return (await lockDevice(engine.db)) !== null
}

/**
 * Locks this device after the server has ended its session: nothing of the account can be read here any more, and what it
 * has not sent waits sealed for its next session.
 * @param db the account's database, as this page has it open
 * @returns what was locked; null when another page has done so, or somebody has signed in meanwhile
 */
function lockDevice(db: LocalDb): Promise<LockedAccount | null> {
  return oneAtATime(async () => {
    const user = await storedUser()
    if (!user || accountDbName(user) !== db.name) return null
    for (const line of autosaveQueuesOf(db).values()) line.note()
    await dropRedirects()
    const counts = await countLeaving(db).catch(() => ({ writes: 0, drafts: 0 }))
    const lockedAt = new Date().toISOString()
    const locked = { username: user.username, dbName: db.name, lockedAt, ...counts }
    await leaveAccount(db.name, locked)
    // Unfinished work of this page, such as preparing a photo, must not open the database again.
    db.close()
    // The next start does what a failing disk has left undone.
    await leaveNothing(db.name).catch(() => undefined)
    // A slow connection keeps nothing on the screen: the device is locked before the answer comes.
    void deleteClosedAccounts().catch(() => undefined)
    // The news of somebody who is not here any more are nobody else's.
    void showBadge(0)
    void closeNotifications()
    return locked
  })
}

async function leaveNothing(dbName: string): Promise<void> {
  await sealLeft(dbName)
  await renewDeviceCopy()
}

async function deleteClosedAccounts(): Promise<void> {
  await dropClosedAccounts()
  await renewDeviceCopy()
}
