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
 * library weighs more than this whole worker. Null when the disk does not say in time.
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
    const row = await settled(db.transaction('session').objectStore('session').get('user'))
    return accountDbName(row?.v ?? null)
  } finally {
    db.close()
  }
}
