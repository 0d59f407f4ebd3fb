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
  ['its card was declined', 'failed', false],
  ['its money comes back', 'refunding', true],
  ['it was not paid in time', 'unpaid', true],
] as const)(
  'a buyer is told that an order is cancelled unless its card was declined: %s',
  (_, paymentState, isTold) => {
    const row = { status: 'cancelled', paymentState }
    expect(isTrueOfOrder('cancelled', { row: row as never, hasReviewed: false })).toBe(isTold)
  },
)
