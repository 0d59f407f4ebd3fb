import { describe, expect, test } from 'bun:test'
import { lineWords, waitingSince, waitReason } from './outbox-times'

const NOW = new Date(2026, 10, 21, 15, 0)
const at = (day: number, hours: number, minutes: number) => new Date(2026, 10, day, hours, minutes).toISOString()

test('the oldest write tells how long things have waited', () => {
  expect(waitingSince([], NOW)).toBe('')
  expect(
    waitingSince(
      [at(21, 14, 30), at(21, 14, 5)].map((composedAt) => ({ composedAt })),
      NOW,
    ),
  ).toBe('Waiting since 2:05 PM')
})

describe('what a write in line waits for', () => {
  const fine = { reachable: true, mustSignIn: false, mustUpdate: false }
  const item = { state: 'queued', attempts: 0 }
  const table: [Parameters<typeof lineWords>, string][] = [
    [[item, fine], 'Waiting to be sent'],
    [[{ ...item, state: 'sending' }, fine], 'Sending'],
    [
      [{ ...item, attempts: 9, error: { code: 'daily_limit', message: 'More from 9 am.' } }, fine],
      'Waiting until more can be sent',
    ],
    [[{ ...item, attempts: 6 }, fine], 'Having trouble, still trying'],
    [
      [
        { ...item, attempts: 6 },
        { ...fine, reachable: false },
      ],
      'Waiting for a connection',
    ],
    [[item, { ...fine, reachable: false, mustSignIn: true }], 'Waiting for you to sign in'],
    [[item, { ...fine, mustUpdate: true }], 'Waiting for an update of the app'],
  ]
  for (const [inputs, words] of table) test(words, () => expect(lineWords(...inputs)).toBe(words))
})

test('a limit of the day is told in the server’s words, trouble of the network is not', () => {
  expect(waitReason({ error: { code: 'daily_limit', message: 'More from 9 am.' } })).toBe('More from 9 am.')
  expect(waitReason({ error: { code: 'busy', message: 'Busy' } })).toBeNull()
  expect(waitReason({ error: null })).toBeNull()
})
