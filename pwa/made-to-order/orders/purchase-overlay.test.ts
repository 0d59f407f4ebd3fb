import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Purchase, PurchaseStatus } from '#schema/purchase'
import type { LocalDb, OutboxItem } from '../../disk/local-db'
import { keepText, readKeptText, trackingDraftId } from '../../drafts/kept-text'
import { readThread } from '../../messages/message-queries'
import { sendMessage } from '../../messages/send-message'
import { markThreadSeen, readUnreadThreads } from '../../messages/thread-reads'
import { SyncEngine } from '../../sync/engine'
import { messageDraftId } from '../../sync/thread'
import { freshDb } from '../../test-support/disk-in-memory'
import { orderPlace } from './order-todo'
import { firstNote } from './purchase-overlay'
import { readPurchase, readPurchases } from './purchase-queries'
import { setOrderStatus } from './set-order-status'

const SELLER = 7
const BUYER = 8
const ORDER = 40
const NOW = new Date('2026-12-02T17:00:00.000Z')

let db: LocalDb
let engine: SyncEngine

beforeEach(() => {
  db = freshDb()
  // Never started: what it queues stays in line.
  engine = new SyncEngine(db, SELLER)
})
afterEach(() => db.delete())

function order(change: Partial<Purchase> = {}): Purchase {
  return {
    id: ORDER,
    itemId: 3,
    userId: BUYER,
    sellerId: SELLER,
    buyerUsername: 'bea',
    sellerUsername: 'mira',
    itemTitle: 'Place cards',
    itemPhoto: '/uploads/a.jpg',
    customizations: {},
    deliveryAddress: null,
    note: null,
    status: 'paid',
    statusChangedAt: '2026-11-20T10:00:00.000Z',
    paymentState: 'captured',
    payBy: null,
    totalAmount: 4000,
    refundedAmount: 0,
    estimatedDeliveryDate: '2026-12-01',
    needBy: null,
    trackingNote: null,
    cancelAskedAt: null,
    terms: '',
    createdAt: '2026-11-20T10:00:00.000Z',
    history: [],
    clientId: null,
    ...change,
  }
}

const arrives = (change: Partial<Purchase> = {}) => db.purchases.put({ ...order(change), _q: 1 })
const set = (status: PurchaseStatus, trackingNote?: string, seenStatus: PurchaseStatus = 'paid') =>
  setOrderStatus(engine, {
    purchaseId: ORDER,
    seenStatus,
    seenMissing: false,
    status,
    ...(trackingNote === undefined ? {} : { trackingNote }),
  })
const line = () => db.outbox.orderBy('order').toArray()
const payloads = async () => (await line()).map(({ payload }) => payload)
const mark = (item: OutboxItem | undefined, change: Partial<OutboxItem>) => db.outbox.update(item?.opId ?? '', change)
const last = async () => (await line()).at(-1)
const shown = async () => {
  const row = await readPurchase(db, SELLER, 'seller', ORDER)
  return row && { status: row.status, known: row.knownStatus, changing: row.changing, note: row.trackingNote }
}

