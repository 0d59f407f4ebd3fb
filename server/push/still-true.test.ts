import { expect, test } from 'bun:test'
import { isTrueOfOrder } from './still-true'

test.each([
  ['is being made', {}, true],
  ['was sent', { status: 'shipped' }, false],
  ['has ended', { status: 'cancelled' }, false],
  ['was paid back by its buyer’s bank', { refundedAmount: 4000 }, false],
  ['was paid back in part', { refundedAmount: 1000 }, true],
  ['is a matter of its buyer’s bank', { disputeState: 'open' }, false],
])('nobody is told that an order is late which %s: %o', (_, changes, isTold) => {
  const row = { status: 'processing', paymentState: 'captured', totalAmount: 4000, refundedAmount: 0, ...changes }
  expect(isTrueOfOrder('late', { row: row as never, hasReviewed: false })).toBe(isTold)
})

test.each([
  ['its card was declined at once', 'failed', '12:00:09', false],
  ['its card was declined by a later try', 'failed', '12:00:11', true],
  ['its money comes back', 'refunding', '12:00:59', true],
  ['it was not paid in time', 'unpaid', '12:31:00', true],
] as const)(
  'a buyer is told that an order is cancelled unless their press was answered so: %s',
  (_, paymentState, at, isTold) => {
    const times = { createdAt: '2026-11-30T12:00:00.000Z', statusChangedAt: `2026-11-30T${at}.000Z` }
    const row = { status: 'cancelled', paymentState, ...times }
    expect(isTrueOfOrder('cancelled', { row: row as never, hasReviewed: false })).toBe(isTold)
  },
)
