import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { LocalDb, OutboxItem } from '../disk/local-db'
import type { MutationPayload } from '../disk/mutations'
import { freshDb } from '../test-support/disk-in-memory'
import { enqueue } from './outbox'
import { findOpenThread, followThread, keysBefore, moveToDeal } from './question-threads'
import { sendSlice } from './sender'
import type { ThreadAbout } from './thread'

const ASKER = 7
const OWNER = 8
let db: LocalDb
beforeEach(async () => {
  db = freshDb()
  const names = { username: 'rene', ownerUsername: 'rosa', title: 'Plates', createdAt: '2026-11-21T10:00:00.000Z' }
  await db.questions.bulkPut([
    { id: 3, listingId: 5, itemId: null, userId: ASKER, ownerId: OWNER, ...names, _q: 1 },
    { id: 4, listingId: null, itemId: 5, userId: ASKER, ownerId: OWNER, ...names, _q: 1 },
  ])
})
afterEach(() => db.delete())

const offer = (id: number, status: string, more: object = {}) =>
  db.bookings.put({ id, listingId: 5, userId: ASKER, status, paymentState: 'held', ...more, _q: 1 } as never)
const order = (id: number, status: string) => db.purchases.put({ id, itemId: 5, userId: ASKER, status, _q: 1 } as never)
const words = { content: 'Is there a ramp?', clientId: crypto.randomUUID(), composedAt: '2026-11-21T14:02:00.000Z' }
const ask: MutationPayload<'question.ask'> = { ...words, about: 'listing', id: 5, other: 'rosa', title: 'Plates' }

const openOf = (about: 'listing' | 'item' | 'question', id: number, userId = ASKER) =>
  findOpenThread(db, { about, id }, userId)

test('a question is one thread: its asker writes to the listing or the item, its owner to the number', async () => {
  expect([await openOf('question', 3), await openOf('question', 4)]).toEqual([
    { about: 'listing', id: 5 },
    { about: 'item', id: 5 },
  ])
  expect(await openOf('question', 3, OWNER)).toEqual({ about: 'question', id: 3 })
  expect(await openOf('question', 9)).toEqual({ about: 'question', id: 9 })
})

test.each<[ThreadAbout, number, string[]]>([
  [{ about: 'question', id: 3 }, OWNER, []],
  [{ about: 'listing', id: 5 }, ASKER, ['question:3']],
  [{ about: 'booking', id: 12 }, ASKER, ['listing:5', 'question:3']],
  [{ about: 'booking', id: 12 }, OWNER, ['question:3']],
  [{ about: 'order', id: 3 }, ASKER, ['item:5', 'question:4']],
  [{ about: 'order', id: 3 }, OWNER, ['question:4']],
])('in the thread %j of person %d goes on what was written in %j', async (thread, userId, before) => {
  await offer(12, 'pending')
  await order(3, 'paid')
  expect(await keysBefore(db, thread, userId)).toEqual(before)
})

test('a question goes on in the latest offer of its asker that both see and that has not ended', async () => {
  expect(await openOf('listing', 5)).toEqual({ about: 'listing', id: 5 })
  await offer(20, 'pending', { paymentState: 'unconfirmed' })
  await offer(21, 'declined')
  await offer(22, 'pending', { userId: 99 })
  expect(await openOf('question', 3)).toEqual({ about: 'listing', id: 5 })
  await offer(11, 'pending')
  await offer(12, 'paid')
  for (const about of ['listing', 'question'] as const)
    expect(await openOf(about, about === 'listing' ? 5 : 3)).toEqual({ about: 'booking', id: 12 })
})

test('a question goes on in an approved offer whose refused payment is tried again', async () => {
  await offer(11, 'approved', { paymentState: 'unconfirmed' })
  for (const about of ['listing', 'question'] as const)
    expect(await openOf(about, about === 'listing' ? 5 : 3)).toEqual({ about: 'booking', id: 11 })
})

test('a question about an item goes on in the order once that is paid', async () => {
  await order(1, 'pending')
  await order(2, 'cancelled')
  expect(await openOf('item', 5)).toEqual({ about: 'item', id: 5 })
  await order(3, 'paid')
  expect([await openOf('item', 5), await openOf('question', 4)]).toEqual([
    { about: 'order', id: 3 },
    { about: 'order', id: 3 },
  ])
})