describe('an order as its seller sees it', () => {
  test('is the server’s, and nobody else’s to read', async () => {
    await arrives()
    expect(await shown()).toEqual({ status: 'paid', known: 'paid', changing: null, note: null })
    expect(await readPurchase(db, 99, 'seller', ORDER)).toBeUndefined()
    expect((await readPurchases(db, SELLER, 'seller')).map(({ id }) => id)).toEqual([ORDER])
    expect(await readPurchases(db, SELLER, 'buyer')).toEqual([])
  })

  test('shows a change from the press until its effect has come back, and leaves the row alone', async () => {
    await arrives()
    await set('shipped', 'Box 12')
    expect(await shown()).toEqual({ status: 'shipped', known: 'paid', changing: 'waiting', note: 'Box 12' })
    for (const state of ['sending', 'acked'] as const) {
      await mark(await last(), { state, everSent: true })
      expect(await shown()).toMatchObject({ status: 'shipped', changing: 'sending' })
    }
    expect((await db.purchases.get(ORDER))?.status).toBe('paid')
    await arrives({ status: 'shipped', trackingNote: 'Box 12' })
    expect(await shown()).toEqual({ status: 'shipped', known: 'shipped', changing: null, note: 'Box 12' })
  })

  const CLOCK = { now: NOW, today: '2026-12-02' }
  const place = async () => {
    const row = await readPurchase(db, SELLER, 'seller', ORDER)
    return row && orderPlace(row, 'seller', CLOCK)
  }
  const PRESSED = { composedAt: '2026-12-02T16:00:00.000Z' }

  test.each([
    ['shipped', { group: 'waiting', at: '2026-12-05' }],
    ['delivered', { group: 'past', at: PRESSED.composedAt }],
    ['cancelled', { group: 'past', at: PRESSED.composedAt }],
  ] as const)(
    '%s, set without a connection after a long time in the making: the order takes its place by the time of the press',
    async (status, there) => {
      await arrives({
        status: 'processing',
        statusChangedAt: '2026-11-01T10:00:00.000Z',
        estimatedDeliveryDate: '2026-12-05',
      })
      await set(status, undefined, 'processing')
      await mark(await last(), PRESSED)
      expect(await place()).toEqual(there)
    },
  )

  test('a change whose effect comes back before its answer has the time of the server', async () => {
    await set('delivered')
    await mark(await last(), { ...PRESSED, state: 'sending', everSent: true })
    await arrives({ status: 'delivered', statusChangedAt: '2026-12-02T16:30:00.000Z' })
    expect(await place()).toEqual({ group: 'past', at: '2026-12-02T16:30:00.000Z' })
  })

  test.each([
    ['daily_limit', 'One cancellation is the most for one day.'],
    ['busy', null],
  ])('a change that the server puts off says why where its person should know: %s', async (code, reason) => {
    await arrives()
    await set('cancelled')
    await mark(await last(), { error: { code, message: 'One cancellation is the most for one day.', status: 429 } })
    const row = await readPurchase(db, SELLER, 'seller', ORDER)
    expect(row).toMatchObject({ status: 'cancelled', changing: 'waiting', waitReason: reason })
    await arrives({ status: 'cancelled' })
    await mark(await last(), { state: 'acked', error: null })
    expect((await readPurchase(db, SELLER, 'seller', ORDER))?.waitReason).toBeNull()
  })

  test('a refused change counts no more and shows both words', async () => {
    await arrives()
    await set('shipped', 'Box 12')
    const error = { code: 'purchase_moved', message: 'This order has moved on since you looked.', status: 409 }
    await mark(await last(), { state: 'attention', everSent: true, error })
    await arrives({ status: 'processing' })
    const row = await readPurchase(db, SELLER, 'seller', ORDER)
    expect(row).toMatchObject({ status: 'processing', changing: null })
    expect(row?.refused).toMatchObject({ status: 'shipped', trackingNote: 'Box 12', ...{ code: error.code } })
  })

  test('a buyer’s wish to cancel is on its way until the server says so itself', async () => {
    await arrives({ userId: SELLER, sellerId: BUYER })
    await engine.submit('purchase.askCancel', { purchaseId: ORDER })
    const asking = async () => (await readPurchase(db, SELLER, 'buyer', ORDER))?.askingToCancel
    expect(await asking()).toBe(true)
    await arrives({ userId: SELLER, sellerId: BUYER, cancelAskedAt: '2026-11-21T10:00:00.000Z' })
    expect(await asking()).toBe(false)
  })

  test('a buyer’s wish to cancel is over with its order', async () => {
    await arrives({ userId: SELLER, sellerId: BUYER, status: 'cancelled' })
    await engine.submit('purchase.askCancel', { purchaseId: ORDER, seen: 'pending' })
    expect((await readPurchase(db, SELLER, 'buyer', ORDER))?.askingToCancel).toBe(false)
  })
})

