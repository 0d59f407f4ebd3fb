import { type TZChange, TZDate, tzName, tzOffset, tzScan } from '@date-fns/tz'
import { format } from 'date-fns'

const MINUTE_MS = 60_000

/**
 * The VTIMEZONE of an IANA zone for the years `from` to `to`, made of the changes that its clocks really make in them,
 * one by one: no rule to be guessed, and right where there is none.
 */
export function zoneLines(zone: string, from: number, to: number): string[] {
  const start = new Date(Date.UTC(from - 1, 0, 1))
  const end = new Date(Date.UTC(to + 2, 0, 1))
  const first = { date: start, change: 0, offset: tzOffset(zone, start) }
  const changes = tzScan(zone, { start, end }).map((change) => ({ ...change, date: minuteOf(zone, change) }))
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...[first, ...changes].flatMap((change) => observance(zone, change)),
    'END:VTIMEZONE',
  ]
}

/** The library finds the full hour after a change. Lord Howe moves its clocks at half past. */
function minuteOf(zone: string, { date, offset }: TZChange): Date {
  let at = date.getTime()
  while (tzOffset(zone, new Date(at - MINUTE_MS)) === offset) at -= MINUTE_MS
  return new Date(at)
}

function observance(zone: string, { date, change, offset }: TZChange): string[] {
  const kind = change > 0 ? 'DAYLIGHT' : 'STANDARD'
  const before = signed(offset - change)
  return [
    `BEGIN:${kind}`,
    // A change is written down at what the clocks showed until then.
    `DTSTART:${format(new TZDate(date, before), "yyyyMMdd'T'HHmmss")}`,
    `TZOFFSETFROM:${before}`,
    `TZOFFSETTO:${signed(offset)}`,
    `TZNAME:${tzName(zone, date, 'short')}`,
    `END:${kind}`,
  ]
}

/** '-0500' */
function signed(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${String(rest).padStart(2, '0')}`
}
