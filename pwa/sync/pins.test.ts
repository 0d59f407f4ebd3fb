import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test'
import type { LocalDb } from '../disk/local-db'
import { freshDb } from '../test-support/disk-in-memory'
import { pin, pinListed, pinned } from './pins'

const DAY = 24 * 60 * 60_000
const START = Date.parse('2026-11-29T12:00:00.000Z')
let db: LocalDb

beforeEach(() => {
  db = freshDb()
})
afterEach(async () => {
  setSystemTime()
  await db.delete()
})

const after = (days: number) => setSystemTime(START + days * DAY)

test('a pin ends after a month, and lasts anew when the row is opened again', async () => {
  after(0)
  await pin(db, 'listing', 1)
  await pin(db, 'listing', 2)
  await pin(db, 'item', 1)
  after(20)
  await pin(db, 'listing', 1)
  expect([await pinned(db, 'listing'), await pinned(db, 'item')]).toEqual([[1, 2], [1]])
  after(31)
  expect([await pinned(db, 'listing'), await pinned(db, 'item')]).toEqual([[1], []])
  after(51)
  expect(await pinned(db, 'listing')).toEqual([])
  // Rows that have ended go with the next one of their kind.
  await pin(db, 'listing', 3)
  expect(await db.pins.toCollection().primaryKeys()).toEqual([
    ['item', 1],
    ['listing', 3],
  ])
})

test('a place that was searched is kept for three months, the last three of them', async () => {
  after(0)
  for (const place of ['Harlem', 'Astoria', 'Harlem', 'Bushwick', 'Tottenville']) await pin(db, 'place', place)
  expect(await pinned(db, 'place')).toEqual(['Tottenville', 'Bushwick', 'Harlem'])
  after(89)
  expect(await pinned(db, 'place')).toHaveLength(3)
  after(91)
  expect(await pinned(db, 'place')).toEqual([])
})

test('thirty rows are the most, and the last one is the first, also when the clock was set back', async () => {
  after(10)
  for (let id = 1; id <= 35; id++) await pin(db, 'post', id)
  after(0)
  await pin(db, 'post', 36)
  const ids = await pinned(db, 'post')
  expect([ids.length, ids[0], ids[1], ids.at(-1)]).toEqual([30, 36, 35, 7])
})

test('the lists of an earlier build become pins, in their order, behind what was pinned since', async () => {
  after(10)
  await pin(db, 'listing', 12)
  const opened = (days: number, ...ids: number[]) => ids.map((id) => ({ id, at: START + days * DAY }))
  await db.meta.bulkAdd([
    { k: 'opened', v: opened(9, 12, 11, 10) },
    { k: 'openedItems', v: opened(-40, 3) },
    { k: 'places', v: ['Harlem', 'Astoria'] },
    { k: 'epoch', v: 'epoch-1' },
  ])
  await pinListed(db)
  await pinListed(db)
  const pins = await Promise.all((['listing', 'item', 'place'] as const).map((kind) => pinned(db, kind)))
  expect(pins).toEqual([[12, 11, 10], [], ['Harlem', 'Astoria']])
  expect(await db.meta.toCollection().primaryKeys()).toEqual(['epoch'])
})
