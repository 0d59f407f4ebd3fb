import Dexie from 'dexie'
import { endVersion } from './disk-version'

/**
 * Makes every other page and worker close an account's database, and resolves once everything that they had begun to write
 * is in it. The browser changes a database's version only while nobody else has it open: the change is asked for, and called
 * off. Pages of builds before this one open it again.
 * @param db not opened yet
 */
export async function closeElsewhere(db: Dexie): Promise<void> {
  if (!(await Dexie.exists(db.name))) return
  const { indexedDB } = Dexie.dependencies as { indexedDB: IDBFactory }
  const request = indexedDB.open(db.name, endVersion(db))
  await new Promise<void>((resolve) => {
    request.onupgradeneeded = () => request.transaction?.abort()
    // Called off; or a newer build has changed it: that is said when it is opened.
    request.onerror = () => resolve()
  })
}
