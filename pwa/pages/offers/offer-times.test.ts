import { describe, expect, test } from 'bun:test'
import { messageDay, messageTime, waitingWords } from './message-times'
import { formatDeadline, formatMoment, timeLeft } from './offer-times'

const NOW = new Date(2026, 10, 21, 12, 0)
const after = (ms: number) => new Date(NOW.getTime() + ms).toISOString()
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('time left', () => {
  const table: [number, string][] = [
    [-1, 'Time is up'],
    [0, 'Time is up'],
    [59 * SECOND, 'Less than a minute left'],
    [MINUTE, '1 minute left'],
    [14 * MINUTE + 59 * SECOND, '14 minutes left'],
    [HOUR, '1 hour left'],
    [47 * HOUR + 59 * MINUTE, '47 hours left'],
    [2 * DAY, '2 days left'],
    [6 * DAY - MINUTE, '5 days left'],
  ]
  for (const [ms, words] of table) test(words, () => expect(timeLeft(after(ms), NOW)).toBe(words))
})

describe('deadlines', () => {
  test('within the week the weekday says it', () =>
    expect(formatDeadline(new Date(2026, 10, 27, 15, 10).toISOString(), NOW)).toBe('Friday, 3:10 PM'))
  test('the same weekday of next week carries its date', () =>
    expect(formatDeadline(new Date(2026, 10, 28, 9, 0).toISOString(), NOW)).toBe('Saturday, Nov 28, 9:00 AM'))
  test('what is past carries its date', () =>
    expect(formatDeadline(new Date(2026, 10, 20, 9, 0).toISOString(), NOW)).toBe('Friday, Nov 20, 9:00 AM'))
  test('a line of history', () => expect(formatMoment(NOW.toISOString())).toBe('Saturday, Nov 21, 12:00 PM'))
})

describe('message times', () => {
  const written = new Date(2026, 10, 21, 14, 2)
  const at = (hours: number, minutes: number) => new Date(2026, 10, 21, hours, minutes).toISOString()
  test('sent at once', () =>
    expect(messageTime({ createdAt: at(14, 3), composedAt: written.toISOString() })).toBe('14:03'))
  test('five minutes are still at once', () =>
    expect(messageTime({ createdAt: at(14, 7), composedAt: written.toISOString() })).toBe('14:07'))
  test('waited for a connection', () =>
    expect(messageTime({ createdAt: at(15, 10), composedAt: written.toISOString() })).toBe('written 14:02, sent 15:10'))
  test('waited over midnight', () =>
    expect(
      messageTime({ createdAt: new Date(2026, 10, 22, 8, 0).toISOString(), composedAt: written.toISOString() }),
    ).toBe('written Sat, Nov 21, 14:02, sent 08:00'))
  test('a clock that runs ahead says nothing odd', () =>
    expect(messageTime({ createdAt: at(13, 0), composedAt: written.toISOString() })).toBe('13:00'))
  test('without a time of writing', () => expect(messageTime({ createdAt: at(9, 5), composedAt: null })).toBe('09:05'))
  test('the day above', () => expect(messageDay(at(9, 5))).toBe('Saturday, Nov 21'))

  test('what a message waits for', () => {
    expect(waitingWords('waiting', { reachable: false, paused: false })).toBe('Waiting for a connection')
    expect(waitingWords('sending', { reachable: false, paused: false })).toBe('Waiting for a connection')
    expect(waitingWords('waiting', { reachable: true, paused: false })).toBe('Waiting to be sent')
    expect(waitingWords('sending', { reachable: true, paused: false })).toBe('Sending')
    expect(waitingWords('waiting', { reachable: false, paused: true })).toBe('Waiting for you to sign in')
  })
})
