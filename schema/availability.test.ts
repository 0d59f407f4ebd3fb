import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  firstFreeDay,
  isBlocked,
  isListingFree,
  isRangeFree,
  mergeRanges,
  takenDays,
  unavailableRanges,
} from '#schema/availability'
import { addDays, type DateRange, eachDay } from '#schema/date-range'
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
      const found = unavailableRanges({ busy: ranges, away, quantity: pieces })
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
  expect(unavailableRanges({ busy: ranges, quantity: 10 }, 4)).toEqual([])
  expect(unavailableRanges({ busy: ranges, quantity: 10 }, 5)).toEqual([
    { startDate: '2026-12-03', endDate: '2026-12-04' },
  ])
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

const buffer = fc.integer({ min: 0, max: 5 })

test('the calendar closes exactly the days that not even a rental of one day can take, with the days for getting ready', () => {
  fc.assert(
    fc.property(busy, blocked, capacity, quantity, buffer, (ranges, away, pieces, count, bufferDays) => {
      fc.pre(count <= pieces)
      const calendar = { busy: ranges, away, quantity: pieces, bufferDays }
      const closed = new Set(unavailableRanges(calendar, count).flatMap(eachDay))
      for (const each of DAYS.slice(5))
        expect(closed.has(each)).toBe(!isListingFree({ startDate: each, endDate: each }, calendar, count))
    }),
    { numRuns: 200 },
  )
})

test('a rental is free exactly when its days and those after it have room', () => {
  fc.assert(
    fc.property(range, busy, capacity, quantity, buffer, (wanted, ranges, pieces, count, bufferDays) => {
      const all = { startDate: wanted.startDate, endDate: addDays(wanted.endDate, bufferDays) }
      const free = isListingFree(wanted, { busy: ranges, quantity: pieces, bufferDays }, count)
      expect(free).toBe(takenDays(all, ranges, pieces, count).length === 0 && count <= pieces)
    }),
    { numRuns: 500 },
  )
})

test('the soonest free day has room for the shortest rental, and no day before it has', () => {
  fc.assert(
    fc.property(
      busy,
      blocked,
      capacity,
      buffer,
      fc.integer({ min: 1, max: 6 }),
      (ranges, away, pieces, bufferDays, minDays) => {
        const calendar = { busy: ranges, away, quantity: pieces, bufferDays, minDays }
        const fits = (each: string) => isListingFree({ startDate: each, endDate: addDays(each, minDays - 1) }, calendar)
        const found = firstFreeDay(day(0), calendar)
        const expected = [...DAYS, addDays(DAYS.at(-1) ?? '', 1)].find(fits)
        expect(found).toBe(expected ?? null)
      },
    ),
    { numRuns: 300 },
  )
})

test('a day for getting ready keeps two rentals apart in both directions', () => {
  const calendar = { busy: [['2026-12-05', '2026-12-07', 1]] as BusyRange[], quantity: 1, bufferDays: 1 }
  const free = (startDate: string, endDate: string) => isListingFree({ startDate, endDate }, calendar)
  expect([
    free('2026-12-01', '2026-12-03'),
    free('2026-12-01', '2026-12-04'),
    free('2026-12-08', '2026-12-09'),
  ]).toEqual([true, false, true])
})