describe('setting a status', () => {
  test('one that never left gives way to the next, which has seen the same and keeps its note', async () => {
    await set('processing', 'From Tuesday on')
    await set('shipped')
    expect(await payloads()).toEqual([
      { purchaseId: ORDER, status: 'shipped', seen: 'paid', trackingNote: 'From Tuesday on' },
    ])
  })

  test('one that may have left stays, and the next has seen its status', async () => {
    await set('processing')
    await mark(await last(), { everSent: true })
    await set('shipped')
    expect(await payloads()).toEqual([
      { purchaseId: ORDER, status: 'processing', seen: 'paid' },
      { purchaseId: ORDER, status: 'shipped', seen: 'processing' },
    ])
  })

  test.each([true, false])('says whether its order was missing on the screen (%p)', async (seenMissing) => {
    await setOrderStatus(engine, { purchaseId: ORDER, seenStatus: 'shipped', seenMissing, status: 'cancelled' })
    expect(await payloads()).toEqual([
      { purchaseId: ORDER, status: 'cancelled', seen: 'shipped', ...(seenMissing ? { seenMissing } : {}) },
    ])
  })

  test.each([
    ['shipped', true],
    ['processing', false],
  ] as const)('a refused cancel of what was missing, when the order is %s now', async (status, hasArrived) => {
    await setOrderStatus(engine, { purchaseId: ORDER, seenStatus: 'shipped', seenMissing: true, status: 'cancelled' })
    await mark(await last(), { state: 'attention', everSent: true })
    await arrives({ status })
    expect((await readPurchase(db, SELLER, 'seller', ORDER))?.refused).toMatchObject({ hasArrived })
  })

  test('going back to what the server has takes back what never left', async () => {
    await set('processing')
    await set('paid')
    expect(await payloads()).toEqual([])
  })

  test.each<[string, string | undefined, string | undefined]>([
    ['with the press that is taken back', 'Box 12', undefined],
    ['with the press that takes it back', undefined, 'Box 12'],
    ['with both', 'Box 11', 'Box 12'],
  ])('a note that was typed %s is in the box again', async (_, first, second) => {
    await set('processing', first)
    await keepText(db, trackingDraftId(ORDER), second ?? '')
    await set('paid', second)
    expect(await payloads()).toEqual([])
    expect(await readKeptText(db, trackingDraftId(ORDER))).toBe('Box 12')
  })

  test('the form starts with the note of a refused change, which the next press takes the place of', async () => {
    await arrives({ trackingNote: 'From Tuesday on' })
    const note = async () => {
      const row = await readPurchase(db, SELLER, 'seller', ORDER)
      return row && firstNote(row)
    }
    expect(await note()).toBe('From Tuesday on')
    await set('shipped', 'Box 12')
    await mark(await last(), { state: 'attention', everSent: true })
    expect(await note()).toBe('Box 12')
  })

  test('one that was refused gives way to a new one, which has seen where the order stands now', async () => {
    await set('shipped')
    await mark(await last(), { state: 'attention', everSent: true })
    await set('shipped', undefined, 'processing')
    expect(await payloads()).toEqual([{ purchaseId: ORDER, status: 'shipped', seen: 'processing' }])
    expect((await last())?.state).toBe('queued')
  })

  test('ends the draft of its tracking note in the same step', async () => {
    await keepText(db, trackingDraftId(ORDER), 'Box 12')
    await set('shipped', 'Box 12')
    expect(await readKeptText(db, trackingDraftId(ORDER))).toBe('')
  })
})

describe('the thread of an order', () => {
  const thread = { about: 'order', id: ORDER } as const
  const sameNumber = { about: 'booking', id: ORDER } as const
  const says = (id: number, where: { bookingId: number | null; purchaseId: number | null }) =>
    db.messages.put({
      id,
      ...where,
      senderId: BUYER,
      content: 'hi',
      createdAt: '2026-12-01T17:00:00.000Z',
      composedAt: null,
      clientId: null,
      _q: id,
    })

  test('is another than that of the booking of the same number: messages, drafts and what was read', async () => {
    await says(1, { bookingId: null, purchaseId: ORDER })
    await says(2, { bookingId: ORDER, purchaseId: null })
    await keepText(db, messageDraftId(thread), 'kept')
    expect(
      await sendMessage(engine, thread, { other: 'bea', title: 'Place cards' }, ' It leaves tomorrow. '),
    ).toBeNull()
    const { sent, waiting } = await readThread(db, thread, SELLER)
    expect([sent.map(({ id }) => id), waiting.map(({ content }) => content)]).toEqual([[1], ['It leaves tomorrow.']])
    expect((await readThread(db, sameNumber, SELLER)).waiting).toEqual([])
    expect(await readKeptText(db, messageDraftId(thread))).toBe('')

    await arrives()
    expect([...(await readUnreadThreads(db, SELLER, 'order', NOW))]).toEqual([[ORDER, 1]])
    await markThreadSeen(db, thread, 1)
    expect([...(await readUnreadThreads(db, SELLER, 'order', NOW))]).toEqual([])
    expect([...(await readUnreadThreads(db, SELLER, 'booking', NOW))]).toEqual([[ORDER, 1]])
  })

  test('an empty message is refused before it is kept', async () => {
    expect(await sendMessage(engine, thread, { other: 'bea', title: 'Place cards' }, '  ')).toBe(
      'Message cannot be empty',
    )
    expect(await line()).toEqual([])
  })
})
