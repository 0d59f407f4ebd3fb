import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { layOutPosts, photoRatio, placesBetween, type WallSizes } from './lay-out-posts'

const SIZES: WallSizes = { width: 340, minColumn: 100, columnGap: 20, rowGap: 10, wordsHeight: 50 }

test.each([
  [{ width: 400, height: 300 }, 0.75],
  [{ width: 300, height: 400 }, 4 / 3],
  [{ width: 4000, height: 300 }, 0.6],
  [{ width: 300, height: 4000 }, 1.4],
  [{ width: 0, height: 300 }, 0.75],
  [null, 0.75],
  [undefined, 0.75],
])('a photo of %p is shown at %p', (shape, ratio) => expect(photoRatio(shape)).toBeCloseTo(ratio))

describe('the wall', () => {
  test('as many columns as fit, and each card in the shortest', () => {
    const { columnWidth, height, places } = layOutPosts([1, 0.5, 1, 0.5, 1], SIZES)
    expect(columnWidth).toBe(100)
    expect(places.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [120, 0],
      [240, 0],
      [120, 110],
      [0, 160],
    ])
    expect(places[0]).toMatchObject({ photoHeight: 100, height: 150 })
    expect(height).toBe(310)
  })

  test('a wall narrower than a column has one', () => {
    expect(layOutPosts([1, 1], { ...SIZES, width: 80 }).places.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [0, 140],
    ])
  })

  test('without posts it has no height', () => {
    expect(layOutPosts([], SIZES)).toMatchObject({ height: 0, places: [] })
  })

  test('cards never overlap nor leave the wall, and none is far below one that comes after it', () => {
    const ratio = fc.double({ min: 0.6, max: 1.4, noNaN: true })
    fc.assert(
      fc.property(fc.array(ratio, { maxLength: 60 }), fc.integer({ min: 40, max: 1_400 }), (ratios, width) => {
        const { columnWidth, height, places } = layOutPosts(ratios, { ...SIZES, width })
        const columns = Map.groupBy(places, ({ x }) => x)
        for (const column of columns.values()) {
          column.forEach((place, n) => {
            const above = column[n - 1]
            expect(place.y).toBe(above ? above.y + above.height + SIZES.rowGap : 0)
          })
        }
        for (const place of places) {
          expect(place.x + columnWidth).toBeLessThanOrEqual(width + 0.001)
          expect(place.y + place.height).toBeLessThanOrEqual(height)
        }
        places.slice(1).forEach((place, n) => {
          expect(place.y).toBeGreaterThanOrEqual(places[n]?.y ?? 0)
        })
      }),
    )
  })

  test('five thousand posts take a fraction of a frame', () => {
    const ratios = Array.from({ length: 5_000 }, (_, n) => 0.6 + (n % 9) / 10)
    const startedAt = performance.now()
    for (let round = 0; round < 10; round++) layOutPosts(ratios, SIZES)
    expect((performance.now() - startedAt) / 10).toBeLessThan(50)
  })
})

test('only what reaches into the window is found', () => {
  const { places } = layOutPosts([1, 1, 1, 1], { ...SIZES, width: 100 })
  expect(placesBetween(places, 0, 1)).toEqual([0])
  expect(placesBetween(places, 149, 161)).toEqual([0, 1])
  expect(placesBetween(places, 150, 160)).toEqual([])
  expect(placesBetween(places, 400, 9_999)).toEqual([2, 3])
})
