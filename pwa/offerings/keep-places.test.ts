import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { keepPlaces, onDevice, type Places } from './keep-places'

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
  const next = keepPlaces(before, found([9, 7], []), (id) => id === 4)
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
        const next = keepPlaces(places, now, (id) => gone.has(id))
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
        expect(keepPlaces(next, now, (id) => gone.has(id))).toBe(next)
        places = next
      }
    }),
  )
})
