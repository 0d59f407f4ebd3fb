import { accountDbName } from '../disk/account-db-name'
import { DEVICE_DB } from '../disk/device-db-name'

/** A page that waits longer comes without a picture. */
const LIMIT_MS = 1_500

const settled = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/**
 * The database of the account that this device is signed in as, read without the library that everything else reads with: that
 * library weighs more than this whole worker. Null when the disk does not say in time, and while its person is signing out.
 */
export async function whoIsHere(): Promise<string | null> {
  const limit = new Promise<null>((resolve) => setTimeout(resolve, LIMIT_MS, null))
  return Promise.race([readAccount().catch(() => null), limit])
}

async function readAccount(): Promise<string | null> {
  const opening = indexedDB.open(DEVICE_DB)
  // Nothing was here before: the database is made by a page.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  const db = await settled(opening)
  try {
    const session = db.transaction('session').objectStore('session')
    const [user, leaving] = await Promise.all([settled(session.get('user')), settled(session.get('signOutPending'))])
    // Somebody who is signing out, or whose signing out has broken off, is not shown what they saw.
    return user && leaving?.v === true ? null : accountDbName(user?.v ?? null)
  } finally {
    db.close()
  }
}
