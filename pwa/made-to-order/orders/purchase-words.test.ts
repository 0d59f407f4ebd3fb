import { describe, expect, test } from 'bun:test'
import { purchaseNumber } from '#schema/earnings'
import type { MoneyEvent } from '#schema/payment'
import { PURCHASE_STATUSES, type Purchase } from '#schema/purchase'
import { PAY_TIME_OVER } from '../../money/money-story'
import { isPayable, type ShownPurchase } from './purchase-overlay'
import {
  addressWords,
  cancelLabel,
  expectedOn,
  placedOn,
  purchaseHistoryWords,
  purchaseLines,
  purchaseMoneyWords,
  purchaseSentence,
  purchaseStory,
} from './purchase-words'

/** Saturday noon on the device's clock. */
const NOW = new Date(2026, 10, 21, 12, 0)
/** The market is still at the day before. */
const TODAY = '2026-11-20'
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000).toISOString()
const line = (
  actor: Purchase['history'][number]['actor'],
  status: Purchase['status'],
  reason: string | null = null,
) => ({ at: at(-30), actor, status, reason })

const base: ShownPurchase = {
  id: 42,
  itemId: 3,
  userId: 1,
  sellerId: 2,
  buyerUsername: 'Ana',
  sellerUsername: 'Rosa',
  itemTitle: 'Place cards',
  itemPhoto: '',
  customizations: {},
  deliveryAddress: { name: 'Ana P', street: '1 Main', city: 'Brooklyn', state: 'NY', zipCode: '11215' },
  note: null,
  status: 'paid',
  statusChangedAt: at(-30),
  paymentState: 'captured',
  payBy: null,
  totalAmount: 4850,
  refundedAmount: 0,
  estimatedDeliveryDate: '2026-11-28',
  needBy: null,
  trackingNote: null,
  cancelAskedAt: null,
  terms: '',
  createdAt: at(-30),
  history: [line('buyer', 'pending'), line('provider', 'paid')],
  clientId: null,
  knownStatus: 'paid',
  changing: null,
  waitReason: null,
  refused: null,
  askingToCancel: false,
}
const open = {
  status: 'pending',
  paymentState: 'unpaid',
  payBy: at(30),
  history: [line('buyer', 'pending')],
} satisfies Partial<ShownPurchase>
const over = { status: 'cancelled', history: [line('seller', 'cancelled')] } satisfies Partial<ShownPurchase>
const paidBack = { paymentState: 'refunded', refundedAmount: 4850 } satisfies Partial<ShownPurchase>
const owed = { ...over, paymentState: 'refund_failed', refundedAmount: 4850 } satisfies Partial<ShownPurchase>
const money = (what: MoneyEvent) => ({ at: at(-10), what, amount: 4850 })

