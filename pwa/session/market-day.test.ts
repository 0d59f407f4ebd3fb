import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { AppConfig } from '#schema/app-config'
import { addDays, todayIn } from '#schema/date-range'
import { startOfDayIn } from '#schema/zone'
import { marketDay } from './market-day'

const config = (timezone: string, day?: AppConfig['day']): AppConfig => ({
  ...{ tagline: '', timezone, feeBps: 0, demoAccounts: [] },
  ...(day && { day }),
})

const HOUR_MS = 3_600_000

/** Zones whose clocks change, one that is far ahead, and one with half an hour. */
const zones = fc.constantFrom('America/New_York', 'Europe/Berlin', 'Pacific/Auckland', 'Asia/Kolkata')
const instants = fc.date({
  min: new Date('2026-01-01T00:00Z'),
  max: new Date('2027-12-31T00:00Z'),
  noInvalidDate: true,
})

test('the day that the server has said is the day where the market is, before, within and after it', () => {
  fc.assert(
    fc.property(zones, instants, fc.double({ min: -60, max: 60, noNaN: true }), (zone, told, hours) => {
      const date = todayIn(zone, told)
      const [from, until] = [date, addDays(date, 1)].map((day) => startOfDayIn(zone, day).toISOString())
      const now = new Date(told.getTime() + hours * HOUR_MS)
      const day = { date, from: `${from}`, until: `${until}` }
      expect(marketDay(config(zone, day), now)).toBe(todayIn(zone, now))
    }),
  )
})

test('the day is told by the zone where the server has said none, and by the device where the zone is not known', () => {
  const now = new Date('2026-12-01T03:00:00.000Z')
  expect(marketDay(config('America/New_York'), now)).toBe('2026-11-30')
  expect(marketDay(null, now)).toBe(todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, now))
})
