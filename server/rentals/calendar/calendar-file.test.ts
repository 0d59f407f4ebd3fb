import { expect, test } from 'bun:test'
import { type CalendarEntry, calendarText } from './calendar-file'

const ORIGIN = 'https://trestle.example'
const ENTRY: CalendarEntry = {
  id: 7,
  side: 'renter',
  title: 'Forty plates; speckled, oat',
  startDate: '2026-12-10',
  endDate: '2026-12-12',
  timezone: 'America/New_York',
  quantity: 12,
  otherUsername: 'rosa',
  pickupAddress: '412 5th Street, Brooklyn, NY 11215',
  status: 'paid',
  createdAt: '2026-12-01T17:00:00.000Z',
  statusChangedAt: '2026-12-01T18:00:05.500Z',
}

/** The lines of the file's only event, unfolded. */
function eventOf(entry: Partial<CalendarEntry>): string[] {
  const lines = calendarText([{ ...ENTRY, ...entry }], ORIGIN)
    .replaceAll('\r\n ', '')
    .split('\r\n')
  return lines.slice(lines.indexOf('BEGIN:VEVENT') + 1, lines.indexOf('END:VEVENT'))
}
const triggers = (entry: Partial<CalendarEntry>) =>
  eventOf(entry)
    .filter((line) => line.startsWith('TRIGGER'))
    .map((line) => line.replace('TRIGGER;VALUE=DATE-TIME:', ''))

test('a booking is one event, with two alarms', () => {
  expect(eventOf({})).toEqual([
    'UID:booking-7-renter@trestle.example',
    'DTSTAMP:20261201T180005Z',
    'CREATED:20261201T170000Z',
    'LAST-MODIFIED:20261201T180005Z',
    'SEQUENCE:3605',
    'STATUS:CONFIRMED',
    'TRANSP:TRANSPARENT',
    'DTSTART;TZID=America/New_York:20261210T000000',
    'DTEND;TZID=America/New_York:20261212T235900',
    'SUMMARY:Pick up: Forty plates\\; speckled\\, oat',
    'LOCATION:412 5th Street\\, Brooklyn\\, NY 11215',
    'DESCRIPTION:12 pieces\\nFrom rosa\\nhttps://trestle.example/offers/7',
    'URL:https://trestle.example/offers/7',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER;VALUE=DATE-TIME:20261209T230000Z',
    'DESCRIPTION:Pick up tomorrow: Forty plates\\; speckled\\, oat',
    'END:VALARM',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER;VALUE=DATE-TIME:20261212T140000Z',
    'DESCRIPTION:Bring back today: Forty plates\\; speckled\\, oat',
    'END:VALARM',
  ])
})

test('the owner reads their own side of it, under a name of its own', () => {
  const event = eventOf({ side: 'owner', otherUsername: 'rene', quantity: 1 })
  expect(event).toContain('UID:booking-7-owner@trestle.example')
  expect(event).toContain('SUMMARY:Hand over: Forty plates\\; speckled\\, oat')
  expect(event).toContain('DESCRIPTION:1 piece\\nFor rene\\nhttps://trestle.example/offers/7')
  expect(event).toContain('DESCRIPTION:Hand over tomorrow: Forty plates\\; speckled\\, oat')
  expect(event).toContain('DESCRIPTION:Comes back today: Forty plates\\; speckled\\, oat')
})

test('a rental that ended early keeps its days and rings no alarm', () => {
  const ended = eventOf({ status: 'completed', statusChangedAt: '2026-12-02T17:00:00.000Z' })
  expect([ended.includes('STATUS:CONFIRMED'), ended.includes('BEGIN:VALARM')]).toEqual([true, false])
})

test('a cancelled booking says so, tells no address and rings no alarm', () => {
  const cancelled = eventOf({ status: 'cancelled', statusChangedAt: '2026-12-02T17:00:00.000Z' })
  expect(cancelled).toContain('STATUS:CANCELLED')
  expect(cancelled).toContain('UID:booking-7-renter@trestle.example')
  expect(cancelled).toContain('SEQUENCE:86400')
  expect(cancelled.filter((line) => /^LOCATION|^BEGIN:VALARM/.test(line))).toEqual([])
})

test.each([
  ['autumn: the clocks go back on the first day', '2026-11-01', '2026-11-02', ['20261031T220000Z', '20261102T140000Z']],
  ['autumn: they go back on the last day', '2026-10-31', '2026-11-01', ['20261030T220000Z', '20261101T140000Z']],
  ['spring: they go forward on the first day', '2026-03-08', '2026-03-08', ['20260307T230000Z', '20260308T130000Z']],
  ['spring: they have gone forward', '2026-03-09', '2026-03-10', ['20260308T220000Z', '20260310T130000Z']],
  ['over the turn of the year', '2026-12-31', '2027-01-01', ['20261230T230000Z', '20270101T140000Z']],
])('%s', (_, startDate, endDate, alarms) => {
  expect(triggers({ startDate, endDate })).toEqual(alarms)
  const days = eventOf({ startDate, endDate }).filter((line) => /^DT(START|END)/.test(line))
  expect(days).toEqual([
    `DTSTART;TZID=America/New_York:${startDate.replaceAll('-', '')}T000000`,
    `DTEND;TZID=America/New_York:${endDate.replaceAll('-', '')}T235900`,
  ])
})

test('every zone that is named is described once, and none that is not', () => {
  const entries = ['America/New_York', 'Asia/Tokyo', 'America/New_York'].map((timezone, id) => ({
    ...ENTRY,
    id,
    timezone,
  }))
  const text = calendarText(entries, ORIGIN)
  expect([...text.matchAll(/^TZID:(.+)\r$/gm)].map(([, zone]) => zone)).toEqual(['America/New_York', 'Asia/Tokyo'])
  expect(calendarText([], ORIGIN)).not.toContain('VTIMEZONE')
})

test('every line ends as the format wants it, and none is too long', () => {
  const text = calendarText([{ ...ENTRY, title: '🎉 פתוח, '.repeat(30), otherUsername: 'ש'.repeat(40) }], ORIGIN)
  expect(text).toEndWith('END:VCALENDAR\r\n')
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})
