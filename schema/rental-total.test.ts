import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { addDays } from '#schema/date-range'
import { bookingTotal, listingPrices, priceParts, type RentalPrices } from '#schema/money'

const START = '2026-12-05'
const daysFrom = (count: number) => ({ startDate: START, endDate: addDays(START, count - 1) })

test.each<[number, RentalPrices, number]>([
  [1, { day: 1000 }, 1000],
  [7, { day: 1000 }, 7000],
  [1, { day: 1000, week: 4000 }, 1000],
  [3, { day: 1000, week: 4000 }, 3000],
  // Four days at the price of a day would cost as much as the week.
  [4, { day: 1000, week: 4000 }, 4000],
  [5, { day: 1000, week: 4000 }, 4000],
  [7, { day: 1000, week: 4000 }, 4000],
  [8, { day: 1000, week: 4000 }, 5000],
  [12, { day: 1000, week: 4000 }, 8000],
  [14, { day: 1000, week: 4000 }, 8000],
  [15, { day: 1000, week: 4000 }, 9000],
  // A week that costs more than its days is no price.
  [7, { day: 1000, week: 7000 }, 7000],
  [7, { day: 1000, week: 9000 }, 7000],
  [10, { day: 1000, week: 9000 }, 10_000],
  [2, { day: 1000, week: null, delivery: 2500 }, 4500],
  [8, { day: 1000, week: 4000, delivery: 0 }, 5000],
])('%p days at %p come to %p', (days, prices, total) => {
  expect(bookingTotal(daysFrom(days), 1, prices)).toBe(total)
})

test('the delivery is paid once, whatever the number of pieces', () => {
  expect(bookingTotal(daysFrom(8), 3, { day: 1000, week: 4000, delivery: 2500 })).toBe(3 * 5000 + 2500)
  expect(bookingTotal({ startDate: '2026-12-06', endDate: START }, 2, { day: 1000 })).toBe(0)
})

test('the parts say how the total comes about', () => {
  expect(priceParts(daysFrom(9), 2, { day: 1000, week: 4000, delivery: 500 })).toEqual([
    { kind: 'week', count: 1, days: 7, each: 4000, pieces: 2, cents: 8000 },
    { kind: 'day', count: 2, each: 1000, pieces: 2, cents: 4000 },
    { kind: 'delivery', cents: 500 },
  ])
  expect(priceParts(daysFrom(12), 1, { day: 1000, week: 4000 })).toEqual([
    { kind: 'week', count: 2, days: 12, each: 4000, pieces: 1, cents: 8000 },
  ])
})

const cents = fc.integer({ min: 1, max: 1_000_000 })
const prices = fc.record({
  day: cents,
  week: fc.option(cents),
  delivery: fc.option(fc.integer({ min: 0, max: 50_000 })),
})
const count = fc.integer({ min: 1, max: 120 })
const pieces = fc.integer({ min: 1, max: 200 })

test('the total never falls when a day is added, and is never above the days at the price of a day', () => {
  fc.assert(
    fc.property(count, pieces, prices, (days, some, asked) => {
      const total = bookingTotal(daysFrom(days), some, asked)
      expect(bookingTotal(daysFrom(days + 1), some, asked)).toBeGreaterThanOrEqual(total)
      expect(total).toBeLessThanOrEqual(days * some * asked.day + (asked.delivery ?? 0))
      expect(total).toBe(priceParts(daysFrom(days), some, asked).reduce((sum, part) => sum + part.cents, 0))
    }),
  )
})

test('so many weeks cost no more than so many times the price of a week', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 15 }), cents, cents, (weeks, day, week) => {
      expect(bookingTotal(daysFrom(weeks * 7), 1, { day, week })).toBeLessThanOrEqual(weeks * week)
    }),
  )
})

test("a listing's prices travel in dollars", () => {
  const listing = { price: 12.5, weekPrice: 60, deliveryFee: 20 }
  expect(listingPrices(listing)).toEqual({ day: 1250, week: 6000, delivery: null })
  expect(listingPrices(listing, true)).toEqual({ day: 1250, week: 6000, delivery: 2000 })
  expect(listingPrices({ price: 12.5 })).toEqual({ day: 1250, week: null, delivery: null })
})