test('a dialog of a question goes on in its offer or order, and stays there when that ends or another comes', async () => {
  const [listing, number] = [{ about: 'listing', id: 5 } as const, { about: 'question', id: 3 } as const]
  const dialogs = [followThread(db, listing, ASKER), followThread(db, number, ASKER), followThread(db, number, OWNER)]
  const shown = () => Promise.all(dialogs.map((find) => find()))
  expect(await shown()).toEqual([listing, listing, number])
  await offer(11, 'pending')
  const inOffer = dialogs.map(() => ({ about: 'booking', id: 11 }) as const)
  expect(await shown()).toEqual(inOffer)
  for (const status of ['declined', 'expired', 'cancelled']) {
    await offer(11, status)
    expect([status, await shown()]).toEqual([status, inOffer])
  }
  await offer(12, 'pending')
  expect(await shown()).toEqual(inOffer)
  const inItem = followThread(db, { about: 'item', id: 5 }, ASKER)
  await order(3, 'paid')
  await inItem()
  await order(3, 'cancelled')
  expect(await inItem()).toEqual({ about: 'order', id: 3 })
})

/** A server that has seen the offer: it takes no messages of questions. */
async function send(userId: number): Promise<string[]> {
  const paths: string[] = []
  await sendSlice({
    db,
    task: 'sender',
    userId,
    call: async ({ path }) => {
      paths.push(path)
      const isQuestion = path.startsWith('/api/questions')
      const json = isQuestion ? { code: 'question_moved', message: 'It goes on there.' } : { id: 1 }
      return {
        ...{ kind: 'answered', status: isQuestion ? 409 : 201, ok: !isQuestion, json, text: JSON.stringify(json) },
        ...{ seq: 9, epoch: 'e', retryAfterMs: null },
      } as never
    },
    now: () => Date.now(),
    random: () => 0,
    holdsLease: async () => true,
    onRefused: () => undefined,
  })
  return paths
}

const only = async () => {
  const items = await db.outbox.toArray()
  expect(items).toHaveLength(1)
  return items[0] as OutboxItem
}

test.each([
  ['pending', 'held'],
  ['approved', 'unconfirmed'],
])(
  'a refused message of a question is sent to an offer that is %s and %s, with its words and in the same round',
  async (status, paymentState) => {
    await enqueue(db, ASKER, 'question.ask', ask, 1)
    await offer(12, status, { paymentState })
    expect(await send(ASKER)).toEqual(['/api/questions', '/api/bookings/12/messages'])
    expect(await only()).toMatchObject({ kind: 'message.send', state: 'acked', payload: { ...words, bookingId: 12 } })
  },
)

test('the owner’s answer goes to the order that was made meanwhile', async () => {
  await enqueue(db, OWNER, 'question.message', { ...words, questionId: 4 }, 1)
  await order(3, 'paid')
  expect(await send(OWNER)).toEqual(['/api/questions/4/messages', '/api/purchases/3/messages'])
  expect(await only()).toMatchObject({ kind: 'message.order', lane: 'thread:order:3', payload: { purchaseId: 3 } })
})

test('a device that does not know the offer yet keeps the words waiting, and sends them there once it does', async () => {
  const opId = await enqueue(db, OWNER, 'question.message', { ...words, questionId: 3 }, 1)
  expect(await send(OWNER)).toEqual(['/api/questions/3/messages'])
  expect(await only()).toMatchObject({ opId, state: 'queued', payload: words, error: { code: 'question_moved' } })
  await offer(12, 'pending')
  expect(await send(OWNER)).toEqual(['/api/questions/3/messages', '/api/bookings/12/messages'])
  expect(await only()).toMatchObject({ kind: 'message.send', state: 'acked' })
})

test('nothing else is moved', async () => {
  await offer(12, 'pending')
  const opId = await enqueue(db, ASKER, 'message.send', { ...words, bookingId: 12 }, 1)
  expect(await moveToDeal(db, { opId, userId: ASKER })).toBe(false)
  expect(await only()).toMatchObject({ opId, kind: 'message.send' })
})
