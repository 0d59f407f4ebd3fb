import { TZDate } from '@date-fns/tz'
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

/** The instant at which the wall clock of `zone` shows the full `hour` of `day`. */
export function hourIn(zone: string, day: Day, hour: number): Date {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(new TZDate(year, month - 1, date, hour, 0, 0, 0, zone).getTime())
}

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
