import type Dexie from 'dexie'
import { noteCleared } from '../disk-version'

/** The row that says: this database has been here before. */
export const BEEN_HERE = 'beenHere'

/** Copying is a matter of moments: whoever takes longer was frozen by the browser. */
export const COPYING_MS = 1_000

/** The name of a database's backup in the browser's cache storage, which no damage to databases reaches. */
export const backupName = (dbName: string): string => `spare-${dbName}`

/** A page's memory of a database in use: the rows that exist nowhere else, and those with photos by their path. */
export interface Remembered {
  rows: Map<string, Record<string, unknown>[]>
  files: Map<string, FormData>
}

/** By the name of the database; for a browser that clears it under the running page, and the second copy with it. */
export const remembered = new Map<string, Remembered>()

/** Resolves with whether unsent work was put back. */
type Restore = (db: Dexie) => Promise<boolean>

let restoreBackup: Restore | null = null

/**
 * Says how a page puts back what was lost; null for one that leaves the copies alone. The worker says nothing: it has nothing to
 * do with a database that holds nothing.
 */
export function setRestore(work: Restore | null): void {
  restoreBackup = work
}

/**
 * Browsers throw a damaged database away, all of it, and hand out an empty one: Chromium does so after it was killed in the
 * middle of a write. They clear everything of a site when the device has no room left. Before anybody reads a database that
 * is new here, what was kept a second time is restored.
 * @param marks the table, of rows `{ k, v }`, that notes that the database has been here
 */
export function restoreWhenLost(db: Dexie, marks: string): void {
  if (typeof caches === 'undefined') return
  const restore = async (opened: Dexie) => {
    const table = opened.table(marks)
    // Without the mark no copy is made, so that what could not be restored now is still there at the next opening.
    if (!restoreBackup || (await table.get(BEEN_HERE))) return
    const isCleared = remembered.has(opened.name)
    const isLost = isCleared || (await caches.has(backupName(opened.name)))
    const isRestored = isLost && (await restoreBackup(opened))
    await table.put({ k: BEEN_HERE, v: true })
    // Outside the opening: what is asked for from in here passes by the line.
    if (isCleared) setTimeout(() => noteCleared(true, isRestored))
  }
  db.on('ready', (opened) => restore(opened).catch(() => undefined), true)
}

/** Forgets what is kept a second time of a database that is about to be wiped. */
export async function dropBackup(dbName: string): Promise<void> {
  if (typeof caches === 'undefined') return
  const name = backupName(dbName)
  const drop = () => caches.delete(name)
  // Not in the middle of another page's copying; one that the browser has frozen there is not waited for.
  const wait = { signal: AbortSignal.timeout(COPYING_MS) }
  await navigator.locks.request(name, wait, drop).catch(() => drop().catch(() => undefined))
}
