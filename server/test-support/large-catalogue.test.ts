import { afterEach, beforeEach, expect, test } from 'bun:test'
import { rangesOverlap } from '#schema/date-range'
import { bookings, listingDays, listings } from '../db/tables'
import { seedCatalogue } from './large-catalogue'
import { openTestApp, type TestApp } from './test-app'

let t: TestApp
beforeEach(async () => {
  t = await openTestApp()
})
afterEach(() => t.close())

test('every listing gets five booked ranges that never touch, and the day counts agree', async () => {
  expect(await seedCatalogue(t.deps, 60)).toEqual({ first: 1, last: 60 })
  const { read } = t.deps.db
  expect(await read.$count(listings)).toBe(60)
  const byListing = Map.groupBy(await read.select().from(bookings), ({ listingId }) => listingId)
  expect([...byListing.values()].map((ranges) => ranges.length)).toEqual(Array.from({ length: 60 }, () => 5))
  for (const ranges of byListing.values()) {
    for (const one of ranges) {
      expect(ranges.filter((other) => rangesOverlap(one, other))).toEqual([one])
    }
  }
  expect((await read.select().from(listingDays)).every(({ taken }) => taken === 1)).toBe(true)
  expect((await t.call('GET', '/api/listings')).body.length).toBe(60)
})

test('a second run adds to the first, and the same run gives the same rows', async () => {
  const twin = await openTestApp()
  await seedCatalogue(t.deps, 20)
  expect(await seedCatalogue(t.deps, 5)).toEqual({ first: 21, last: 25 })
  await seedCatalogue(twin.deps, 20)
  const [mine, theirs] = await Promise.all([t, twin].map((app) => app.deps.db.read.select().from(listings)))
  expect(mine?.slice(0, 20)).toEqual(theirs ?? [])
  await twin.close()
})
