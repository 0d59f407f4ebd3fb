import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { reopenDevice } from '../device-db'
import { noteUnkept, type Unkept } from '../disk-version'
import { MemoryLocks } from './memory-locks'

/** Databases that are opened from now on are in this page's memory alone. */
export function openInMemory(): void {
  Dexie.dependencies.indexedDB = new IDBFactory()
  Dexie.dependencies.IDBKeyRange = IDBKeyRange
}

/** For a disk that cannot be used, as in some private windows: the app goes on in memory until its page is closed. */
export async function goOnInMemory(why: Unkept): Promise<void> {
  openInMemory()
  reopenDevice()
  try {
    await navigator.locks.request('trestle-probe', () => undefined)
  } catch {
    Object.defineProperty(navigator, 'locks', { value: new MemoryLocks(), configurable: true })
  }
  noteUnkept(why)
}
