import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { LocalDb } from '../../disk/local-db'
import { enqueue } from '../../sync/outbox'
import { freshDb } from '../../test-support/disk-in-memory'
import { nextFirst } from './board-overlay'
import { readBoards } from './board-queries'

const ME = 7
const [PARTY, WEDDING] = ['22222222-2222-4222-8222-222222222222', '33333333-3333-4333-8333-333333333333']
let db: LocalDb
let clock = 1_000
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const put = (key: string, name: string, eventDate: string | null = null) =>
  enqueue(db, ME, 'board.put', { key, name, eventDate }, clock++)
const pin = (key: string, postId: number, on: boolean) => enqueue(db, ME, 'board.pin', { key, postId, on }, clock++)
const held = (key: string, name: string, postIds: number[]) =>
  db.boards.put({ key, name, eventDate: null, postIds, createdAt: '2026-11-01T10:00:00.000Z', _q: 1 })
const shown = async () => (await readBoards(db)).map(({ name, postIds }) => `${name}: ${postIds.join(' ')}`)

test('a board is there from the press, with what was put on it', async () => {
  await put(PARTY, 'Party')
  await pin(PARTY, 5, true)
  await pin(PARTY, 6, true)
  await pin(PARTY, 5, false)
  expect(await shown()).toEqual(['Party: 6'])
})

test('presses change what the server has, and doing so twice changes nothing more', async () => {
  await held(PARTY, 'Party', [1, 2])
  await put(PARTY, 'Big party')
  await pin(PARTY, 2, true)
  await pin(PARTY, 1, false)
  await pin(PARTY, 1, false)
  expect(await shown()).toEqual(['Big party: 2'])
})

test('a deleted board is gone, and nothing that was pressed for it brings it back', async () => {
  await held(PARTY, 'Party', [1])
  await pin(PARTY, 2, true)
  await enqueue(db, ME, 'board.delete', { key: PARTY }, clock++)
  await pin(PARTY, 3, true)
  expect(await shown()).toEqual([])
})

test('the next event comes first, then boards without a day, then what is over, the latest first', async () => {
  const events = [
    ['Easter', '2026-04-05'],
    ['Some day', null],
    ['Wedding', '2027-06-05'],
    ['Harvest', '2026-10-01'],
    ['New Year', '2026-12-31'],
  ] as const
  for (const [name, day] of events) await put(crypto.randomUUID(), name, day)
  const order = async (today: string) => nextFirst(await readBoards(db), today).map(({ name }) => name)
  expect(await order('2026-11-21')).toEqual(['New Year', 'Wedding', 'Some day', 'Harvest', 'Easter'])
  expect(await order('2026-12-31')).toEqual(['New Year', 'Wedding', 'Some day', 'Harvest', 'Easter'])
  expect(await order('2027-01-01')).toEqual(['Wedding', 'Some day', 'New Year', 'Harvest', 'Easter'])
})

test('things are there with their pieces, taken off again, and keep their place', async () => {
  await held(PARTY, 'Party', [])
  const thing = (kind: 'listing' | 'item', id: number, pieces: number) =>
    enqueue(db, ME, 'board.thing', { key: PARTY, thing: { kind, id, pieces } }, clock++)
  const things = async () => (await readBoards(db))[0]?.things?.map(({ kind, id, pieces }) => `${pieces} ${kind} ${id}`)
  await thing('listing', 7, 1)
  await thing('item', 7, 1)
  await thing('listing', 7, 40)
  expect(await things()).toEqual(['40 listing 7', '1 item 7'])
  await thing('listing', 7, 0)
  await thing('listing', 8, 0)
  expect(await things()).toEqual(['1 item 7'])
})

test('a place and a number of guests stay when a write says nothing of them', async () => {
  await enqueue(db, ME, 'board.put', { key: PARTY, name: 'Party', place: 'The barn', guests: 40 }, clock++)
  await put(WEDDING, 'Wedding')
  await db.boards.put({ ...(await readBoards(db)).find(({ key }) => key === PARTY)!, _q: 1 })
  await db.outbox.clear()
  await put(PARTY, 'Big party')
  expect(await readBoards(db)).toMatchObject([{ name: 'Big party', place: 'The barn', guests: 40 }])
})

test('a refused write does not count', async () => {
  await held(PARTY, 'Party', [1])
  await db.outbox.update(await put(PARTY, 'Refused name'), { state: 'attention' })
  expect(await shown()).toEqual(['Party: 1'])
})
