import { tzOffset } from '@date-fns/tz'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** No zone has ever changed its clocks twice within this time. */
const STEP_MS = 7 * DAY_MS

/**
 * The VTIMEZONE of an IANA zone for the years `from` to `to`, made of the changes that its clocks really make in them,
 * one by one: no rule to be guessed, and right where there is none.
 */
export function zoneLines(zone: string, from: number, to: number): string[] {
  const begins = Date.UTC(from - 1, 0, 1)
  const first = offsetAt(zone, begins)
  const changes = clockChanges(zone, begins, Date.UTC(to + 2, 0, 1))
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...observance(zone, begins, first, first),
    ...changes.flatMap((at) => observance(zone, at, offsetAt(zone, at - MINUTE_MS), offsetAt(zone, at))),
    'END:VTIMEZONE',
  ]
}

/** The instants between two others at which the zone's clocks are moved. */
function clockChanges(zone: string, begins: number, ends: number): number[] {
  const changes: number[] = []
  for (let at = begins; at < ends; at += STEP_MS) {
    if (offsetAt(zone, at) !== offsetAt(zone, at + STEP_MS)) changes.push(changeWithin(zone, at, at + STEP_MS))
  }
  return changes
}

/** The minute at which the offset becomes that of `after`. */
function changeWithin(zone: string, before: number, after: number): number {
  const target = offsetAt(zone, after)
  let [low, high] = [before, after]
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS
    if (offsetAt(zone, middle) === target) high = middle
    else low = middle
  }
  return high
}

function observance(zone: string, at: number, before: number, after: number): string[] {
  const kind = after > before ? 'DAYLIGHT' : 'STANDARD'
  // A change is written down at what the clocks showed until then.
  const wall = new Date(at + before * MINUTE_MS).toISOString().slice(0, 19).replace(/[-:]/g, '')
  return [
    `BEGIN:${kind}`,
    `DTSTART:${wall}`,
    `TZOFFSETFROM:${signed(before)}`,
    `TZOFFSETTO:${signed(after)}`,
    `TZNAME:${nameAt(zone, at)}`,
    `END:${kind}`,
  ]
}

function offsetAt(zone: string, at: number): number {
  return tzOffset(zone, new Date(at))
}

/** '-0500' */
function signed(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${String(rest).padStart(2, '0')}`
}

function nameAt(zone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
