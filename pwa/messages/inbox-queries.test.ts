import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { LocalDb } from '../disk/local-db'
import { freshDb } from '../test-support/disk-in-memory'
import { readInbox, readUnreadMessages, searchInbox } from './inbox-queries'
import { readThread } from './message-queries'
import { markThreadSeen } from './thread-reads'

const ME = 7
const NOW = new Date('2026-11-24T10:00:00.000Z')
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
  const threads = await readInbox(db, ME, NOW)
  expect(threads.map(({ to, other, unread }) => [to, other, unread])).toEqual([
    ['/purchases?thread=1', 'mira', 1],
    ['/manage-made-to-order?tab=orders&thread=3', 'bea', 2],
    ['/offers/1?messages=1', 'noor', 0],
  ])
  expect(await readUnreadMessages(db, ME, NOW)).toBe(3)
  await markThreadSeen(db, { about: 'order', id: 3 }, 4)
  expect(await readUnreadMessages(db, ME, NOW)).toBe(1)
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
  const [first] = await readInbox(db, ME, NOW)
  expect([first?.to, first?.other, first?.words.at(-1)?.note]).toEqual(['/offers/2?messages=1', 'rosa', 'Waiting'])
  await db.outbox.update('a', { state: 'attention' })
  expect((await readInbox(db, ME, NOW))[0]?.words.at(-1)?.note).toBe('Not sent')
})

const question = { username: 'bea', ownerUsername: 'mira', createdAt: '2026-11-20T10:00:00.000Z', _q: 1 }
const asks = (id: number, questionId: number, senderId: number, content: string) =>
  db.questionMessages.put({
    ...{ id, questionId, senderId, content, createdAt: `2026-11-22T10:00:0${id}.000Z`, composedAt: null },
    ...{ clientId: null, _q: 1 },
  })

test('questions stand among the threads, with what is new, and in the thread of the offer that came of one', async () => {
  await db.questions.bulkPut([
    { id: 1, listingId: 5, itemId: null, userId: ME, ownerId: 9, title: 'Brass easel', ...question },
    { id: 2, listingId: 6, itemId: null, userId: 9, ownerId: ME, title: 'Copper lanterns', ...question },
  ])
  await asks(1, 1, 9, 'It folds.')
  await asks(2, 2, 9, 'Do they hang?')
  const shown = async () =>
    (await readInbox(db, ME, NOW)).map(({ to, other, unread, words }) => [
      to,
      other,
      unread,
      words.map((w) => w.content),
    ])
  expect(await shown()).toEqual([
    ['/inbox?thread=2', 'bea', 1, ['Do they hang?']],
    ['/inbox?thread=1', 'mira', 1, ['It folds.']],
  ])
  expect(await readUnreadMessages(db, ME, NOW)).toBe(2)
  await markThreadSeen(db, { about: 'question', id: 1 }, 1)
  const offer = { renterUsername: 'bea', listingTitle: 'Copper lanterns', listingId: 6, userId: 9, ownerId: ME }
  await db.bookings.put({ id: 2, ...offer, status: 'pending', _q: 1 } as never)
  await says(3, 9, 'I made an offer.', { bookingId: 2 })
  await db.messages.update(3, { createdAt: '2026-11-23T10:00:00.000Z' })
  expect(await shown()).toEqual([
    ['/offers/2?messages=1', 'bea', 2, ['Do they hang?', 'I made an offer.']],
    ['/inbox?thread=1', 'mira', 0, ['It folds.']],
  ])
})

const ASKED = { other: 'mira', title: 'Brass easel' }
const waits = async (kind: string, lane: string, content: string, about: object) => {
  const payload = { content, clientId: crypto.randomUUID(), composedAt: '2026-11-22T10:00:00.000Z', ...about }
  const order = await db.outbox.count()
  await db.outbox.put({ opId: crypto.randomUUID(), kind, lane, state: 'queued', order, payload } as never)
}

test('a question that has not left this device stands there under the name that its asker saw', async () => {
  await waits('question.ask', 'thread:listing:5', 'Does it fold?', { about: 'listing', id: 5, ...ASKED })
  expect(await readInbox(db, ME, NOW)).toMatchObject([
    { ...ASKED, to: '/listings/5?messages=1', words: [{ content: 'Does it fold?' }] },
  ])
})

test('an asker’s message that waits under the number of the question stands in its thread, in the order of writing', async () => {
  await db.questions.put({
    id: 1,
    listingId: 5,
    itemId: null,
    userId: ME,
    ownerId: 9,
    title: 'Brass easel',
    ...question,
  })
  await asks(1, 1, ME, 'Does it fold?')
  await waits('question.message', 'thread:question:1', 'How heavy is it?', { questionId: 1 })
  await waits('question.ask', 'thread:listing:5', 'Is it brass?', { about: 'listing', id: 5, ...ASKED })
  const words = ['Does it fold?', 'How heavy is it?', 'Is it brass?']
  const [thread, ...others] = await readInbox(db, ME, NOW)
  expect([thread?.words.map(({ content }) => content), others]).toEqual([words, []])
  const { sent, waiting } = await readThread(db, { about: 'listing', id: 5 }, ME)
  expect([...sent, ...waiting].map(({ content }) => content)).toEqual(words)
})

test('in the thread of an offer that was declined a later message of the question stands below the older ones of the offer', async () => {
  await db.questions.put({
    id: 1,
    listingId: 5,
    itemId: null,
    userId: ME,
    ownerId: 9,
    title: 'Brass easel',
    ...question,
  })
  await db.bookings.put({ id: 1, userId: ME, ownerId: 9, listingId: 5, status: 'declined', _q: 1 } as never)
  await asks(1, 1, ME, 'Does it fold?')
  await says(1, 9, 'Not on that day.', { bookingId: 1 })
  await db.messages.update(1, { createdAt: '2026-11-22T10:00:02.000Z' })
  await asks(3, 1, ME, 'And the day after?')
  const { sent, newest } = await readThread(db, { about: 'booking', id: 1 }, ME)
  expect(sent.map(({ content }) => content)).toEqual(['Does it fold?', 'Not on that day.', 'And the day after?'])
  expect(newest.map(({ about, messageId }) => [about, messageId])).toEqual([
    ['question', 3],
    ['booking', 1],
  ])
})

test('the last message of the other side is the one that was read, below an answer that was written before it too', async () => {
  await db.questions.put({ id: 1, listingId: 5, itemId: null, userId: ME, ownerId: 8, title: 'Plates', ...question })
  await db.bookings.put({ id: 1, userId: ME, ownerId: 8, listingId: 5, status: 'pending', _q: 1 } as never)
  await asks(1, 1, 8, 'Since when?')
  await asks(2, 1, ME, 'Does it fold?')
  await says(5, 8, 'Is there a ramp?', { bookingId: 1 })
  await says(6, ME, 'There is a lift.', { bookingId: 1 })
  await db.messages.update(6, { composedAt: '2026-11-21T10:00:00.000Z' })
  const read = async () => (await readThread(db, { about: 'booking', id: 1 }, ME)).newestOfOther
  expect(await read()).toEqual([
    { about: 'question', id: 1, messageId: 1 },
    { about: 'booking', id: 1, messageId: 5 },
  ])
  await db.questionMessages.delete(1)
  expect(await read()).toEqual([{ about: 'booking', id: 1, messageId: 5 }])
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
  expect(searchInbox(await readInbox(db, ME, NOW), search).map((found) => found.shown.content)).toEqual(shown)
})
