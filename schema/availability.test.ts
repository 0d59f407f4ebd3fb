import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { isBlocked, isRangeFree, mergeRanges, takenDays, unavailableRanges } from '#schema/availability'
import { type DateRange, eachDay } from '#schema/date-range'
import type { BusyRange } from '#schema/listing'

const DAYS = Array.from({ length: 60 }, (_, index) =>
  new Date(Date.UTC(2026, 11, 1) + index * 86_400_000).toISOString().slice(0, 10),
)
const day = (index: number) => DAYS[index] ?? ''
const ends = fc
  .tuple(fc.integer({ min: 0, max: 49 }), fc.integer({ min: 0, max: 9 }))
  .map(([start, length]): [string, string] => [day(start), day(start + length)])
const range = ends.map(([startDate, endDate]): DateRange => ({ startDate, endDate }))
const busy = fc.array(
  fc.tuple(ends, fc.integer({ min: 1, max: 4 })).map(([[start, end], count]): BusyRange => [start, end, count]),
  { maxLength: 12 },
)
const blocked = fc.array(ends, { maxLength: 4 })
const capacity = fc.integer({ min: 1, max: 8 })
const quantity = fc.integer({ min: 1, max: 9 })

const usedOn = (wanted: string, ranges: readonly BusyRange[]) =>
  ranges.filter(([start, end]) => start <= wanted && wanted <= end).reduce((sum, [, , count]) => sum + count, 0)

test('the taken days are those on which too few pieces are left', () => {
  fc.assert(
    fc.property(range, busy, capacity, quantity, (wanted, ranges, pieces, count) => {
      const expected = eachDay(wanted).filter((each) => usedOn(each, ranges) + count > pieces)
      expect(takenDays(wanted, ranges, pieces, count)).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})

test('a range is free exactly when none of its days is taken', () => {
  fc.assert(
    fc.property(range, busy, capacity, quantity, (wanted, ranges, pieces, count) => {
      expect(isRangeFree(wanted, ranges, pieces, count)).toBe(takenDays(wanted, ranges, pieces, count).length === 0)
    }),
    { numRuns: 1000 },
  )
})

test('the calendar marks every day on which nothing is left or the owner is away, in ranges that never touch', () => {
  fc.assert(
    fc.property(busy, blocked, capacity, (ranges, away, pieces) => {
      const found = unavailableRanges(ranges, away, pieces)
      const isAway = (each: string) => away.some(([start, end]) => start <= each && each <= end)
      expect(found.flatMap(eachDay)).toEqual(DAYS.filter((each) => isAway(each) || usedOn(each, ranges) >= pieces))
      for (const [index, { startDate }] of found.entries()) {
        const before = found[index - 1]
        if (before) expect(DAYS.indexOf(startDate) - DAYS.indexOf(before.endDate)).toBeGreaterThan(1)
      }
    }),
    { numRuns: 500 },
  )
})

test('a renter of several pieces finds more days marked', () => {
  const ranges: BusyRange[] = [['2026-12-03', '2026-12-04', 6]]
  expect(unavailableRanges(ranges, [], 10, 4)).toEqual([])
  expect(unavailableRanges(ranges, [], 10, 5)).toEqual([{ startDate: '2026-12-03', endDate: '2026-12-04' }])
})

test('both ends of a taken or blocked range count', () => {
  const taken: BusyRange[] = [['2026-12-05', '2026-12-07', 1]]
  const free = (startDate: string, endDate: string) => isRangeFree({ startDate, endDate }, taken, 1)
  expect([free('2026-12-01', '2026-12-04'), free('2026-12-08', '2026-12-09')]).toEqual([true, true])
  expect([free('2026-12-01', '2026-12-05'), free('2026-12-07', '2026-12-09')]).toEqual([false, false])
  const away = [['2026-12-05', '2026-12-07']] as const
  expect(isBlocked({ startDate: '2026-12-07', endDate: '2026-12-07' }, away)).toBe(true)
  expect(isBlocked({ startDate: '2026-12-08', endDate: '2026-12-08' }, away)).toBe(false)
})

test('a listing of forty plates is free until forty are out', () => {
  const taken: BusyRange[] = [
    ['2026-12-05', '2026-12-06', 25],
    ['2026-12-06', '2026-12-07', 10],
  ]
  const wanted = { startDate: '2026-12-04', endDate: '2026-12-08' }
  expect(isRangeFree(wanted, taken, 40, 5)).toBe(true)
  expect(takenDays(wanted, taken, 40, 6)).toEqual(['2026-12-06'])
  expect(takenDays(wanted, taken, 40, 16)).toEqual(['2026-12-05', '2026-12-06'])
  expect(isRangeFree(wanted, [], 40, 41)).toBe(false)
  expect(takenDays(wanted, [], 40, 41)).toEqual(eachDay(wanted))
})

test('merging joins neighbours and leaves what it was given as it was', () => {
  const given = [
    { startDate: '2026-12-06', endDate: '2026-12-07' },
    { startDate: '2026-12-01', endDate: '2026-12-05' },
    { startDate: '2026-12-02', endDate: '2026-12-03' },
    { startDate: '2026-12-09', endDate: '2026-12-09' },
  ]
  const copy = structuredClone(given)
  expect(mergeRanges(given)).toEqual([
    { startDate: '2026-12-01', endDate: '2026-12-07' },
    { startDate: '2026-12-09', endDate: '2026-12-09' },
  ])
  expect(given).toEqual(copy)
})
