import { describe, expect, test } from 'bun:test'
import { countUnreadMessages } from './thread-reads'

const ME = 1
const at = (minute: number) => `2026-12-01T12:${String(minute).padStart(2, '0')}:00.000Z`
const said =
  (senderId: number) =>
  (id: number, composed: number | null = null) => ({
    id,
    senderId,
    createdAt: at(id),
    composedAt: composed === null ? null : at(composed),
  })
const mine = said(ME)
const theirs = said(2)

describe('unread messages of a thread', () => {
  const table: [string, ReturnType<typeof mine>[], number, number][] = [
    ['an empty thread', [], 0, 0],
    ['only what I wrote', [mine(1), mine(2)], 0, 0],
    ['never opened', [theirs(1), theirs(2)], 0, 2],
    ['opened after the first', [theirs(1), theirs(2)], 1, 1],
    ['opened after the last', [theirs(1), theirs(2)], 2, 0],
    ['answered elsewhere', [theirs(1), mine(2), theirs(3)], 0, 1],
    ['answered last', [theirs(1), mine(2)], 0, 0],
    ['written without a connection before theirs came, numbered later', [theirs(5), mine(6, 4)], 0, 1],
    ['written without a connection after theirs was read', [theirs(3), mine(6, 4)], 0, 0],
    ['written by a device whose clock is ahead', [mine(4, 59), theirs(5)], 0, 1],
  ]
  for (const [name, messages, seenId, unread] of table)
    test(name, () => expect(countUnreadMessages(messages, ME, seenId)).toBe(unread))
})
