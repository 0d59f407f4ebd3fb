import { expect, test } from 'bun:test'
import type { PurchaseStatus } from '#schema/purchase'
import { orderNews } from './order-news'
import type { ShownPurchase } from './purchase-overlay'

const CLOCK = { now: new Date('2026-11-21T17:00:00.000Z'), today: '2026-11-21' }

type Actor = ShownPurchase['history'][number]['actor']

function order(status: PurchaseStatus, actor: Actor, change: Partial<ShownPurchase> = {}): ShownPurchase {
  const statusChangedAt = '2026-11-20T10:00:00.000Z'
  const known = {
    id: 1,
    statusChangedAt,
    paymentState: 'captured',
    payBy: null,
    totalAmount: 4000,
    refundedAmount: 0,
    needBy: null,
    estimatedDeliveryDate: '2026-12-01',
    cancelAskedAt: null,
    refused: null,
    askingToCancel: false,
    history: [{ at: statusChangedAt, actor, status, reason: null }],
  }
  return { ...known, status, ...change } as ShownPurchase
}

test.each([
  ['one that waits for its payment', order('pending', 'buyer'), true, false],
  ['a paid one', order('paid', 'provider'), false, true],
  ['one that its maker began', order('processing', 'seller'), true, false],
  ['one that its maker sent', order('shipped', 'seller'), true, false],
  ['one that its maker cancelled', order('cancelled', 'seller'), true, false],
  ['one that ended by itself', order('cancelled', 'clock'), true, true],
  ['one that its buyer cancelled', order('cancelled', 'buyer'), false, true],
  ['one that was sent long ago', order('delivered', 'seller', { statusChangedAt: '2026-11-01' }), false, false],
])('%s', (_, shown, buyer, seller) => {
  expect(orderNews(shown, 'buyer', CLOCK) !== null).toBe(buyer)
  expect(orderNews(shown, 'seller', CLOCK) !== null).toBe(seller)
})
