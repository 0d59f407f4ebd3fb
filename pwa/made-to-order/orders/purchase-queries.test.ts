import '../../test-support/disk-in-memory'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Purchase } from '#schema/purchase'
import type { Base, LocalDb, OutboxState } from '../../disk/local-db'
import { freshDb } from '../../test-support/disk-in-memory'
import { readPurchase, readPurchases } from './purchase-queries'

const BUYER = 1
let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const order = (id: number, part: Partial<Purchase> = {}) =>
  ({
    id,
    _q: id,
    userId: BUYER,
    sellerId: 2,
    status: 'paid',
    paymentState: 'captured',
    cancelAskedAt: null,
    ...part,
  }) as Base<Purchase>
const declinedAfter = (seconds: number) => ({
  status: 'cancelled' as const,
  paymentState: 'failed' as const,
  createdAt: '2026-11-21T12:00:00.000Z',
  statusChangedAt: `2026-11-21T12:00:${seconds.toString().padStart(2, '0')}.000Z`,
})
const ask = (purchaseId: number, state: OutboxState) =>
  db.outbox.put({
    opId: `op-${purchaseId}`,
    userId: BUYER,
    kind: 'purchase.askCancel',
    payload: { purchaseId },
    lane: `order:${purchaseId}`,
    state,
    order: purchaseId,
    composedAt: '2026-11-21T12:00:00.000Z',
    attempts: 0,
    readyAt: 0,
    everSent: false,
    ackSeq: null,
    ackEpoch: null,
    error: null,
  })

test('a person’s own orders, newest first, without those that the bank refused at once', async () => {
  await db.purchases.bulkPut([
    order(1),
    order(2, { userId: 9, sellerId: BUYER }),
    order(3, declinedAfter(5)),
    order(4, { status: 'cancelled', paymentState: 'refunded' }),
    order(5, declinedAfter(40)),
  ])
  expect((await readPurchases(db, BUYER, 'buyer')).map(({ id }) => id)).toEqual([5, 4, 1])
  expect(await readPurchase(db, BUYER, 'buyer', 2)).toBeUndefined()
  expect((await readPurchase(db, BUYER, 'buyer', 1))?.id).toBe(1)
})

test('a wish to cancel shows from the press until the server has it, and a refused one no more', async () => {
  await db.purchases.bulkPut([order(1), order(2), order(3, { cancelAskedAt: '2026-11-21T12:00:00.000Z' }), order(4)])
  await ask(1, 'queued')
  await ask(2, 'attention')
  await ask(3, 'acked')
  expect((await readPurchases(db, BUYER, 'buyer')).map(({ askingToCancel }) => askingToCancel)).toEqual([
    false,
    false,
    false,
    true,
  ])
})
