import { TZDate, tzOffset } from '@date-fns/tz'
import { format } from 'date-fns'
import { addDays, type Day } from '#schema/date-range'

/** The instant at which `day` begins on the wall clock of `zone` (daylight saving included). */
export function startOfDayIn(zone: string, day: Day): Date {
  return hourIn(zone, day, 0)
}

/** Noon of `day` on the wall clock of `zone`. */
export function noonIn(zone: string, day: Day): Date {
  return hourIn(zone, day, 12)
}

/** The last instant of `day` in `zone`: one millisecond before the next day begins. */
export function endOfDayIn(zone: string, day: Day): Date {
  return new Date(startOfDayIn(zone, addDays(day, 1)).getTime() - 1)
}

/**
 * The instant at which the wall clock of `zone` shows the full `hour` of `day`: the first of two, and the end of the gap where the
 * clocks leave it out. It is made of offsets alone: the library's date of a wall time errs on devices whose own clocks change then.
 */
export function hourIn(zone: string, day: Day, hour: number): Date {
  const wall = Date.parse(`${day}T00:00:00.000Z`) + hour * HOUR_MS
  const offsetMs = (at: number) => tzOffset(zone, new Date(at)) * MINUTE_MS
  const candidates = [wall - DAY_MS, wall + DAY_MS].map((near) => wall - offsetMs(near))
  const shown = candidates.filter((at) => at + offsetMs(at) === wall)
  return new Date(shown.length > 0 ? Math.min(...shown) : Math.max(...candidates))
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** 'Friday, Nov 27, 11:59 PM': an instant on the wall clock of `zone`. */
export function formatInstantIn(zone: string, instant: Date): string {
  return format(new TZDate(instant.getTime(), zone), 'EEEE, MMM d, h:mm a')
}

/** True for an IANA zone name that this runtime knows. */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
