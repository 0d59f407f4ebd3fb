import { describe, expect, test } from 'bun:test'
import type { Purchase, PurchaseStatus } from '#schema/purchase'
import { orderHistoryWords } from './order-history'
import { nextStatus, orderRefundWords, orderSentence, refusedStatusWords, statusProblem } from './order-words'
import type { ShownPurchase } from './purchase-overlay'

const TODAY = '2026-11-21'
const NOW = new Date(2026, 10, 21, 12)

function order(change: Partial<ShownPurchase> = {}): ShownPurchase {
  const status = change.status ?? 'paid'
  return {
    id: 42,
    itemId: 3,
    userId: 8,
    sellerId: 7,
    buyerUsername: 'bea',
    sellerUsername: 'mira',
    itemTitle: 'Place cards',
    itemPhoto: '',
    customizations: {},
    deliveryAddress: null,
    note: null,
    statusChangedAt: new Date(2026, 10, 20, 15, 10).toISOString(),
    paymentState: 'captured',
    payBy: null,
    totalAmount: 4000,
    refundedAmount: 0,
    estimatedDeliveryDate: '2026-12-01',
    needBy: null,
    trackingNote: null,
    cancelAskedAt: null,
    terms: '',
    createdAt: '2026-11-20T10:00:00.000Z',
    history: [],
    clientId: null,
    knownStatus: status,
    changing: null,
    waitReason: null,
    refused: null,
    askingToCancel: false,
    ...change,
    status,
  }
}

