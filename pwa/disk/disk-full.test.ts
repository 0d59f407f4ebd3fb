import { afterEach, beforeEach, expect, type Mock, spyOn, test } from 'bun:test'
import { IDBObjectStore } from 'fake-indexeddb'
import { freshDb } from '../test-support/disk-in-memory'
import { isDiskFull } from './disk-full'
import type { LocalDb } from './local-db'

const FULL = new DOMException('The disk is full', 'QuotaExceededError')
const draft = { draftId: 'post:new', kind: 'post', values: {}, updatedAt: '' }
const inTransaction = (db: LocalDb) => db.transaction('rw', db.drafts, () => db.drafts.put(draft))
let put: Mock<IDBObjectStore['put']>
beforeEach(() => {
  put = spyOn(IDBObjectStore.prototype, 'put')
})
afterEach(() => put.mockRestore())

async function failureOf(write: (db: LocalDb) => Promise<unknown>): Promise<unknown> {
  const db = freshDb()
  await db.open()
  try {
    return await write(db).then(
      () => 'no failure',
      (error: unknown) => error,
    )
  } finally {
    await db.delete()
  }
}

test('a write that the disk refuses, alone or in a transaction', async () => {
  put.mockImplementation(() => {
    throw FULL
  })
  expect(isDiskFull(await failureOf((db) => db.drafts.put(draft)))).toBe(true)
  expect(isDiskFull(await failureOf(inTransaction))).toBe(true)
})

test.each([
  ['several rows', (db: LocalDb) => db.drafts.bulkPut([draft])],
  ['changes of rows', (db: LocalDb) => db.drafts.toCollection().modify({ kind: 'other' })],
  ['several rows in a transaction', (db: LocalDb) => db.transaction('rw', db.drafts, () => db.drafts.bulkPut([draft]))],
])('%s that the disk takes up first, and refuses then', async (_, write) => {
  const refused = failureOf(async (db) => {
    await db.drafts.put(draft)
    put.mockImplementation(refuseLater)
    return write(db)
  })
  expect(isDiskFull(await refused)).toBe(true)
})

function refuseLater(this: IDBObjectStore): IDBRequest<IDBValidKey> {
  const request = { error: FULL } as unknown as IDBRequest<IDBValidKey>
  const refusal = { target: request, preventDefault() {}, stopPropagation() {} } as unknown as Event
  this.count().onsuccess = () => request.onerror?.(refusal)
  return request
}

test('other failures are not for want of room', async () => {
  put.mockImplementation(() => {
    throw new DOMException('No', 'DataError')
  })
  expect(isDiskFull(await failureOf(inTransaction))).toBe(false)
  for (const other of [null, undefined, 'full', new Error('QuotaExceededError')]) expect(isDiskFull(other)).toBe(false)
})
