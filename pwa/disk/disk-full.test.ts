import { afterEach, expect, spyOn, test } from 'bun:test'
import { IDBObjectStore } from 'fake-indexeddb'
import { freshDb } from '../test-support/disk-in-memory'
import { isDiskFull } from './disk-full'
import type { LocalDb } from './local-db'

const FULL = new DOMException('The disk is full', 'QuotaExceededError')
const draft = { draftId: 'post:new', kind: 'post', values: {}, updatedAt: '' }
const inTransaction = (db: LocalDb) => db.transaction('rw', db.drafts, () => db.drafts.put(draft))
const put = spyOn(IDBObjectStore.prototype, 'put')
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

test('other failures are not for want of room', async () => {
  put.mockImplementation(() => {
    throw new DOMException('No', 'DataError')
  })
  expect(isDiskFull(await failureOf(inTransaction))).toBe(false)
  for (const other of [null, undefined, 'full', new Error('QuotaExceededError')]) expect(isDiskFull(other)).toBe(false)
})
