import { DEVICE_DB } from '../device-db-name'
import { diskUnkept } from '../disk-version'

/**
 * Has the disk of a newer build, which this page leaves as it is otherwise, say that nobody is signed in: that build then seals
 * what its person has there.
 */
export async function leaveNewerDisk(): Promise<void> {
  if (diskUnkept() !== 'older') return
  // Without a version: it may be beyond those that this build knows.
  const opening = indexedDB.open(DEVICE_DB)
  opening.onupgradeneeded = () => opening.transaction?.abort()
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  try {
    const leaving = db.transaction('session', 'readwrite')
    leaving.objectStore('session').delete('user')
    // That build ends the session, should the server not have heard of it.
    leaving.objectStore('session').put({ k: 'signOutPending', v: true })
    await new Promise((resolve) => {
      leaving.oncomplete = resolve
      leaving.onabort = resolve
    })
  } finally {
    db.close()
  }
}