describe('where an order stands, as its seller reads it', () => {
  const late = { estimatedDeliveryDate: '2026-11-20', changing: 'waiting' } as const
  const paidBack = { paymentState: 'refunded', refundedAmount: 4000 } as const
  const refunded = { status: 'cancelled', refundedAmount: 4000 } as const
  const table: [Partial<ShownPurchase>, string][] = [
    [{}, 'Expected by Tue, Dec 1.'],
    [{ needBy: '2026-11-28' }, 'bea needs this by Sat, Nov 28.'],
    [{ needBy: '2026-11-20' }, 'bea needed this by Fri, Nov 20.'],
    [{ needBy: '2027-12-04', estimatedDeliveryDate: '2027-11-20' }, 'bea needs this by Sat, Dec 4, 2027.'],
    [
      { estimatedDeliveryDate: '2026-11-20' },
      'This was expected by Fri, Nov 20. If it is not sent by Fri, Dec 4, this order ends and bea gets everything back.',
    ],
    [
      { estimatedDeliveryDate: '2026-11-20', status: 'processing', notArrivedAt: '2026-11-20T08:00:00Z' },
      'bea says that this did not arrive. Your money waits until this is settled: write to bea, or cancel. If it is not sent by Fri, Dec 4, this order ends and bea gets everything back.',
    ],
    [
      { estimatedDeliveryDate: '2026-11-20', status: 'shipped', notArrivedAt: '2026-11-20T08:00:00Z' },
      'bea says that this did not arrive. Your money waits until this is settled: write to bea, or cancel.',
    ],
    [{ needBy: TODAY, status: 'processing' }, 'bea needs this by Sat, Nov 21.'],
    [{ cancelAskedAt: '2026-11-21T08:00:00Z' }, 'bea asks to cancel. You decide.'],
    [{ status: 'processing', cancelAskedAt: '2026-11-21T08:00:00Z' }, 'bea asks to cancel. You decide.'],
    [
      { estimatedDeliveryDate: '2026-11-20', cancelAskedAt: '2026-11-21T08:00:00Z' },
      'bea asks to cancel. You decide. If it is not sent by Fri, Dec 4, this order ends and bea gets everything back.',
    ],
    [
      { status: 'shipped', cancelAskedAt: '2026-11-21T08:00:00Z' },
      'On its way since Fri, Nov 20. Expected by Tue, Dec 1.',
    ],
    [{ status: 'shipped' }, 'On its way since Fri, Nov 20. Expected by Tue, Dec 1.'],
    [{ status: 'delivered' }, 'Delivered. The money becomes yours on Sunday, 3:10 PM.'],
    [{ status: 'delivered', statusChangedAt: '2026-11-01T08:00:00Z' }, 'Delivered. Your money is yours.'],
    [{ status: 'delivered', refundedAmount: 4000, paymentState: 'refunded' }, 'Delivered. $40.00 went back to bea.'],
    [
      { status: 'delivered', refundedAmount: 4000, paymentState: 'refunded', notArrivedAt: '2026-11-20T08:00:00Z' },
      'Delivered. $40.00 went back to bea.',
    ],
    [{ ...paidBack, status: 'paid' }, 'There is nothing to make any more. $40.00 went back to bea.'],
    [
      { ...paidBack, status: 'paid', paymentState: 'refunding' },
      'There is nothing to make any more. The refund of $40.00 to bea is on its way.',
    ],
    [
      { ...paidBack, status: 'processing', cancelAskedAt: '2026-11-21T08:00:00Z', estimatedDeliveryDate: '2026-11-20' },
      'There is nothing to make any more. $40.00 went back to bea.',
    ],
    [{ ...paidBack, status: 'shipped' }, 'On its way since Fri, Nov 20. $40.00 went back to bea.'],
    [
      { ...paidBack, ...late, status: 'shipped', knownStatus: 'processing' },
      'bea sees “Shipped” as soon as this has been sent.',
    ],
    [{ ...refunded, paymentState: 'refunding' }, 'Cancelled. The refund of $40.00 to bea is on its way.'],
    [
      { ...refunded, status: 'delivered', paymentState: 'refunding' },
      'Delivered. The refund of $40.00 to bea is on its way.',
    ],
    [
      { ...refunded, paymentState: 'refunding', money: [{ at: TODAY, what: 'refunded', amount: 1000 }] },
      'Cancelled. The refund of $30.00 to bea is on its way.',
    ],
    [
      { ...refunded, paymentState: 'refunding', money: [{ at: TODAY, what: 'kept_by_bank', amount: 1500 }] },
      'Cancelled. The refund of $25.00 to bea is on its way.',
    ],
    [
      { ...refunded, paymentState: 'refunding', disputeState: 'open' },
      'Cancelled. The refund of $40.00 to bea waits until the bank has decided. bea’s bank asks for this payment back. We answer for you, and the bank decides.',
    ],
    [{ ...refunded, paymentState: 'refunded' }, 'Cancelled. $40.00 went back to bea.'],
    [
      { ...refunded, paymentState: 'refund_failed', money: [{ at: TODAY, what: 'refund_returned', amount: 4000 }] },
      'Cancelled. bea’s bank sent the refund of $40.00 back. It is tried again; there is nothing for you to do.',
    ],
    [
      { ...refunded, paymentState: 'refund_failed' },
      'Cancelled. The refund of $40.00 to bea has not gone out yet. Trestle sees to it.',
    ],
    [{ status: 'shipped', changing: 'waiting' }, 'bea sees “Shipped” as soon as this has been sent.'],
    [
      { ...late, status: 'shipped', knownStatus: 'processing' },
      'bea sees “Shipped” as soon as this has been sent. Connect by Fri, Dec 4: otherwise this order ends and bea gets everything back.',
    ],
    [
      { ...late, status: 'processing', knownStatus: 'paid' },
      'bea sees “Processing” as soon as this has been sent. If it is not sent by Fri, Dec 4, this order ends and bea gets everything back.',
    ],
    [{ ...late, status: 'processing', knownStatus: 'shipped' }, 'bea sees “Processing” as soon as this has been sent.'],
    [
      { status: 'cancelled', changing: 'waiting' },
      'Cancelled here. bea gets all of $40.00 back as soon as this has been sent.',
    ],
  ]
  const missing = {
    status: 'delivered',
    statusChangedAt: '2026-11-12T08:00:00Z',
    notArrivedAt: '2026-11-13T08:00:00Z',
    history: [{ at: '2026-11-12T08:00:00Z', actor: 'seller', status: 'delivered', reason: null }],
  } satisfies Partial<ShownPurchase>
  const noted = 'bea says that this did not arrive. Your money waits until this is settled:'
  test('a missing order can be cancelled for a week after it was delivered', () => {
    const words = (day: number) => orderSentence(order(missing), TODAY, new Date(`2026-11-${day}T08:00:00Z`))
    expect(words(19)).toBe(`${noted} write to bea, or cancel.`)
    expect(words(20)).toBe(`${noted} write to bea, or ask Trestle to refund bea.`)
  })
  const bank = 'bea’s bank asks for this payment back. We answer for you, and the bank decides.'
  test.each([
    [{}, 'Your money waits until the bank has decided.'],
    [{ statusChangedAt: '2026-11-01T08:00:00Z' }, 'Your money waits until the bank has decided.'],
    [{ statusChangedAt: '2026-11-01T08:00:00Z', isReleased: true }, 'Your money is yours.'],
  ] satisfies [Partial<ShownPurchase>, string][])('delivered, and disputed (%j)', (change, words) => {
    const disputed = order({ status: 'delivered', disputeState: 'open', ...change })
    expect(orderSentence(disputed, TODAY, NOW)).toBe(`Delivered. ${words} ${bank}`)
  })

  test('no cancel of a missing order is offered while a bank decides', () =>
    expect(orderSentence(order({ ...missing, disputeState: 'open' }), TODAY, NOW)).toBe(
      `${noted} write to bea. ${bank}`,
    ))

  for (const [change, words] of table) test(words, () => expect(orderSentence(order(change), TODAY, NOW)).toBe(words))

  test('what cancelling returns', () => {
    expect(orderRefundWords(order({ refundedAmount: 1000, paymentState: 'refunded' }))).toBe(
      'bea gets the remaining $30.00 back',
    )
    expect(orderRefundWords(order({ paymentState: 'unpaid' }))).toBe('Nothing was taken from bea')
  })
})

