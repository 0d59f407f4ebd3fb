import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { IDBObjectStore } from 'fake-indexeddb'
import { deviceDb, storedUser, storeUser } from '../disk/device-db'
import type { LocalDb } from '../disk/local-db'
import { SyncEngine } from '../sync/engine'
import { freshDb } from '../test-support/disk-in-memory'
import { takeAnswer } from './first-calls'
import { saveAddress } from './save-address'

const SHOWN = { street: '1 Old Street', city: 'Bologna', state: 'BO', zipCode: '40121' }
const ADDRESS = { ...SHOWN, street: '2 New Street' }
const USER = { id: 5, username: 'planner', ...SHOWN } as never
const realFetch = globalThis.fetch
let db: LocalDb
let calls: string[]

beforeEach(async () => {
  calls = []
  globalThis.fetch = (async (path: string) => {
    calls.push(path)
    return Response.json({}, { headers: { 'sync-epoch': 'e', 'sync-seq': '1' } })
  }) as unknown as typeof fetch
  db = freshDb()
  await db.me.put({ ...(USER as object), _q: 1 } as never)
  await storeUser(USER)
  spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
})
afterEach(async () => {
  spyOn(IDBObjectStore.prototype, 'put').mockRestore()
  globalThis.fetch = realFetch
  await db.delete()
  await deviceDb.session.clear()
})

test('an address that the server has saved is saved, also where this device has no room to note it', async () => {
  expect(await saveAddress(new SyncEngine(db, 5), ADDRESS, SHOWN)).toBe('saved')
  expect(calls).toHaveLength(1)
})

test('what the server says of the account is shown, also where this device has no room to keep it', async () => {
  const fresh = { id: 5, username: 'planner', ...ADDRESS } as never
  expect(await takeAnswer(await storedUser(), fresh)).toMatchObject(ADDRESS)
})
