import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { LocalDb } from '../disk/local-db'
import { SyncEngine } from '../sync/engine'
import { freshDb } from '../test-support/disk-in-memory'
import { findWaitingReport, putReport } from './put-report'

const LISTING = { kind: 'listing', id: 7 } as const
const [FIRST, SECOND] = [`/uploads/${'1'.repeat(64)}.jpg`, `/uploads/${'2'.repeat(64)}.jpg`]
let db: LocalDb
let engine: SyncEngine
beforeEach(() => {
  db = freshDb()
  // Never started: what it queues stays in line.
  engine = new SyncEngine(db, 7)
})
afterEach(() => db.delete())

const put = (words: string, photo?: string, over?: string) =>
  putReport(engine, { ...LISTING, reason: 'scam', words, ...(photo && { photo }), title: 'Plates', from: '/' }, over)
const refuseAll = () => db.outbox.toCollection().modify({ state: 'attention' })
const line = async () =>
  (await db.outbox.orderBy('order').toArray()).map(({ payload }) => (payload as { words: string }).words)

test('refused reports of two photos stay beside each other, and beside one of the whole thing', async () => {
  await put('the first photo', FIRST)
  await put('the second photo', SECOND)
  await refuseAll()
  await put('all of it')
  expect(await line()).toEqual(['the first photo', 'the second photo', 'all of it'])
  await refuseAll()
  await put('the second photo again', SECOND)
  expect(await line()).toEqual(['the first photo', 'all of it', 'the second photo again'])
  await refuseAll()
  await put('all of it again')
  expect(await line()).toEqual(['the first photo', 'the second photo again', 'all of it again'])
})

test('the refused report that the form began with gives way, whatever the new one is about', async () => {
  await put('the first photo', FIRST)
  await put('the second photo', SECOND)
  await refuseAll()
  const shown = await findWaitingReport(db, LISTING)
  expect(shown).toMatchObject({ photo: SECOND, words: 'the second photo' })
  await put('all of it', undefined, shown?.over)
  expect(await line()).toEqual(['the first photo', 'all of it'])
})
