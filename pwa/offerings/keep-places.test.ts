import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { Catalogue } from '../sync/catalogue'
import { type ChangedRow, fillScopes, keepChanged } from '../sync/fill-catalogue'
import { pinnedPack } from '../sync/packs'
import { freshDb } from '../test-support/disk-in-memory'
import { isFed, isGone, keepPlaces, onDevice, type Places, withNewer } from './keep-places'

type Row = { id: number; from: string }
const rows = (from: string, ids: readonly number[]): Row[] => ids.map((id) => ({ id, from }))
const found = (near: readonly number[], far: readonly number[], search = 'tables'): Places<Row> => ({
  search,
  near: rows('device', near),
  far: rows('server', far),
})
const idsOf = ({ near, far }: Places<Row>) => [near.map(({ id }) => id), far.map(({ id }) => id)]
const never = () => false

test.each<[string, [near: number[], far: number[]][], number[][]]>([
  [
    'finds of the server stand below those of the device',
    [
      [
        [9, 4],
        [7, 1],
      ],
    ],
    [
      [9, 4],
      [7, 1],
    ],
  ],
  [
    'a find that both have is that of the device',
    [
      [
        [9, 4],
        [4, 1],
      ],
    ],
    [[9, 4], [1]],
  ],
  [
    'finds that come to the device stay where they were shown as the server’s',
    [
      [[4], [7, 1]],
      [[7, 4], [1]],
    ],
    [[4], [7, 1]],
  ],
  [
    'other finds that come to the device stand last',
    [
      [[4], [7]],
      [[8, 7, 4], []],
    ],
    [[4], [7, 8]],
  ],
  [
    'with nothing below, they stand below the device’s first ones',
    [
      [[4], []],
      [[8, 4], []],
    ],
    [[4, 8], []],
  ],
  [
    'the next page of the server stands last',
    [
      [[4], [7]],
      [[8, 4], [7]],
      [
        [8, 4],
        [7, 3],
      ],
    ],
    [[4], [7, 8, 3]],
  ],
  [
    'finds of an area that leaves the device stay',
    [
      [[9, 4], [7]],
      [[4], [7]],
    ],
    [[9, 4], [7]],
  ],
  [
    'the server’s finds stay while it is asked again',
    [
      [[4], [7, 1]],
      [[4], []],
      [[4], [1]],
    ],
    [[4], [7, 1]],
  ],
])('%s', (_, arrivals, shown) => {
  let places: Places<Row> | null = null
  for (const [near, far] of arrivals) places = keepPlaces(places, found(near, far), never)
  expect(places && idsOf(places)).toEqual(shown)
})

test('another search is laid out anew', () => {
  const before = keepPlaces(null, found([4], [7]), never)
  expect(idsOf(keepPlaces(before, found([9, 7, 4], [1], 'chairs'), never))).toEqual([[9, 7, 4], [1]])
})

test('rows that are gone go, and rows that have changed are shown as they are now', () => {
  const before = keepPlaces(null, found([9, 4], [7, 1]), never)
  const next = keepPlaces(before, found([9, 7], []), ({ id }) => id === 4)
  expect(idsOf(next)).toEqual([[9], [7, 1]])
  expect(next.far[0]).toEqual({ id: 7, from: 'device' })
})

test('without a connection, rows of the device alone are shown, in the same order', () => {
  const places = keepPlaces(null, found([9, 4], [7, 1]), never)
  expect(idsOf(onDevice(places, (id) => id !== 4 && id !== 1))).toEqual([[9, 7], []])
})

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 12 })
const arrival = fc.record({
  near: ids,
  far: ids,
  gone: ids,
  isOther: fc.integer({ max: 5, min: 0 }).map((n) => n === 0),
})