describe('where an order stands', () => {
  const table: [Partial<ShownPurchase>, string][] = [
    [{}, 'Paid. Rosa has your order. It is expected on Sat, Nov 28.'],
    [{ estimatedDeliveryDate: TODAY }, 'Paid. Rosa has your order. It is expected on Fri, Nov 20.'],
    [
      { estimatedDeliveryDate: '2026-11-19' },
      'The order was expected on Thu, Nov 19. If Rosa does not send it by Thu, Dec 3, this order ends and you get everything back.',
    ],
    [
      { estimatedDeliveryDate: '2026-11-19', status: 'processing', notArrivedAt: at(-20) },
      'You said that it did not arrive. The money stays with Trestle until this is settled with Rosa. The order was expected on Thu, Nov 19. If Rosa does not send it by Thu, Dec 3, this order ends and you get everything back.',
    ],
    [
      { estimatedDeliveryDate: '2026-11-19', status: 'shipped', notArrivedAt: at(-20) },
      'You said that it did not arrive. The money stays with Trestle until this is settled with Rosa.',
    ],
    // Nothing ends while a bank decides.
    [
      { estimatedDeliveryDate: '2026-11-19', disputeState: 'open' },
      'The order was expected on Thu, Nov 19. Your bank has been asked to take this payment back. It decides; until then no more money moves.',
    ],
    [{ estimatedDeliveryDate: null }, 'Paid. Rosa has your order.'],
    [open, 'Not paid yet. Finish the payment by today, 12:30 PM, or this order ends.'],
    [{ ...open, payBy: at(-1) }, PAY_TIME_OVER],
    [{ ...open, askingToCancel: true }, 'This order ends as soon as there is a connection.'],
    [{ askingToCancel: true }, 'Rosa is asked to cancel as soon as there is a connection.'],
    [{ cancelAskedAt: at(-5) }, 'Paid. You have asked Rosa to cancel. Rosa decides.'],
    [
      { cancelAskedAt: at(-5), estimatedDeliveryDate: '2026-11-19' },
      'Paid. You have asked Rosa to cancel. Rosa decides. The order was expected on Thu, Nov 19. If Rosa does not send it by Thu, Dec 3, this order ends and you get everything back.',
    ],
    [
      { cancelAskedAt: at(-5), status: 'processing' },
      'Rosa is making it. You have asked Rosa to cancel. Rosa decides.',
    ],
    [{ cancelAskedAt: at(-5), status: 'shipped' }, 'It is on its way to you. It is expected on Sat, Nov 28.'],
    [{ status: 'processing' }, 'Rosa is making it. It is expected on Sat, Nov 28.'],
    [{ status: 'shipped' }, 'It is on its way to you. It is expected on Sat, Nov 28.'],
    [{ status: 'delivered' }, 'Delivered on Saturday, Nov 21, 11:30 AM.'],
    [
      { status: 'delivered', paymentState: 'refunded', refundedAmount: 4850, notArrivedAt: at(-20) },
      'Delivered on Saturday, Nov 21, 11:30 AM. $48.50 has been refunded.',
    ],
    [{ ...paidBack, status: 'paid' }, 'This order is over. $48.50 has been refunded.'],
    [
      { ...paidBack, status: 'processing', cancelAskedAt: at(-5), estimatedDeliveryDate: '2026-11-19' },
      'This order is over. $48.50 has been refunded.',
    ],
    [{ ...paidBack, status: 'shipped' }, 'It is on its way to you. $48.50 has been refunded.'],
    [
      { ...paidBack, status: 'delivered', paymentState: 'captured' },
      'Delivered on Saturday, Nov 21, 11:30 AM. $48.50 has been refunded.',
    ],
    [
      { ...over, paymentState: 'refunding', refundedAmount: 4850 },
      'Rosa cancelled. Your refund of $48.50 is on its way.',
    ],
    [
      {
        ...over,
        paymentState: 'refunding',
        refundedAmount: 4850,
        money: [{ ...money('refunded'), amount: 1000 }],
      },
      'Rosa cancelled. Your refund of $38.50 is on its way.',
    ],
    [
      { ...over, paymentState: 'refunding', refundedAmount: 4850, disputeState: 'open' },
      'Rosa cancelled. Your refund of $48.50 waits until your bank has decided. Your bank has been asked to take this payment back. It decides; until then no more money moves.',
    ],
    [{ ...over, paymentState: 'refunded', refundedAmount: 4850 }, 'Rosa cancelled. $48.50 has been refunded.'],
    [
      { refundedAmount: 4850, disputeState: 'lost', money: [money('kept_by_bank')] },
      'This order is over. Your bank decided for you and has given you the money back.',
    ],
    [
      { ...owed, money: [money('refunded'), money('refund_returned')] },
      'Rosa cancelled. Your bank sent your refund of $48.50 back to us. We keep it for you and try again by ourselves; if that fails too, we pay you another way.',
    ],
    [
      owed,
      'Rosa cancelled. Your refund of $48.50 has not gone out yet. Trestle sees to it; there is nothing for you to do.',
    ],
    [
      { ...over, paymentState: 'unpaid', history: [line('buyer', 'cancelled', 'cancel_asked')] },
      'You cancelled before it was paid. Nothing was taken.',
    ],
    [
      {
        ...over,
        paymentState: 'refunded',
        refundedAmount: 4850,
        history: [line('buyer', 'cancelled', 'cancel_asked')],
      },
      'You cancelled. $48.50 has been refunded.',
    ],
    [
      {
        ...over,
        paymentState: 'refunding',
        refundedAmount: 4850,
        history: [...over.history, line('buyer', 'cancelled', 'arrived')],
      },
      'Rosa cancelled. Your refund of $48.50 is on its way.',
    ],
    [
      { ...over, paymentState: 'unpaid', history: [line('clock', 'cancelled', 'not_paid')] },
      'The payment did not come in time, so this order was cancelled. Nothing was taken.',
    ],
    [{ status: 'lost' as never }, 'Please update the app to see where this stands with Rosa.'],
  ]
  for (const [part, words] of table)
    test(words, () => expect(purchaseSentence({ ...base, ...part }, TODAY, NOW)).toBe(words))

  test('every status has words of its own', () => {
    for (const status of PURCHASE_STATUSES)
      expect(purchaseSentence({ ...base, status }, TODAY, NOW)).not.toContain('update the app')
  })
})

