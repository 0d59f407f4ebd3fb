import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { LocalDb } from '../disk/local-db'
import { freshDb, waitingPhoto } from '../test-support/disk-in-memory'
import { diskWithPhotos } from '../test-support/full-disk'
import { SyncEngine } from './engine'

let db: LocalDb
let engine: SyncEngine
beforeEach(async () => {
  db = freshDb()
  // Never started: what it queues stays in line.
  engine = new SyncEngine(db, 7)
  await db.drafts.put({ draftId: 'note', kind: 'note', values: { content: 'typed' }, updatedAt: '' })
})
afterEach(() => db.delete())

const line = async () => (await db.outbox.orderBy('order').toArray()).map(({ kind, payload }) => [kind, payload])
const refuseAll = () => db.outbox.toCollection().modify({ state: 'attention' })
const order = { purchaseId: 4, status: 'shipped' } as const

test('a write and the end of its draft are one step: a draft that cannot end keeps the write away', async () => {
  const draft = { forget: () => Promise.reject(new Error('The disk is full')) }
  await expect(engine.submit('purchase.status', order, { draft })).rejects.toThrow('The disk is full')
  expect(await line()).toEqual([])
  await engine.submit('purchase.status', order, { draft: 'note' })
  expect(await line()).toEqual([['purchase.status', order]])
  expect(await db.drafts.count()).toBe(0)
})

test('a write for which the disk has no room stands in line once after downloaded photos have given way', async () => {
  const disk = await diskWithPhotos(8)
  disk.fill(4)
  await engine.submit('purchase.status', order, { draft: 'note' })
  expect(await line()).toEqual([['purchase.status', order]])
  expect([await db.drafts.count(), disk.photos()]).toEqual([0, 4])
})

test('a refused write gives way to the next of its kind and to no other', async () => {
  await engine.submit('purchase.status', order)
  await engine.submit('purchase.askCancel', { purchaseId: 4 })
  await refuseAll()
  await engine.submit('purchase.status', { ...order, status: 'delivered' }, { replacesRefused: true })
  expect(await line()).toEqual([
    ['purchase.askCancel', { purchaseId: 4 }],
    ['purchase.status', { ...order, status: 'delivered' }],
  ])
})

test('a merge sees the write that never left, and takes it back when nothing is to be sent', async () => {
  await engine.submit('profile.save', { description: 'Plates' })
  await engine.submit('profile.save', { photo: null }, { merge: (unsent) => ({ ...unsent, photo: null }) })
  expect(await line()).toEqual([['profile.save', { description: 'Plates', photo: null }]])
  expect(await engine.submit('profile.save', {}, { draft: 'note', merge: () => null })).toBeNull()
  expect(await line()).toEqual([])
  expect(await db.drafts.count()).toBe(0)
})

test('a write that may have left is neither merged nor taken back', async () => {
  await engine.submit('profile.save', { description: 'Plates' })
  await db.outbox.toCollection().modify({ everSent: true })
  await engine.submit('profile.save', {}, { merge: (unsent) => unsent })
  expect(await line()).toEqual([['profile.save', { description: 'Plates' }]])
})

test('photos go first, once, and those of an earlier write leave with the draft', async () => {
  const [first, second] = [{ blobId: crypto.randomUUID() }, { blobId: crypto.randomUUID() }]
  await db.blobs.bulkPut([first, second].map(waitingPhoto))
  await engine.submit('profile.save', { photo: first }, { draft: 'note' })
  await engine.submit('profile.save', { photo: first }, { draft: 'note' })
  expect(await line()).toEqual([
    ['photo.upload', first],
    ['profile.save', { photo: first }],
  ])
  await engine.submit('profile.save', { photo: second }, { draft: 'note' })
  expect((await db.blobs.toArray()).map(({ blobId }) => blobId)).toEqual([second.blobId])
})
