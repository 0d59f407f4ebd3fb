import { afterEach, expect, test } from 'bun:test'
import Dexie from 'dexie'
import '../test-support/disk-in-memory'
import { deviceDb, reopenDevice } from '../disk/device-db'
import { noteNewer } from '../disk/disk-version'
import { flushOutbox } from './background-sync'

const NEXT_VERSION = 990

afterEach(async () => {
  noteNewer(false)
  reopenDevice()
  await Dexie.delete(deviceDb.name)
})

/** As the next build leaves the device's database. */
async function openNewer(name: string): Promise<IDBDatabase> {
  const opening = (Dexie.dependencies.indexedDB as IDBFactory).open(name, NEXT_VERSION)
  return new Promise((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
}

for (const isOpen of [false, true]) {
  const when = isOpen ? 'under a worker that reads it' : 'before a worker reads it'
  test(`a device’s disk that a newer build has changed ${when} is left to the newer build, in words`, async () => {
    if (isOpen) await deviceDb.open()
    const newer = await openNewer(deviceDb.name)
    const refusal = await flushOutbox().then(
      () => null,
      (error: unknown) => error,
    )
    newer.close()
    expect(refusal).toBeInstanceOf(Error)
    expect(String(refusal)).toBe('Error: The disk was changed by a newer build')
  })
}
