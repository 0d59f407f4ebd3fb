import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { LocalDb } from '../disk/local-db'
import { freshDb } from '../test-support/disk-in-memory'
import { readInbox, readUnreadMessages, searchInbox } from './inbox-queries'
import { markThreadSeen } from './thread-reads'

const ME = 7
let db: LocalDb
beforeEach(async () => {
  db = freshDb()
  const made = { ownerUsername: 'noor', renterUsername: 'rosa', listingTitle: 'Copper lanterns' }
  const order = { sellerUsername: 'mira', buyerUsername: 'bea', itemTitle: 'Crème place cards' }
  await db.bookings.bulkPut([
    { id: 1, userId: ME, ownerId: 8, ...made, _q: 1 },
    { id: 2, userId: 8, ownerId: ME, ...made, _q: 1 },
  ] as never[])
  await db.purchases.bulkPut([
    { id: 1, userId: ME, sellerId: 9, ...order, _q: 1 },
    { id: 3, userId: 9, sellerId: ME, ...order, _q: 1 },
  ] as never[])
})
afterEach(() => db.delete())

const says = (id: number, senderId: number, content: string, about: { bookingId?: number; purchaseId?: number }) =>
  db.messages.put({
    id,
    senderId,
    content,
    bookingId: null,
    purchaseId: null,
    createdAt: `2026-11-21T10:00:0${id}.000Z`,
    composedAt: null,
    clientId: null,
    _q: 1,
    ...about,
  })

async function writeAll(): Promise<void> {
  await says(1, 8, 'Is there a ramp?', { bookingId: 1 })
  await says(2, ME, 'There is a café next door.', { bookingId: 1 })
  await says(3, 9, 'When does it leave?', { purchaseId: 3 })
  await says(4, 9, 'On Monday?', { purchaseId: 3 })
  await says(5, 9, 'Plum or sage?', { purchaseId: 1 })
}

test('lists every thread with words in it, the latest first, each with what opens it', async () => {
  await writeAll()
  const threads = await readInbox(db, ME)
  expect(threads.map(({ to, other, unread }) => [to, other, unread])).toEqual([
    ['/purchases?thread=1', 'mira', 1],
    ['/manage-made-to-order?tab=orders&thread=3', 'bea', 2],
    ['/offers/1?messages=1', 'noor', 0],
  ])
  expect(await readUnreadMessages(db, ME)).toBe(3)
  await markThreadSeen(db, { about: 'order', id: 3 }, 4)
  expect(await readUnreadMessages(db, ME)).toBe(1)
})

test('words that have not left this device count as the latest of their thread', async () => {
  await writeAll()
  const clientId = crypto.randomUUID()
  const payload = { bookingId: 2, content: 'Bring a van.', clientId, composedAt: '2026-11-22T10:00:00.000Z' }
  await db.outbox.put({
    opId: 'a',
    kind: 'message.send',
    lane: 'thread:2',
    state: 'queued',
    order: 1,
    payload,
  } as never)
  const [first] = await readInbox(db, ME)
  expect([first?.to, first?.other, first?.words.at(-1)?.isWaiting]).toEqual(['/offers/2?messages=1', 'rosa', true])
})

test.each([
  ['', ['Plum or sage?', 'On Monday?', 'There is a café next door.']],
  ['NOOR lanterns', ['There is a café next door.']],
  ['ramp', ['Is there a ramp?']],
  ['cafe ramp', ['There is a café next door.']],
  ['creme leave', ['When does it leave?']],
  ['nobody', []],
])('a search for “%s”', async (search, shown) => {
  await writeAll()
  expect(searchInbox(await readInbox(db, ME), search).map((found) => found.shown.content)).toEqual(shown)
})
