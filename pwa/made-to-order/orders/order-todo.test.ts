import { describe, expect, test } from 'bun:test'
import type { PurchaseStatus } from '#schema/purchase'
import { groupOrders, orderPlace } from './order-todo'
import type { ShownPurchase } from './purchase-overlay'
import { statusCounts } from './status-counts'

const NOW = new Date('2026-11-21T17:00:00.000Z')
const CLOCK = { now: NOW, today: '2026-11-21' }

function order(status: PurchaseStatus, change: Partial<ShownPurchase> = {}): ShownPurchase {
  const known = {
    id: 1,
    statusChangedAt: '2026-11-20T10:00:00.000Z',
    paymentState: 'captured',
    payBy: null,
    totalAmount: 4000,
    refundedAmount: 0,
    needBy: null,
    estimatedDeliveryDate: '2026-12-01',
    cancelAskedAt: null,
    refused: null,
    askingToCancel: false,
  }
  return { ...known, status, ...change } as ShownPurchase
}

describe('which group', () => {
  const refused = {
    opId: 'a',
    status: 'shipped',
    trackingNote: null,
    hasArrived: false,
    code: 'purchase_moved',
    message: '',
  } as const
  const paidBack = { paymentState: 'refunded', refundedAmount: 4000 } as const
  const late = {
    estimatedDeliveryDate: '2026-11-20',
    knownStatus: 'processing',
    changing: 'waiting',
    history: [],
  } satisfies Partial<ShownPurchase>
  test.each([
    ['one that is still to be paid', order('pending', { payBy: '2026-11-21T17:10:00.000Z' }), 'needs', 'waiting'],
    ['one that was not paid in time', order('pending', { payBy: '2026-11-21T16:10:00.000Z' }), 'waiting', 'waiting'],
    ['one that its buyer takes back', order('pending', { askingToCancel: true }), 'waiting', 'waiting'],
    ['a paid one', order('paid'), 'waiting', 'needs'],
    ['one in the making', order('processing'), 'waiting', 'coming'],
    ['one in the making that is to be sent', order('processing', { needBy: '2026-11-24' }), 'waiting', 'needs'],
    ['one that is to be cancelled', order('processing', { cancelAskedAt: '2026-11-21' }), 'waiting', 'needs'],
    ['one on its way', order('shipped'), 'coming', 'waiting'],
    ['one that should be there', order('shipped', { estimatedDeliveryDate: '2026-11-20' }), 'needs', 'waiting'],
    ['one that did not arrive', order('shipped', { notArrivedAt: '2026-11-21' }), 'waiting', 'needs'],
    ['a delivered one that did not arrive', order('delivered', { notArrivedAt: '2026-11-21' }), 'waiting', 'needs'],
    [
      'one that did not arrive and was paid back',
      order('delivered', { notArrivedAt: '2026-11-21', paymentState: 'refunded', refundedAmount: 4000 }),
      'past',
      'past',
    ],
    ['a late one whose maker has yet to connect', order('shipped', late), 'needs', 'needs'],
    ['a late one that was delivered before that', order('delivered', late), 'past', 'needs'],
    ['a late one that is cancelled without a connection', order('cancelled', late), 'past', 'past'],
    ['a paid one whose buyer got everything back', order('paid', paidBack), 'past', 'past'],
    ['the same in the making', order('processing', { ...paidBack, cancelAskedAt: '2026-11-21' }), 'past', 'past'],
    ['the same, late and set without a connection', order('shipped', { ...late, ...paidBack }), 'past', 'past'],
    ['one sent long ago', order('shipped', { statusChangedAt: '2026-11-01T10:00:00.000Z' }), 'past', 'past'],
    ['a delivered one', order('delivered'), 'past', 'past'],
    ['a cancelled one', order('cancelled', { notArrivedAt: '2026-11-21' }), 'past', 'past'],
    ['one whose change was refused', order('delivered', { refused }), 'past', 'needs'],
    ['a status of a newer build', order('engraved' as PurchaseStatus), 'waiting', 'waiting'],
  ])('%s', (_, shown, buyer, seller) => {
    expect(orderPlace(shown, 'buyer', CLOCK).group).toBe(buyer as 'past')
    expect(orderPlace(shown, 'seller', CLOCK).group).toBe(seller as 'past')
  })
})

test('what is due first comes first, questions before all; the past has the latest first', () => {
  const orders = [
    order('paid', { id: 1 }),
    order('paid', { id: 2, needBy: '2026-11-25' }),
    order('paid', { id: 3, estimatedDeliveryDate: null }),
    order('shipped', { id: 4, notArrivedAt: '2026-11-21' }),
    order('processing', { id: 5, needBy: '2026-11-23' }),
    order('delivered', { id: 6 }),
    order('cancelled', { id: 7, statusChangedAt: '2026-11-21T10:00:00.000Z' }),
  ]
  const groups = groupOrders(orders, 'seller', CLOCK)
  const ids = Object.fromEntries(Object.entries(groups).map(([group, list]) => [group, list.map(({ id }) => id)]))
  expect(ids).toEqual({ needs: [4, 5, 2, 1, 3], coming: [], waiting: [], past: [7, 6] })
})

test('only the statuses that occur can be chosen, with their numbers', () =>
  expect(statusCounts([order('cancelled'), order('paid'), order('shipped'), order('paid')])).toEqual([
    { status: 'paid', count: 2 },
    { status: 'shipped', count: 1 },
    { status: 'cancelled', count: 1 },
  ]))
