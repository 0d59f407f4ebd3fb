import { format } from 'date-fns'
import { isFarOff } from './far-off'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * 'today, 3:10 PM' and 'Friday, 3:10 PM' for an instant within the coming week, as `formatMoment` for any other; on the device's
 * clock.
 */
export function formatDeadline(instant: string, now: Date): string {
  const date = new Date(instant)
  const isNear = date > now && date.getTime() - now.getTime() < 6.5 * DAY_MS
  if (!isNear) return formatMoment(instant, now)
  return format(date, date.toDateString() === now.toDateString() ? "'today', h:mm a" : 'EEEE, h:mm a')
}

/** The same behind a verb: 'on Friday, 3:10 PM', 'today, 3:10 PM'. */
export function onDeadline(instant: string, now: Date): string {
  const words = formatDeadline(instant, now)
  return words.startsWith('today') ? words : `on ${words}`
}

/** 'Friday, Nov 27, 3:10 PM', for a line of history; one that is far from `now` has its year. */
export function formatMoment(instant: string, now = new Date()): string {
  const date = new Date(instant)
  return format(date, isFarOff(date, now) ? 'EEEE, MMM d, y, h:mm a' : 'EEEE, MMM d, h:mm a')
}

/** The time left until an instant, in the one unit that matters: '5 days left', '26 hours left', '12 minutes left'. */
export function timeLeft(until: string, now: Date): string {
  const left = new Date(until).getTime() - now.getTime()
  if (left <= 0) return 'Time is up'
  if (left < MINUTE_MS) return 'Less than a minute left'
  if (left < HOUR_MS) return `${counted(left / MINUTE_MS, 'minute')} left`
  if (left < 2 * DAY_MS) return `${counted(left / HOUR_MS, 'hour')} left`
  return `${counted(left / DAY_MS, 'day')} left`
}

function counted(amount: number, unit: string): string {
  const whole = Math.floor(amount)
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}
