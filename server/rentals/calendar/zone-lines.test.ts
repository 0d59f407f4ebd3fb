import { expect, test } from 'bun:test'
import { TZDate } from '@date-fns/tz'
import fc from 'fast-check'
import { zoneLines } from './zone-lines'

interface Observance {
  /** On the wall clock of before, as if it were UTC. */
  begins: number
  before: number
  after: number
}

const wallOf = (stamp: string) =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'))
const minutesOf = (text: string) => (text[0] === '-' ? -1 : 1) * (Number(text.slice(1, 3)) * 60 + Number(text.slice(3)))

/** Reads a VTIMEZONE back. */
function observancesOf(lines: string[]): Observance[] {
  const text = lines.join('\n')
  return [...text.matchAll(/BEGIN:(?:STANDARD|DAYLIGHT)\n([\s\S]*?)\nEND:/g)].map(([, body = '']) => {
    const field = (name: string) => new RegExp(`^${name}:(.+)$`, 'm').exec(body)?.[1] ?? ''
    return {
      begins: wallOf(field('DTSTART')),
      before: minutesOf(field('TZOFFSETFROM')),
      after: minutesOf(field('TZOFFSETTO')),
    }
  })
}

/** Reads a wall-clock time as a calendar program does: the last observance that has begun says how far UTC is. */
function instantFrom(observances: Observance[], wall: number): number {
  const current = observances.findLast(({ begins }) => begins <= wall)
  return wall - (current?.after ?? Number.NaN) * 60_000
}

const ZONES = [
  'America/New_York',
  'UTC',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Europe/Dublin',
  'America/St_Johns',
  'Pacific/Kiritimati',
]

test('every wall-clock time of the years asked for is the instant at which that zone’s clocks show it', () => {
  const read = new Map(ZONES.map((zone) => [zone, observancesOf(zoneLines(zone, 2026, 2028))]))
  const wall = fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2029, 0, 1) / 60_000 - 1 })
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), wall, (zone, minute) => {
      const instant = instantFrom(read.get(zone) ?? [], minute * 60_000)
      const shown = new TZDate(instant, zone)
      const clock = Date.UTC(
        shown.getFullYear(),
        shown.getMonth(),
        shown.getDate(),
        shown.getHours(),
        shown.getMinutes(),
      )
      const skipped = read
        .get(zone)
        ?.some(
          ({ begins, before, after }) =>
            after > before && begins <= minute * 60_000 && minute * 60_000 < begins + (after - before) * 60_000,
        )
      // Times that the clocks leave out in spring are none; all others must be met.
      if (!skipped) expect([zone, clock]).toEqual([zone, minute * 60_000])
    }),
    { numRuns: 2000 },
  )
})

test('New York moves its clocks on the second Sunday of March and the first of November', () => {
  expect(zoneLines('America/New_York', 2026, 2026).filter((line) => /DTSTART:2026|TZNAME/.test(line))).toContain(
    'DTSTART:20260308T020000',
  )
  expect(zoneLines('America/New_York', 2026, 2026).join('\n')).toContain(
    'BEGIN:STANDARD\nDTSTART:20261101T020000\nTZOFFSETFROM:-0400\nTZOFFSETTO:-0500\nTZNAME:EST\nEND:STANDARD',
  )
})

test('a zone that never moves its clocks has one observance', () => {
  expect(observancesOf(zoneLines('Asia/Tokyo', 2026, 2027))).toHaveLength(1)
})
