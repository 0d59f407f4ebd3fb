import { reopenDevice } from '../disk/device-db'
import { LocalDb, type PhotoBlob } from '../disk/local-db'
import { openInMemory } from '../disk/rescue/memory-disk'
import { MemoryLocks } from '../disk/rescue/memory-locks'

Object.defineProperty(navigator, 'locks', { value: new MemoryLocks(), configurable: true })
// Bun has no disk for pages. Databases made before now, whichever module came first, are made anew.
openInMemory()
reopenDevice()

/** A device's database that no other test knows. */
export function freshDb(): LocalDb {
  return new LocalDb(`test-${crypto.randomUUID()}`)
}

/** The same disk after the app was killed and started again. */
export function reopened(db: LocalDb): LocalDb {
  db.close()
  return new LocalDb(db.name)
}

/** A photo as it waits on a device. */
export function waitingPhoto(more: Partial<PhotoBlob> = {}): PhotoBlob {
  const size = { width: 3, height: 2, bytes: new Uint8Array([1, 2, 3]).buffer }
  return { blobId: crypto.randomUUID(), type: 'image/jpeg', ...size, createdAt: '', url: null, ...more }
}
