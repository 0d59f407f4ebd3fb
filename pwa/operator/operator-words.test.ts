import { expect, test } from 'bun:test'
import { paymentWords } from './operator-words'

test.each([
  ['captured', 0, 'Paid'],
  ['refunded', 5_000, 'Partly refunded'],
  ['refunded', 12_000, 'Refunded'],
  ['refund_failed', 0, 'Paid, refund still owed'],
  ['held', 0, 'Payment held'],
  ['capture_failed', 0, 'Payment capture failed'],
] as const)('%s, with %d cents back: %s', (paymentState, refundedAmount, words) => {
  expect(paymentWords({ paymentState, refundedAmount, totalAmount: 12_000 })).toBe(words)
})