describe('setting a status', () => {
  test('the usual next one is chosen already', () =>
    expect((['paid', 'processing', 'shipped', 'delivered'] as const).map(nextStatus)).toEqual([
      'processing',
      'shipped',
      'delivered',
      'delivered',
    ]))

  const table: [PurchaseStatus, PurchaseStatus, PurchaseStatus, ReturnType<typeof statusProblem>][] = [
    ['paid', 'paid', 'paid', 'same_status'],
    ['paid', 'paid', 'delivered', null],
    ['shipped', 'shipped', 'processing', null],
    ['shipped', 'paid', 'shipped', 'same_status'],
    // Taken back before it was sent.
    ['cancelled', 'paid', 'paid', null],
    ['cancelled', 'cancelled', 'paid', 'purchase_over'],
    ['shipped', 'shipped', 'pending', 'paid_by_hand'],
  ]
  for (const [status, knownStatus, wanted, problem] of table)
    test(`${knownStatus}, shown as ${status}, to ${wanted}: ${problem}`, () =>
      expect(statusProblem({ ...order({ status, knownStatus }), paymentState: 'captured' }, wanted, NOW)).toBe(problem))

  test('a conflict says both words, any other refusal the server’s', () => {
    const refused = {
      opId: 'a',
      status: 'shipped',
      trackingNote: null,
      hasArrived: false,
      code: 'purchase_moved',
      message: 'Moved',
    } as const
    expect(refusedStatusWords({ refused, knownStatus: 'processing' })).toBe(
      'You set “Shipped”, but meanwhile it became “Processing”.',
    )
    const cancelled = { ...refused, status: 'cancelled', hasArrived: true } as const
    expect(refusedStatusWords({ refused: cancelled, knownStatus: 'shipped' })).toBe(
      'You set “Cancelled”, but meanwhile it is said to have arrived.',
    )
    expect(refusedStatusWords({ refused: { ...refused, code: 'purchase_over' }, knownStatus: 'cancelled' })).toBe(
      'Moved',
    )
  })
})

describe('a line of history', () => {
  type Entry = Purchase['history'][number]
  const table: [Pick<Entry, 'actor' | 'status' | 'reason'>, string][] = [
    [{ actor: 'buyer', status: 'pending', reason: null }, 'bea placed the order'],
    [{ actor: 'provider', status: 'paid', reason: null }, '$40.00 was paid'],
    [{ actor: 'buyer', status: 'paid', reason: 'cancel_asked' }, 'bea asked to cancel'],
    [{ actor: 'seller', status: 'shipped', reason: null }, 'You set “Shipped”'],
    [{ actor: 'seller', status: 'cancelled', reason: null }, 'You cancelled'],
    [{ actor: 'clock', status: 'cancelled', reason: 'not_paid' }, 'The payment did not come in time'],
    [{ actor: 'provider', status: 'cancelled', reason: 'card_declined' }, 'The card was declined'],
  ]
  for (const [entry, words] of table)
    test(words, () => expect(orderHistoryWords({ ...entry, at: '' }, order()).what).toBe(words))

  test.each([
    ['unpaid', 'bea cancelled before paying'],
    ['refunded', 'bea cancelled'],
  ] as const)('a buyer’s cancel of an order that is %s', (paymentState, words) => {
    const entry = { at: '', actor: 'buyer', status: 'cancelled', reason: 'cancel_asked' } as const
    expect(orderHistoryWords(entry, order({ paymentState })).what).toBe(words)
  })
})
