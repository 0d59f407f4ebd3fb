import { afterEach, expect, test } from 'bun:test'
import fc from 'fast-check'
import { todayIn } from '#schema/date-range'
import { endOfDayIn, formatInstantIn, isZone, startOfDayIn } from '#schema/zone'

const HOUR_MS = 3_600_000
const NEW_YORK = 'America/New_York'
const OWN = process.env.TZ ?? 'UTC'

afterEach(() => {
  process.env.TZ = OWN
})

test.each([
  ['2026-12-01', '2026-12-01T05:00:00.000Z', 24],
  ['2026-07-04', '2026-07-04T04:00:00.000Z', 24],
  ['2026-03-08', '2026-03-08T05:00:00.000Z', 23],
  ['2026-11-01', '2026-11-01T04:00:00.000Z', 25],
  ['2028-02-29', '2028-02-29T05:00:00.000Z', 24],
])('%s begins in New York at %s and has %d hours', (day, begins, hours) => {
  expect(startOfDayIn(NEW_YORK, day).toISOString()).toBe(begins)
  expect(endOfDayIn(NEW_YORK, day).getTime() + 1 - startOfDayIn(NEW_YORK, day).getTime()).toBe(hours * HOUR_MS)
})

test('the first and the last instant of a day are that day, and those beside them are not', () => {
  const zone = fc.constantFrom(
    NEW_YORK,
    'UTC',
    'Europe/London',
    'Asia/Kolkata',
    'Pacific/Kiritimati',
    'Australia/Lord_Howe',
  )
  const day = fc
    .integer({ min: 0, max: 3000 })
    .map((index) => new Date(Date.UTC(2024, 0, 1) + index * 24 * HOUR_MS).toISOString().slice(0, 10))
  fc.assert(
    fc.property(zone, day, (name, wanted) => {
      const [start, end] = [startOfDayIn(name, wanted), endOfDayIn(name, wanted)]
      expect([todayIn(name, start), todayIn(name, end)]).toEqual([wanted, wanted])
      expect(todayIn(name, new Date(start.getTime() - 1)) < wanted).toBe(true)
      expect(todayIn(name, new Date(end.getTime() + 1)) > wanted).toBe(true)
    }),
  )
})

test.each([
  // The clocks of the device change at the very hour that is asked for.
  ['Asia/Beirut', 'Europe/London', '2027-03-28', '2027-03-28T00:00:00.000Z'],
  ['America/Nuuk', 'Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['America/New_York', 'Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00.000Z'],
  ['America/New_York', NEW_YORK, '2026-11-01', '2026-11-01T04:00:00.000Z'],
  // Days that begin at one o'clock, and one whose first hour comes twice.
  ['UTC', 'America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ['UTC', 'Asia/Beirut', '2027-03-28', '2027-03-27T22:00:00.000Z'],
  ['UTC', 'America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
])('on a device in %s the day of %s that is %s begins at %s', (device, zone, day, begins) => {
  process.env.TZ = device
  expect(startOfDayIn(zone, day).toISOString()).toBe(begins)
})

test('a zone is one that this runtime knows', () => {
  expect([isZone(NEW_YORK), isZone('UTC'), isZone('Asia/Kolkata')]).toEqual([true, true, true])
  expect([isZone(''), isZone('New York'), isZone('America/Gotham')]).toEqual([false, false, false])
})

test.each([
  ['2026-11-28T04:59:00.000Z', 'America/New_York', 'Friday, Nov 27, 11:59 PM'],
  ['2026-11-01T05:30:00.000Z', 'America/New_York', 'Sunday, Nov 1, 1:30 AM'],
  ['2026-11-01T06:30:00.000Z', 'America/New_York', 'Sunday, Nov 1, 1:30 AM'],
  ['2026-11-28T04:59:00.000Z', 'Asia/Kolkata', 'Saturday, Nov 28, 10:29 AM'],
])('%s reads in %s as %s', (instant, zone, words) => {
  expect(formatInstantIn(zone, new Date(instant))).toBe(words)
})
