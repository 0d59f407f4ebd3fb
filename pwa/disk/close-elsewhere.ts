import Dexie from 'dexie'
import { endVersion, openName } from './disk-version'

/** A page that is awake closes its database at once; one with much to do may need a moment. */
export const ANSWER_MS = 2_000

/**
 * Makes every other page and worker close an account's database, and resolves once everything that they had begun to write
 * is in it. The browser changes a database's version only while nobody else has it open: the change is asked for, and called
 * off. Pages of builds before this one open it again.
 * @param db not opened yet
 * @returns false when one of them does not answer, as a tab that is asleep: it has the database open still. Its version must not be
 * changed then, nor the database be deleted: that would wait for the tab, and every later opening would wait behind it
 */
export async function closeElsewhere(db: Dexie): Promise<boolean> {
  if (!(await Dexie.exists(db.name))) return true
  if (!(await askToClose(db.name))) return false
  const { indexedDB } = Dexie.dependencies as { indexedDB: IDBFactory }
  const request = indexedDB.open(db.name, endVersion(db))
  await new Promise<void>((resolve) => {
    request.onupgradeneeded = () => request.transaction?.abort()
    // Called off; or a newer build has changed it: that is said when it is opened.
    request.onerror = () => resolve()
  })
  return true
}

/** @returns whether everybody has closed it */
function askToClose(dbName: string): Promise<boolean> {
  const channel = new BroadcastChannel(openName(dbName))
  channel.postMessage('close')
  channel.close()
  const wait = { signal: AbortSignal.timeout(ANSWER_MS) }
  return navigator.locks.request(openName(dbName), wait, () => true).catch(() => false)
}
