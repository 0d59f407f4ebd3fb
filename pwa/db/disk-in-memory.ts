import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { LocalDb } from './local-db'

/** A disk for tests. Set by hand: Bun runs Dexie, which is CommonJS, before any module that could make it global. */
Dexie.dependencies.indexedDB = new IDBFactory()
Dexie.dependencies.IDBKeyRange = IDBKeyRange

/** A device's database that no other test knows. */
export function freshDb(): LocalDb {
  return new LocalDb(`test-${crypto.randomUUID()}`)
}

/** The same disk after the app was killed and started again. */
export function reopened(db: LocalDb): LocalDb {
  db.close()
  return new LocalDb(db.name)
}
