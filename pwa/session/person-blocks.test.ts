import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { LocalDb } from '../disk/local-db'
import { SyncEngine } from '../sync/engine'
import { freshDb } from '../test-support/disk-in-memory'
import { readPersonBlocks } from './person-blocks'

const ME = 7
const RENE = { personId: 8, username: 'rene' }

let db: LocalDb
let engine: SyncEngine
beforeEach(() => {
  db = freshDb()
  // Never started: what it queues stays in line.
  engine = new SyncEngine(db, ME)
})
afterEach(() => db.delete())

const read = async () => [...(await readPersonBlocks(db))]
const press = (on: boolean) => engine.submit('person.block', { ...RENE, on })

test('a block counts from the press on, and so does taking it back', async () => {
  await press(true)
  expect(await read()).toEqual([[8, { username: 'rene' }]])
  await press(false)
  expect(await read()).toEqual([])
  expect(await db.outbox.count()).toBe(1)
})

test('a refused press counts no more', async () => {
  await press(true)
  await db.outbox.toCollection().modify({ state: 'attention' })
  expect(await read()).toEqual([])
})

test('taking one’s own back leaves the other side’s', async () => {
  await db.personBlocks.add({ id: 8, username: null, _q: 1 })
  await press(false)
  expect((await readPersonBlocks(db)).has(8)).toBe(true)
})
