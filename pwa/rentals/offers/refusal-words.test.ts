import { expect, test } from 'bun:test'
import { refundChangeWords, refundWords, toldAtOnce } from './refusal-words'

const preview = { totalAmount: 8400, captured: true }
const table: [Parameters<typeof refundWords>, string][] = [
  [[{ ...preview, refundAmount: 8400, percent: 100 }, 'renter', 'Rosa'], 'You get all of $84.00 back.'],
  [
    [{ ...preview, refundAmount: 8400, percent: 100 }, 'owner', 'Ana'],
    'Ana gets all of $84.00 back. The payment provider keeps its fee for this payment, about $2.74. It is taken off what you earn next.',
  ],
  [[{ ...preview, refundAmount: 4200, percent: 50 }, 'renter', 'Rosa'], 'You get $42.00 of $84.00 back (50%).'],
  [
    [{ ...preview, refundAmount: 0, percent: 0 }, 'renter', 'Rosa'],
    'You get nothing back of $84.00: it is too close to the first day.',
  ],
  [
    [{ ...preview, refundAmount: 7400, percent: 88 }, 'owner', 'Ana', 1000],
    'Ana gets the remaining $74.00 back. The payment provider keeps its fee for this payment, about $2.74. It is taken off what you earn next.',
  ],
  [[{ ...preview, refundAmount: 4200, percent: 50 }, 'renter', 'Rosa', 1000], 'You get $42.00 of $84.00 back (50%).'],
  [[{ ...preview, refundAmount: 0, percent: 0 }, 'renter', 'Rosa', 8400], 'All of $84.00 went back before.'],
  [
    [{ ...preview, refundAmount: 0, percent: 0 }, 'owner', 'Ana', 8400],
    'All of $84.00 went back before. The payment provider keeps its fee for this payment, about $2.74. It is taken off what you earn next.',
  ],
  [
    [{ ...preview, captured: false, refundAmount: 8400, percent: 100 }, 'renter', 'Rosa'],
    'Nothing has been taken. Any hold of $84.00 on your card is released.',
  ],
  [
    [{ ...preview, captured: false, refundAmount: 8400, percent: 100 }, 'owner', 'Ana'],
    'Nothing has been taken from Ana.',
  ],
]
for (const [inputs, words] of table) test(words, () => expect(refundWords(...inputs)).toBe(words))

test.each([
  [{ captured: false }, { captured: true }, '$84.00 was taken.'],
  [{ captured: true }, { captured: false }, '$84.00 is not taken any more.'],
  [{ refundAmount: 4200 }, { refundAmount: 0 }, '$42.00 back is now $0.00 back.'],
  [{}, { endsEarly: true }, 'The rental is under way.'],
  [{}, {}, 'The rental can be cancelled.'],
])('a change from %j to %j is told', (before, now, words) => {
  const shown = { ...preview, refundAmount: 8400, percent: 100 }
  expect(refundChangeWords({ ...shown, ...before }, { ...shown, ...now })).toBe(words)
})

test('the other side hears of a cancellation only of an offer that it knows', () => {
  expect(toldAtOnce({ status: 'pending', paymentState: 'held' }, 'Rosa')).toBe('Rosa is notified at once.')
  expect(toldAtOnce({ status: 'paid', paymentState: 'captured' }, 'Ana')).toBe('Ana is notified at once.')
  expect(toldAtOnce({ status: 'pending', paymentState: 'unconfirmed' }, 'Rosa')).toBe('It had not been sent to Rosa.')
})