test('what can be done depends on the money and the clock', () => {
  expect([isPayable(open, NOW), isPayable({ ...open, payBy: at(0) }, NOW), isPayable(base, NOW)]).toEqual([
    true,
    false,
    false,
  ])
  const label = (part: Partial<ShownPurchase>) => cancelLabel({ ...base, ...part })
  expect([label(open), label({}), label({ askingToCancel: true }), label({ cancelAskedAt: at(-1) })]).toEqual([
    'Cancel order',
    'Ask to cancel',
    null,
    null,
  ])
  expect(['processing', 'shipped', 'delivered', 'cancelled'].map((status) => label({ status } as never))).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('days and address, as the product words them', () => {
  expect(placedOn(base)).toBe('November 21st, 2026')
  expect(expectedOn(base)).toBe('November 28th, 2026')
  expect(addressWords(base.deliveryAddress)).toBe('Ana P, 1 Main, Brooklyn, NY 11215')
  expect(addressWords(null)).toBe('No address provided')
})

describe('history', () => {
  const table: [Purchase['history'][number], string][] = [
    [line('buyer', 'pending'), 'You placed the order'],
    [line('provider', 'paid'), '$48.50 was taken'],
    [line('buyer', 'paid', 'cancel_asked'), 'You asked Rosa to cancel'],
    [line('seller', 'processing'), 'Rosa began to make it'],
    [line('seller', 'shipped'), 'Rosa sent it'],
    [line('seller', 'delivered'), 'Rosa marked it as delivered'],
    [line('seller', 'paid'), 'Rosa set it to “paid”'],
    [line('seller', 'cancelled'), 'Rosa cancelled'],
    [line('buyer', 'cancelled', 'cancel_asked'), 'You cancelled'],
    [line('buyer', 'cancelled', 'arrived'), 'You said that it arrived after all'],
    [line('clock', 'cancelled', 'not_paid'), 'The payment did not come in time'],
    [line('operator', 'cancelled'), 'The order was cancelled'],
  ]
  for (const [entry, what] of table) test(what, () => expect(purchaseHistoryWords(entry, base).what).toBe(what))
})

describe('the receipt', () => {
  test('its number', () => expect(purchaseNumber(base)).toBe('TM-000042'))
  test('lines and words', () => {
    const amounts = (purchase: Purchase) => purchaseLines(purchase).map(({ label, amount }) => `${label}: ${amount}`)
    expect(amounts(base)).toEqual(['Place cards: $48.50', 'Total: $48.50'])
    // A title that runs right to left would take the number of pieces along.
    const titled: Purchase = { ...base, itemTitle: 'כרטיסים', quantity: 2 }
    expect(amounts(titled)[0]).toBe('\u2068כרטיסים\u2069, 2 x $24.25: $48.50')
    const refunded: Purchase = {
      ...base,
      ...over,
      history: base.history,
      paymentState: 'refunded',
      refundedAmount: 4850,
    }
    expect(amounts(refunded)).toEqual([
      'Place cards: $48.50',
      'Total: $48.50',
      'Refunded: -$48.50',
      'Paid in the end: $0.00',
    ])
    expect(amounts({ ...refunded, paymentState: 'refunding' })[2]).toBe('Refund: -$48.50')
    expect(amounts({ ...refunded, paymentState: 'refund_failed' })[2]).toBe('Refund: -$48.50')
    expect(purchaseMoneyWords(base, NOW)).toBe('$48.50 was taken on Saturday, Nov 21, 11:30 AM.')
    expect(purchaseMoneyWords(refunded, NOW)).toBe(
      '$48.50 was taken on Saturday, Nov 21, 11:30 AM. $48.50 has been refunded.',
    )
    expect(purchaseMoneyWords({ ...base, refundedAmount: 4850 }, NOW)).toBe(
      '$48.50 was taken on Saturday, Nov 21, 11:30 AM. $48.50 has been refunded.',
    )
    expect(purchaseMoneyWords({ ...base, ...open, history: [] }, NOW)).toBe('Nothing has been taken.')
  })
  const returned = { ...base, refundedAmount: 4850, disputeState: 'lost' } as const
  const givenBack = 'Your bank decided for you and has given you the money back.'
  test.each<[string, ShownPurchase, string]>([
    [
      'decides',
      { ...base, disputeState: 'open' },
      'Your bank has been asked to take this payment back. It decides; until then no more money moves.',
    ],
    [
      'decided for the seller',
      { ...base, disputeState: 'won' },
      'Your bank looked at this payment and decided that it stands.',
    ],
    ['gave all of it back', { ...returned, money: [money('asked_back'), money('kept_by_bank')] }, givenBack],
    [
      'gave back the rest of what was refunded in part',
      {
        ...returned,
        money: [
          { ...money('refunded'), amount: 1000 },
          { ...money('kept_by_bank'), amount: 3850 },
        ],
      },
      `$10.00 has been refunded. ${givenBack}`,
    ],
  ])('says that the buyer’s bank %s', (_, purchase, words) => {
    expect(purchaseMoneyWords(purchase, NOW)).toBe(`$48.50 was taken on Saturday, Nov 21, 11:30 AM. ${words}`)
  })
})

test('an order’s money stands in its history where it happened', () => {
  const money = [{ at: at(-10), what: 'refunded' as const, amount: 1000 }]
  expect(purchaseStory({ ...base, money }).map(({ what }) => what)).toEqual([
    'You placed the order',
    '$48.50 was taken',
    '$10.00 was refunded to you',
  ])
})
