import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { LocalDb } from '../disk/local-db'
import { freshDb } from '../test-support/disk-in-memory'
import {
  countUnreadMessages,
  markThreadSeen,
  readUnreadIn,
  readUnreadQuestions,
  readUnreadThreads,
} from './thread-reads'

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
const NOW = new Date('2026-12-01T13:00:00.000Z')
const mine = said(ME)
const theirs = said(2)

describe('unread messages of a thread', () => {
  const table: [string, ReturnType<typeof mine>[], number | null, number][] = [
    ['an empty thread', [], 0, 0],
    ['only what I wrote', [mine(1), mine(2)], 0, 0],
    ['never opened', [theirs(1), theirs(2)], null, 2],
    ['never opened, answered elsewhere', [theirs(1), mine(2), theirs(3)], null, 1],
    ['opened after the first', [theirs(1), theirs(2)], 1, 1],
    ['opened after the last', [theirs(1), theirs(2)], 2, 0],
    ['answered elsewhere', [theirs(1), mine(2), theirs(3)], 0, 1],
    ['answered last', [theirs(1), mine(2)], 0, 0],
    ['written without a connection before theirs came, numbered later', [theirs(5), mine(6, 4)], 0, 1],
    ['written without a connection after theirs was read', [theirs(3), mine(6, 4)], 3, 0],
    ['written without a connection after theirs came, not read here', [theirs(3), mine(30, 5)], 0, 1],
    ['answered elsewhere, on its way for a minute', [theirs(3), mine(5, 4)], 0, 0],
    ['written by a device whose clock is ahead', [mine(4, 59), theirs(5)], 0, 1],
  ]
  for (const [name, messages, seenId, unread] of table)
    test(name, () => expect(countUnreadMessages(messages, ME, seenId, NOW)).toBe(unread))
})

describe('on a device that is new to a person', () => {
  let db: LocalDb
  beforeEach(() => {
    db = freshDb()
  })
  afterEach(() => db.delete())

  const OLD = '2026-11-17T12:59:00.000Z'
  const LATELY = '2026-11-17T13:01:00.000Z'
  const arrives = async (id: number, createdAt: string) => {
    const words = { id, senderId: 2, content: 'Hello', createdAt, composedAt: null, clientId: null, _q: 1 }
    await db.messages.bulkPut([
      { ...words, bookingId: 5, purchaseId: null },
      { ...words, id: id + 100, bookingId: null, purchaseId: 6 },
    ])
    await db.questionMessages.put({ ...words, questionId: 7 })
  }
  const unread = async () => [
    (await readUnreadThreads(db, ME, 'booking', NOW)).get(5),
    (await readUnreadIn(db, ME, { about: 'order', id: 6 }, NOW)) || undefined,
    (await readUnreadThreads(db, ME, 'order', NOW)).get(6),
    (await readUnreadQuestions(db, ME, NOW)).get(7),
  ]

  test('messages of the last 14 days are new, and older ones are not', async () => {
    await arrives(1, OLD)
    expect(await unread()).toEqual([undefined, undefined, undefined, undefined])
    await arrives(2, LATELY)
    expect(await unread()).toEqual([1, 1, 1, 1])
  })

  test('whatever came after the last message that was seen here is new, however old', async () => {
    for (const id of [1, 2]) await arrives(id, OLD)
    await markThreadSeen(db, { about: 'booking', id: 5 }, 1)
    await markThreadSeen(db, { about: 'order', id: 6 }, 101)
    await markThreadSeen(db, { about: 'question', id: 7 }, 2)
    expect(await unread()).toEqual([1, 1, 1, undefined])
  })
})
