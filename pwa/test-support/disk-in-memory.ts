import { reopenDevice } from '../disk/device-db'
import { LocalDb } from '../disk/local-db'
import { openInMemory } from '../disk/rescue/memory-disk'

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
