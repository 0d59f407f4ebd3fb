import { describe, expect, test } from 'bun:test'
import { messageDay, messageTime, threadTime, waitingWords } from './message-times'

describe('message times', () => {
  const written = new Date(2026, 10, 21, 14, 2)
  const at = (hours: number, minutes: number) => new Date(2026, 10, 21, hours, minutes).toISOString()
  test('sent at once', () =>
    expect(messageTime({ createdAt: at(14, 3), composedAt: written.toISOString() })).toBe('2:03 PM'))
  test('five minutes are still at once', () =>
    expect(messageTime({ createdAt: at(14, 7), composedAt: written.toISOString() })).toBe('2:07 PM'))
  test('waited for a connection', () =>
    expect(messageTime({ createdAt: at(15, 10), composedAt: written.toISOString() })).toBe(
      'written 2:02 PM, sent 3:10 PM',
    ))
  test('waited over midnight', () =>
    expect(
      messageTime({ createdAt: new Date(2026, 10, 22, 8, 0).toISOString(), composedAt: written.toISOString() }),
    ).toBe('written Sat, Nov 21, 2:02 PM, sent 8:00 AM'))
  test('a clock that runs ahead says nothing odd', () =>
    expect(messageTime({ createdAt: at(13, 0), composedAt: written.toISOString() })).toBe('1:00 PM'))
  test('without a time of writing', () =>
    expect(messageTime({ createdAt: at(9, 5), composedAt: null })).toBe('9:05 AM'))
  test('the day above', () => expect(messageDay(at(9, 5), written)).toBe('Saturday, Nov 21'))
  test('a year later the year as well', () => {
    const later = new Date(2027, 10, 21)
    expect(messageDay(at(9, 5), later)).toBe('Saturday, Nov 21, 2026')
    expect(threadTime(at(9, 5), later)).toBe('Nov 21, 2026')
    expect(threadTime(at(9, 5), written)).toBe('Nov 21, 9:05 AM')
  })

  test('what a message waits for', () => {
    expect(waitingWords('waiting', { reachable: false, paused: false })).toBe('Waiting for a connection')
    expect(waitingWords('sending', { reachable: false, paused: false })).toBe('Waiting for a connection')
    expect(waitingWords('waiting', { reachable: true, paused: false })).toBe('Waiting to be sent')
    expect(waitingWords('sending', { reachable: true, paused: false })).toBe('Sending')
    expect(waitingWords('waiting', { reachable: false, paused: true })).toBe('Waiting for you to sign in')
  })
})
