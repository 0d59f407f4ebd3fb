import { expect, test } from 'bun:test'
import type { Transaction } from '#schema/earnings'
import { availableWords, feeNote, goneLines, lineNote, timelineOf, typeWord } from './transaction-words'

const NOW = new Date('2026-11-21T12:00:00')
const at = (local: string) => new Date(local).toISOString()
const line = (change: Partial<Transaction>) => ({
  type: 'rental' as const,
  status: 'pending' as const,
  dueAt: null,
  heldBecause: null,
  bookingId: 5,
  totalAmount: 7350,
  ...change,
})

test.each([
  ['sent', line({ status: 'available' }), 'Yours: on your payout account, or on its way there.'],
  [
    'held for want of an account',
    line({ status: 'available', heldBecause: 'payout_account' }),
    'Yours. Each line below says whether it still waits, and for what.',
  ],
  ['pending', line({ heldBecause: 'claim' }), 'Yours: on your payout account, or on its way there.'],
])('the available money beside a line that is %s', (_, other, words) =>
  expect(availableWords([line({ status: 'available' }), other])).toBe(words),
)

test.each([
  ['theirs already', line({ status: 'available', dueAt: at('2026-11-01T12:00:00') }), null, null],
  ['ahead', line({ dueAt: at('2026-11-27T23:59:00') }), 'Yours on Friday, Nov 27, 11:59 PM.', null],
  ['due a moment ago', line({ dueAt: at('2026-11-21T11:59:00') }), 'On its way to you.', null],
  [
    'held by a claim',
    line({ dueAt: at('2026-11-01T12:00:00'), heldBecause: 'claim' }),
    'Held until the damage claim is settled.',
    '/offers/5',
  ],
  [
    'theirs, and held for want of an account',
    line({ status: 'available', heldBecause: 'payout_account' }),
    'Waits for your payout account.',
    '/settings?tab=payouts',
  ],
  [
    'theirs, and held by an operator',
    line({ status: 'available', heldBecause: 'operator' }),
    'Held by Trestle while your account is looked at.',
    null,
  ],
  [
    'asked back by a bank before it is theirs',
    line({ heldBecause: 'dispute' }),
    'The payer’s bank asks for it back. Held until the bank decides.',
    '/offers/5',
  ],
  [
    'asked back by a bank when it is theirs',
    line({ status: 'available', heldBecause: 'dispute', bookingId: null }),
    'The payer’s bank asks for it back. It stays yours unless the bank decides against it.',
    null,
  ],
  ['a rental without a day', line({}), 'Yours 48 hours after the last day.', null],
  ['goods without a day', line({ type: 'made_to_order' }), 'Yours after delivery.', null],
  [
    'money that went back',
    line({ type: 'refund', dueAt: at('2026-11-27T23:59:00') }),
    'Taken off what you would have got for it.',
    null,
  ],
  [
    'money that went back, of a sale that a bank looks at',
    line({ type: 'refund', totalAmount: -3000, status: 'available', heldBecause: 'dispute' }),
    null,
    null,
  ],
] as const)('%s', (_, waiting, text, to) => {
  const note = lineNote(waiting, NOW)
  expect([note?.text ?? null, note?.link?.to ?? null]).toEqual([text, to])
})

test.each(['operator', 'payout_account', 'new_seller', 'payout_limit'] as const)(
  'a sale that went back while it was held for %s says so, and what went back waits for nothing',
  (heldBecause) => {
    const held = { status: 'available', heldBecause, bookingId: null, purchaseId: 3 } as const
    const sold = (change: Partial<Transaction>) => line(change) as Transaction
    const lines = [
      sold({ ...held, id: 1, type: 'made_to_order', totalAmount: 3600 }),
      sold({ ...held, id: 2, type: 'refund', totalAmount: -3600 }),
      sold({ ...held, id: 3, type: 'refund', cause: 'cancel_fee', totalAmount: -146 }),
    ]
    const gone = goneLines(lines)
    expect(lines.map((one) => lineNote(one, NOW, gone.has(one.id))?.text ?? null)).toEqual([
      'All of it went back.',
      null,
      null,
    ])
    expect(
      goneLines([
        sold({ ...held, id: 1, totalAmount: 3600 }),
        sold({ ...held, id: 2, type: 'refund', totalAmount: -600 }),
      ]).size,
    ).toBe(0)
  },
)

test('what a bank took back is not called a refund', () => {
  expect([typeWord({ type: 'refund', cause: 'dispute' }), typeWord({ type: 'refund' })]).toEqual([
    'Taken back by a bank',
    'Refund',
  ])
})

test('a fee that was kept, one that went back, and none', () => {
  expect([feeNote(735), feeNote(-735), feeNote(0)]).toEqual(['after a fee of $7.35', 'with $7.35 of the fee', null])
})

test('a line leads to the timeline of its booking or order, and a payout to none', () => {
  expect(timelineOf({ bookingId: 5, purchaseId: null })).toBe('/offers/5')
  expect(timelineOf({ bookingId: null, purchaseId: 7 })).toBe('/manage-made-to-order?tab=orders#order-7')
  expect(timelineOf({ bookingId: null, purchaseId: null })).toBeNull()
})

test('a sale that was returned in full before it was theirs promises no day', () => {
  const of = (id: number, purchaseId: number, totalAmount: number, status: Transaction['status'] = 'pending') =>
    ({
      ...line({ type: totalAmount < 0 ? 'refund' : 'made_to_order', status, bookingId: null }),
      id,
      purchaseId,
      totalAmount,
    }) as Transaction
  const lines = [
    of(1, 7, 4800),
    of(2, 7, -4800),
    of(3, 8, 4800),
    of(4, 8, -2400),
    of(5, 9, 4800, 'available'),
    of(6, 9, -4800),
  ]
  expect([...goneLines(lines)]).toEqual([1])
  expect(lineNote(line({ type: 'made_to_order' }), NOW, true)?.text).toBe('All of it went back.')
})
