import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Transaction } from '#schema/earnings'
import type { LocalDb } from '../disk/local-db'
import { freshDb } from '../test-support/disk-in-memory'
import { waitingForPayouts } from './earnings-queries'

const line = (more: Partial<Transaction>) =>
  ({
    bookingId: null,
    purchaseId: null,
    totalAmount: 4000,
    status: 'available',
    heldBecause: null,
    type: 'made_to_order',
    ...more,
  }) as Transaction
const money = (what: 'netted' | 'released', amount: number) => ({ at: '2026-11-29T10:00:00.000Z', what, amount })

const waiting = { heldBecause: 'payout_account' } as const

let db: LocalDb
beforeEach(async () => {
  db = freshDb()
  await db.purchases.put({ id: 3, money: [money('released', 4000), money('netted', 146)] } as never)
  await db.bookings.put({ id: 3, money: [money('netted', 1000)] } as never)
})
afterEach(() => db.delete())

test.each<[string, Partial<Transaction>[], cents: number]>([
  ['nothing', [], 0],
  [
    'an order that settles a debt, beside one that waits for nothing',
    [{ purchaseId: 3, ...waiting }, { purchaseId: 4 }],
    3854,
  ],
  [
    'one of which a part went back',
    [
      { purchaseId: 3, ...waiting },
      { purchaseId: 3, ...waiting, type: 'refund', totalAmount: -500 },
    ],
    3354,
  ],
  [
    'an order and a rental of the same number',
    [
      { purchaseId: 3, ...waiting },
      { bookingId: 3, type: 'rental', ...waiting },
    ],
    6854,
  ],
  [
    'one that was cancelled, and its fee, which the other settles',
    [
      { purchaseId: 9, ...waiting },
      { purchaseId: 9, ...waiting, type: 'refund', totalAmount: -4000 },
      { purchaseId: 9, ...waiting, type: 'refund', cause: 'cancel_fee', totalAmount: -146 },
      { purchaseId: 3, ...waiting },
    ],
    3854,
  ],
  [
    'damage to what has settled a debt and was sent',
    [
      { bookingId: 3, type: 'rental' },
      { bookingId: 3, type: 'damage', totalAmount: 5000, ...waiting },
    ],
    5000,
  ],
  [
    'a sale that settled a debt and then went back',
    [
      { purchaseId: 3, ...waiting },
      { purchaseId: 3, ...waiting, type: 'refund', totalAmount: -4000 },
    ],
    0,
  ],
])('what waits for a payout account is what will come: %s', async (_, lines, cents) => {
  expect(await waitingForPayouts(db, lines.map(line))).toBe(cents)
})
