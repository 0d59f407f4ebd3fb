import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { LocalDb } from '../disk/local-db'
import { readReceipts } from '../outbox/receipt-queries'
import { SyncEngine } from '../sync/engine'
import { freshDb } from '../test-support/disk-in-memory'
import { markPost } from './mark-post'
import { readMarks } from './mark-queries'
import { takeRefusedMark } from './take-refused-mark'

let db: LocalDb
let engine: SyncEngine
beforeEach(() => {
  db = freshDb()
  // Never started: what it queues stays in line.
  engine = new SyncEngine(db, 7)
})
afterEach(() => db.delete())

const refuseAll = () =>
  db.outbox.toCollection().modify({
    state: 'attention',
    everSent: true,
    error: { code: 'post_not_found', message: 'Post not found', status: 404 },
  })
const only = async () => (await db.outbox.toArray())[0]?.opId ?? ''

test.each(['like', 'save'] as const)('a refused %s leaves the outbox for a trace of it, once', async (kind) => {
  await markPost(engine, kind, 12, true)
  await refuseAll()
  const opId = await only()
  const tabs = await Promise.all([takeRefusedMark(engine, opId), takeRefusedMark(engine, opId)])
  expect(tabs.filter(Boolean)).toEqual([kind])
  expect(await db.outbox.count()).toBe(0)
  expect(await readReceipts(db, 9)).toMatchObject([{ opId, outcome: 'discarded' }])
  expect((await readMarks(db)).wanted.size).toBe(0)
})

test('one that goes out again stays', async () => {
  await markPost(engine, 'like', 12, true)
  expect(await takeRefusedMark(engine, await only())).toBeNull()
  expect(await db.outbox.count()).toBe(1)
})

test('a write with a person’s words stays for that person', async () => {
  await engine.submit('board.put', { key: crypto.randomUUID(), name: 'Mara’s 30th' })
  await refuseAll()
  expect(await takeRefusedMark(engine, await only())).toBeNull()
  expect(await db.outbox.count()).toBe(1)
})