test('whatever arrives, no card moves before the search changes, none is shown twice, and all finds are shown', () => {
  fc.assert(
    fc.property(fc.array(arrival, { maxLength: 12 }), (arrivals) => {
      let [search, places] = [0, null as Places<Row> | null]
      const gone = new Set<number>()
      for (const { near, far, gone: leaving, isOther } of arrivals) {
        if (isOther) search++
        for (const id of leaving) gone.add(id)
        const now = found(near, far, String(search))
        const next = keepPlaces(places, now, ({ id }) => gone.has(id))
        const shown = idsOf(next).flat()
        const isFound = new Set([...near, ...far])
        expect(new Set(shown).size).toBe(shown.length)
        expect(shown).toEqual(expect.arrayContaining([...isFound]))
        if (places?.search === next.search) {
          const stayed = idsOf(places)
            .flat()
            .filter((id) => isFound.has(id) || !gone.has(id))
          expect(shown.slice(0, stayed.length)).toEqual(stayed)
        }
        expect(keepPlaces(next, now, ({ id }) => gone.has(id))).toBe(next)
        places = next
      }
    }),
  )
})

describe('a find of the server, of a listing that this device has', () => {
  const HERE = 'pub:l:862a10777ffffff'
  const THERE = 'pub:l:862a106e7ffffff'
  const row = (q: number): ChangedRow => [q, '1', { title: 'Oak table' }]
  const fill = (scope: string, ...rows: ChangedRow[]) => ({ scope, chunks: [JSON.stringify(rows)], cursor: 10 })

  test.each<[string, { before?: ChangedRow[]; leaves?: true; change?: number; foundAt?: number; gone: boolean }]>([
    ['moved out of its areas before the question, stays', { change: 12, foundAt: 12, gone: false }],
    ['has heard of a move since, goes', { change: 13, foundAt: 12, gone: true }],
    [
      'paused in one area, and shown again in another before the question, stays',
      { change: 12, foundAt: 14, gone: false },
    ],
    [
      'moved between its areas, stays when the second one leaves',
      { before: [row(13)], leaves: true, change: 12, foundAt: 20, gone: false },
    ],
    ['moved between its areas, is there', { before: [row(13)], change: 12, foundAt: 20, gone: false }],
    ['lost before the question to a server of an earlier build, goes', { change: 12, gone: true }],
    ['never lost, stays', { foundAt: 12, gone: false }],
  ])('%s', async (_, { before = [], leaves, change, foundAt, gone }) => {
    const db = freshDb()
    await fillScopes(db, [fill(HERE, row(5)), fill(THERE, ...before)])
    if (change) await keepChanged(db, new Map([['listing:862a10777ffffff' as const, [[change, '1', null]]]]))
    if (leaves) await fillScopes(db, [], ['listing:862a10777ffffff'])
    const catalogue = new Catalogue(db)
    await catalogue.open()
    expect(isGone(catalogue, 'listing', { id: 1, foundAt })).toBe(gone)
    await db.delete()
  })
})

test('a find of the server takes the place of a row that this device holds for its person alone', async () => {
  const db = freshDb()
  const row = (id: number): ChangedRow => [id, String(id), { title: 'Old' }]
  await fillScopes(db, [{ scope: 'pub:l:862a10777ffffff', chunks: [JSON.stringify([row(1), row(2)])], cursor: 10 }])
  await db.chunks.put({ coll: pinnedPack('listing'), n: 0, text: JSON.stringify([row(3), row(4)]) })
  const catalogue = new Catalogue(db)
  await catalogue.open()
  expect([1, 3, 5].map((id) => isFed(catalogue, 'listing', id))).toEqual([true, false, false])
  const found = [2, 3, 5].map((id) => ({ id, title: 'New' }))
  const shown = withNewer(catalogue, 'listing', catalogue.all('listing'), found as never)
  expect(shown.map(({ id, title }) => [id, title])).toEqual([
    [4, 'Old'],
    [3, 'New'],
    [2, 'Old'],
    [1, 'Old'],
  ])
  await db.delete()
})
