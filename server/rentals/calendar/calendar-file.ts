import { type BookingStatus, blocksDates } from '#schema/booking'
import { addDays, type Day } from '#schema/date-range'
import { PRODUCT_NAME } from '#schema/product'
import { hourIn } from '#schema/zone'
import { escapeText, joinLines, utcStamp, wallStamp } from './icalendar'
import { zoneLines } from './zone-lines'

/** A booking as one side's calendar shows it; of the other side it names nothing but the username. */
export interface CalendarEntry {
  id: number
  side: 'renter' | 'owner'
  title: string
  startDate: Day
  endDate: Day
  timezone: string
  quantity: number
  otherUsername: string
  pickupAddress: string | null
  /** The owner brings the thing and fetches it. */
  isDelivered?: boolean
  deliveryAddress?: string | null
  status: BookingStatus
  createdAt: string
  statusChangedAt: string
}

const WORDS = {
  renter: { summary: 'Pick up', before: 'Pick up tomorrow', end: 'Bring back today', other: 'From' },
  owner: { summary: 'Hand over', before: 'Hand over tomorrow', end: 'Comes back today', other: 'For' },
} as const

const DELIVERED = {
  renter: {
    summary: 'Delivered to you',
    before: 'Delivered to you tomorrow',
    end: 'Fetched from you today',
    other: 'From',
  },
  owner: { summary: 'Deliver', before: 'Deliver tomorrow', end: 'Fetch today', other: 'For' },
} as const

const wordsOf = ({ side, isDelivered }: Pick<CalendarEntry, 'side' | 'isDelivered'>) =>
  (isDelivered ? DELIVERED : WORDS)[side]

/** Until when clocks asked for the file are told to leave it alone. */
const REFRESH = 'PT1H'

/** The calendar of a person's bookings as an iCalendar file. `origin` is the product's own address. */
export function calendarText(entries: CalendarEntry[], origin: string): string {
  return joinLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${PRODUCT_NAME}//Bookings//EN`,
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escapeText(PRODUCT_NAME)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...allZones(entries),
    ...entries.flatMap((entry) => eventLines(entry, origin)),
    'END:VCALENDAR',
  ])
}

function allZones(entries: CalendarEntry[]): string[] {
  return [...Map.groupBy(entries, ({ timezone }) => timezone)].flatMap(([zone, some]) => {
    const years = some.flatMap(({ startDate, endDate }) => [startDate, endDate]).map((day) => Number(day.slice(0, 4)))
    return zoneLines(zone, Math.min(...years), Math.max(...years))
  })
}

function eventLines(entry: CalendarEntry, origin: string): string[] {
  const { id, side, startDate, endDate, timezone } = entry
  const stands = blocksDates(entry.status)
  const changedAt = new Date(entry.statusChangedAt)
  const page = `${origin}/offers/${id}`
  const place = entry.isDelivered ? entry.deliveryAddress : entry.pickupAddress
  return [
    'BEGIN:VEVENT',
    `UID:booking-${id}-${side}@${new URL(origin).hostname}`,
    `DTSTAMP:${utcStamp(changedAt)}`,
    `CREATED:${utcStamp(new Date(entry.createdAt))}`,
    `LAST-MODIFIED:${utcStamp(changedAt)}`,
    `SEQUENCE:${sequenceOf(entry)}`,
    `STATUS:${stands ? 'CONFIRMED' : 'CANCELLED'}`,
    // Things are away for days; their people are not.
    'TRANSP:TRANSPARENT',
    `DTSTART;TZID=${timezone}:${wallStamp(startDate, '000000')}`,
    `DTEND;TZID=${timezone}:${wallStamp(endDate, '235900')}`,
    `SUMMARY:${escapeText(`${wordsOf(entry).summary}: ${entry.title}`)}`,
    ...(stands && place ? [`LOCATION:${escapeText(place)}`] : []),
    `DESCRIPTION:${escapeText(`${descriptionOf(entry)}\n${page}`)}`,
    `URL:${page}`,
    // One that was ended early is back already; the alarms of all others are over by then.
    ...(stands && entry.status !== 'completed' ? alarmLines(entry) : []),
    'END:VEVENT',
  ]
}

/** Rises with every change of status, and is the same for everyone who asks. */
function sequenceOf({ createdAt, statusChangedAt }: CalendarEntry): number {
  return Math.max(0, Math.floor((Date.parse(statusChangedAt) - Date.parse(createdAt)) / 1000))
}

function descriptionOf(entry: CalendarEntry): string {
  const { quantity, otherUsername } = entry
  return `${quantity === 1 ? '1 piece' : `${quantity} pieces`}\n${wordsOf(entry).other} ${otherUsername}`
}

/** One on the evening before the first day, one on the morning of the last, both at the listing's clock. */
function alarmLines(entry: CalendarEntry): string[] {
  const { title, startDate, endDate, timezone } = entry
  const words = wordsOf(entry)
  return [
    ...alarm(hourIn(timezone, addDays(startDate, -1), 18), `${words.before}: ${title}`),
    ...alarm(hourIn(timezone, endDate, 9), `${words.end}: ${title}`),
  ]
}

function alarm(at: Date, words: string): string[] {
  return [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `TRIGGER;VALUE=DATE-TIME:${utcStamp(at)}`,
    `DESCRIPTION:${escapeText(words)}`,
    'END:VALARM',
  ]
}
