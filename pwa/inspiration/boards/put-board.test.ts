import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { LocalDb } from '../../disk/local-db'
import { pendingOf } from '../../disk/pending-of'
import { SyncEngine } from '../../sync/engine'
import { freshDb } from '../../test-support/disk-in-memory'
import { boardDraft, freshBoard } from './board-draft'
import { putBoard } from './put-board'

const EVENT = { name: 'Ana', eventDate: null, place: null, guests: 12 }
const KEY = '22222222-2222-4222-8222-222222222222'
let db: LocalDb
let engine: SyncEngine
beforeEach(() => {
  db = freshDb()
  // Never started: what it queues stays in line.
  engine = new SyncEngine(db, 7)
})
afterEach(() => db.delete())

const waiting = async () =>
  pendingOf(await db.outbox.toArray(), 'board.put').map(({ payload: { name, seen } }) => [name, seen])

test('an edit says what its form showed; a new board has nothing to say', async () => {
  const key = await putBoard(engine, { ...EVENT, name: 'New' })
  await putBoard(engine, { ...EVENT, name: 'Ana’s 40th' }, KEY, EVENT)
  expect(await waiting()).toEqual([
    ['New', undefined],
    ['Ana’s 40th', EVENT],
  ])
  await putBoard(engine, { ...EVENT, name: 'Newer' }, key, { ...EVENT, name: 'New' })
  expect((await waiting())[0]).toEqual(['Newer', undefined])
})

test('an edit in place of one that never left says what that one showed', async () => {
  await putBoard(engine, { ...EVENT, place: 'The barn' }, KEY, EVENT)
  await putBoard(engine, { ...EVENT, name: 'Ana’s 40th', place: 'The barn' }, KEY, { ...EVENT, place: 'The barn' })
  expect(await waiting()).toEqual([['Ana’s 40th', EVENT]])
})

test('an edit in place of one that its form never showed keeps what only that one changed', async () => {
  await putBoard(engine, { ...EVENT, place: 'The barn' }, KEY, EVENT)
  await putBoard(engine, { ...EVENT, name: 'Ana’s 40th' }, KEY, EVENT)
  const key = await putBoard(engine, { ...EVENT, name: 'New', place: 'The barn' })
  await putBoard(engine, { ...EVENT, name: 'Newer' }, key, { ...EVENT, name: 'New' })
  expect(pendingOf(await db.outbox.toArray(), 'board.put').map(({ payload }) => payload)).toEqual([
    { ...EVENT, name: 'Ana’s 40th', place: 'The barn', key: KEY, seen: EVENT },
    { ...EVENT, name: 'Newer', place: 'The barn', key },
  ])
})

test('an edit behind one that may have left says what that one left behind', async () => {
  await putBoard(engine, { ...EVENT, place: 'The barn' }, KEY, EVENT)
  await db.outbox.toCollection().modify({ everSent: true })
  await putBoard(engine, { ...EVENT, name: 'Ana’s 40th', place: 'The barn' }, KEY, { ...EVENT, place: 'The barn' })
  expect(await waiting()).toEqual([
    ['Ana', EVENT],
    ['Ana’s 40th', { ...EVENT, place: 'The barn' }],
  ])
})

test('the form is kept as it is typed, with what it showed at first, until its board is saved', async () => {
  const board = { ...EVENT, key: KEY, postIds: [], createdAt: '2026-11-01T10:00:00.000Z' }
  const kept = async () => boardDraft(KEY).autosave(db).open()
  const typed = { ...freshBoard(board), values: { ...EVENT, place: 'The barn' } }
  await boardDraft(KEY).autosave(db).keep(typed)
  expect(await kept()).toEqual({ values: { ...EVENT, place: 'The barn' }, seen: EVENT })
  await putBoard(engine, { ...EVENT, place: 'The barn' }, KEY, EVENT)
  expect(await kept()).toBeNull()
})
