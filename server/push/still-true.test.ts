import { expect, test } from 'bun:test'
import { isTrueOfOrder, isTrueOfRental } from './still-true'

const AT = '2026-11-30T12:00:00.000Z'
const ON_SHOW = { suspendedAt: null, closingAt: null, closedAt: null }
const SUSPENDED = { ...ON_SHOW, suspendedAt: AT }
const CLOSING = { ...SUSPENDED, closingAt: AT }
const CLOSED = { ...CLOSING, closedAt: AT }
const REVIEWS = { hasReviewed: false, reader: ON_SHOW, other: ON_SHOW }

test.each([
  ['is being made', {}, true],
  ['was sent', { status: 'shipped' }, false],
  ['has ended', { status: 'cancelled' }, false],
  ['was paid back by its buyer’s bank', { refundedAmount: 4000 }, false],
  ['was paid back in part', { refundedAmount: 1000 }, true],
  ['is a matter of its buyer’s bank', { disputeState: 'open' }, false],
])('nobody is told that an order is late which %s: %o', (_, changes, isTold) => {
  const row = { status: 'processing', paymentState: 'captured', totalAmount: 4000, refundedAmount: 0, ...changes }
  expect(isTrueOfOrder('late', { row: row as never, ...REVIEWS })).toBe(isTold)
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
    expect(isTrueOfOrder('cancelled', { row: row as never, ...REVIEWS })).toBe(isTold)
  },
)

test('an owner is told that damage can be reported until they have reported it', () => {
  const facts = { row: {} as never, ...REVIEWS }
  expect(isTrueOfRental('report', { ...facts, claim: null })).toBe(true)
  expect(isTrueOfRental('report', { ...facts, claim: {} as never })).toBe(false)
})

const OF_REVIEWS = ['review_open', 'review_waiting', 'review'] as const

test.each([
  ['both are on show', {}, OF_REVIEWS],
  ['they have reviewed', { hasReviewed: true }, ['review']],
  ['they are suspended', { reader: SUSPENDED }, []],
  ['they may take their account back', { reader: CLOSING }, OF_REVIEWS],
  ['the other side is suspended', { other: SUSPENDED }, ['review']],
  ['the other side may take their account back', { other: CLOSING }, OF_REVIEWS],
  ['the other side has closed their account', { other: CLOSED }, ['review']],
])('people are asked for a review that they can write, and told of one that they can read: %s', (_, changes, told) => {
  const facts = { row: {} as never, claim: null, ...REVIEWS, ...changes }
  for (const word of OF_REVIEWS)
    expect([word, isTrueOfRental(word, facts)]).toEqual([word, told.some((one) => one === word)])
  for (const word of ['review_waiting', 'review'] as const)
    expect([word, isTrueOfOrder(word, facts)]).toEqual([word, told.some((one) => one === word)])
})
