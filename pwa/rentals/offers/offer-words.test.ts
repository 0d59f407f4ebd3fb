import { describe, expect, test } from 'bun:test'
import { type Booking, PAYMENT_STATES } from '#schema/booking'
import type { Transaction } from '#schema/earnings'
import { receiptNumber } from '#schema/earnings'
import type { MoneyEvent, MoneyMoment } from '#schema/payment'
import { momentHint, momentNow, momentSummary, pageTimes } from '../handovers/handover-words'
import type { ShownBooking } from './booking-queries'
import { cancellationLines, zoneWords } from './cancelling-words'
import { earningWords, moneyWords } from './money-words'
import type { OfferRole } from './offer-view'
import { priceLines } from './price-lines'
import { hasReceipt, receiptLines, receiptState } from './receipt-words'

/** Saturday noon on the device's clock. */
const NOW = new Date(2026, 10, 21, 12, 0)
const FRIDAY = new Date(2026, 10, 27, 15, 10).toISOString()
const PAID = [
  { at: NOW.toISOString(), actor: 'renter', status: 'pending', reason: null },
  { at: new Date(2026, 10, 20, 9, 30).toISOString(), actor: 'provider', status: 'paid', reason: null },
] satisfies Booking['history']

const base: Booking = {
  id: 42,
  listingId: 3,
  userId: 1,
  ownerId: 2,
  renterUsername: 'Ana',
  ownerUsername: 'Rosa',
  startDate: '2026-12-10',
  endDate: '2026-12-12',
  quantity: 2,
  note: null,
  createdAt: NOW.toISOString(),
  status: 'pending',
  statusReason: null,
  statusChangedAt: NOW.toISOString(),
  paymentState: 'held',
  expiresAt: FRIDAY,
  payBy: null,
  totalAmount: 8401,
  refundedAmount: 0,
  listingTitle: 'Plates',
  listingPhoto: '',
  pricePerDay: 1400,
  terms: 'Rinse, please.',
  cancellationPreset: 'standard',
  timezone: 'America/New_York',
  pickupAddress: null,
  pickupNote: null,
  history: [],
  clientId: null,
}
const failed = { status: 'approved', paymentState: 'capture_failed', expiresAt: null, payBy: FRIDAY } as const
const paid = { status: 'paid', paymentState: 'captured', expiresAt: null, history: PAID } as const
const off = { ...paid, status: 'cancelled' } as const
const owed = { ...off, paymentState: 'refund_failed', refundedAmount: 8401 } as const
const moment = (what: MoneyEvent, amount: number) => ({ at: '2026-12-14T10:00:00.000Z', what, amount })

describe('the place of the money', () => {
  const table: [Partial<Booking>, OfferRole, string][] = [
    [{}, 'renter', '$84.01 is held on your card until Friday, 3:10 PM. Nothing has been taken.'],
    [{}, 'owner', '$84.01 is held on Ana’s card until Friday, 3:10 PM. It is taken at the moment you approve.'],
    [
      { ...owed, money: [moment('refunded', 8401), moment('refund_returned', 8401)] },
      'renter',
      '$84.01 was taken on Friday, Nov 20, 9:30 AM. Your bank sent your refund of $84.01 back to us. We keep it for you and try again by ourselves; if that fails too, we pay you another way.',
    ],
    [
      { ...owed, money: [moment('refund_returned', 4000), moment('refunded', 4000)] },
      'renter',
      '$84.01 was taken on Friday, Nov 20, 9:30 AM. Your refund of $84.01 has not gone out yet. Trestle sees to it; there is nothing for you to do.',
    ],
    [
      owed,
      'owner',
      '$84.01 was taken on Friday, Nov 20, 9:30 AM. The refund of $84.01 to Ana has not gone out yet. Trestle sees to it.',
    ],
    [
      { ...owed, money: [moment('refunded', 2000)] },
      'owner',
      '$84.01 was taken on Friday, Nov 20, 9:30 AM. The refund of $64.01 to Ana has not gone out yet. Trestle sees to it.',
    ],
    [
      { ...owed, money: [moment('refunded', 6401), moment('refund_returned', 6401), moment('refunded', 2000)] },
      'owner',
      '$84.01 was taken on Friday, Nov 20, 9:30 AM. Ana’s bank sent the refund of $64.01 back. It is tried again; there is nothing for you to do.',
    ],
    [
      { ...paid, disputeState: 'open' },
      'owner',
      '$84.01 was taken on Friday, Nov 20, 9:30 AM. Ana’s bank asks for this payment back. We answer for you, and the bank decides.',
    ],
    [
      { ...paid, refundedAmount: 8401, disputeState: 'lost' },
      'renter',
      '$84.01 was taken on Friday, Nov 20, 9:30 AM. All of it has been refunded. Your bank decided for you and has given you the money back.',
    ],
    [
      { ...paid, refundedAmount: 8401, disputeState: 'lost', money: [moment('kept_by_bank', 8401)] },
      'renter',
      '$84.01 was taken on Friday, Nov 20, 9:30 AM. Your bank decided for you and has given you the money back.',
    ],
    [
      {
        ...{ ...paid, refundedAmount: 8401, disputeState: 'lost' },
        money: [moment('refunded', 1000), moment('kept_by_bank', 7401)],
      },
      'renter',
      '$84.01 was taken on Friday, Nov 20, 9:30 AM. $10.00 has been refunded. Your bank decided for you and has given you the money back.',
    ],
    [
      { paymentState: 'unconfirmed' },
      'renter',
      'Nothing is held and nothing has been taken yet. Please finish the payment by Friday, 3:10 PM.',
    ],
    [{ paymentState: 'unconfirmed' }, 'owner', 'Nothing has been taken from Ana yet.'],
    [{ paymentState: 'unconfirmed', status: 'expired' }, 'renter', 'Nothing was held and nothing was taken.'],
    [{ status: 'approved', paymentState: 'capturing' }, 'renter', '$84.01 is being taken from your card now.'],
    [{ status: 'approved', paymentState: 'capturing' }, 'owner', '$84.01 is being taken from Ana’s card now.'],
    [failed, 'renter', 'Your bank refused to pay $84.01. Nothing has been taken. Please pay by Friday, 3:10 PM.'],
    [failed, 'owner', 'Ana’s bank refused to pay $84.01. Ana has been asked to pay by Friday, 3:10 PM.'],
    [{ ...failed, status: 'cancelled' }, 'owner', 'Nothing was taken.'],
    [paid, 'renter', '$84.01 was taken on Friday, Nov 20, 9:30 AM.'],
    [{ ...paid, history: [] }, 'owner', '$84.01 was taken.'],
    [{ ...off, refundedAmount: 0 }, 'renter', '$84.01 was taken on Friday, Nov 20, 9:30 AM. No refund was due.'],
    [
      { ...off, paymentState: 'refunding' },
      'owner',
      '$84.01 was taken on Friday, Nov 20, 9:30 AM. The refund to Ana is on its way.',
    ],
    [
      { ...off, paymentState: 'refunding', refundedAmount: 8401 },
      'renter',
      '$84.01 was taken on Friday, Nov 20, 9:30 AM. Your refund is on its way.',
    ],
    [
      { ...off, paymentState: 'refunding', refundedAmount: 8401, disputeState: 'open' },
      'renter',
      '$84.01 was taken on Friday, Nov 20, 9:30 AM. Your refund waits until your bank has decided. Your bank has been asked to take this payment back. It decides; until then no more money moves.',
    ],
    [
      { ...off, paymentState: 'refunding', refundedAmount: 4200, disputeState: 'open' },
      'owner',
      '$84.01 was taken on Friday, Nov 20, 9:30 AM. The refund to Ana waits until the bank has decided. Ana’s bank asks for this payment back. We answer for you, and the bank decides.',
    ],
    [
      { ...off, paymentState: 'refunded', refundedAmount: 4200 },
      'renter',
      '$84.01 was taken on Friday, Nov 20, 9:30 AM. $42.00 has been refunded.',
    ],
    [
      { ...off, paymentState: 'refunded', refundedAmount: 8401 },
      'owner',
      '$84.01 was taken on Friday, Nov 20, 9:30 AM. All of it has been refunded.',
    ],
    [
      { ...paid, status: 'completed', refundedAmount: 500 },
      'renter',
      '$84.01 was taken on Friday, Nov 20, 9:30 AM. $5.00 has been refunded.',
    ],
    [
      { status: 'declined', paymentState: 'released' },
      'renter',
      'Your $84.01 hold has been released. Nothing was taken.',
    ],
    [
      { status: 'expired', paymentState: 'releasing' },
      'owner',
      'Ana’s $84.01 hold is being released. Nothing was taken.',
    ],
    [
      { status: 'expired', statusReason: 'not_confirmed', paymentState: 'released' },
      'renter',
      'Any hold of $84.01 on your card has been released. Nothing was taken.',
    ],
    [
      { status: 'cancelled', statusReason: 'cancelled_by_renter', paymentState: 'releasing' },
      'renter',
      'Any hold of $84.01 on your card is being released. Nothing was taken.',
    ],
    [
      { status: 'cancelled', statusReason: 'cancelled_by_renter', paymentState: 'released' },
      'owner',
      'Ana’s $84.01 hold has been released. Nothing was taken.',
    ],
  ]
  for (const [changes, role, words] of table)
    test(`${words} (to the ${role})`, () => expect(moneyWords({ ...base, ...changes }, role, NOW)).toBe(words))

  test('every state says something to both sides', () => {
    for (const paymentState of PAYMENT_STATES)
      for (const role of ['renter', 'owner'] as const)
        expect(moneyWords({ ...base, paymentState }, role, NOW)).not.toContain('update the app')
  })

  test('a state of a newer server is not guessed at', () =>
    expect(moneyWords({ ...base, paymentState: 'insured' as never }, 'renter', NOW)).toContain('update the app'))
})

describe('the owner’s part', () => {
  const line: Transaction = {
    id: 1,
    type: 'rental',
    listing: 'Plates',
    bookingId: 42,
    purchaseId: null,
    totalAmount: 7981,
    fee: 420,
    status: 'pending',
    dueAt: FRIDAY,
    heldBecause: null,
    createdAt: NOW.toISOString(),
  }
  const takenBack = { ...line, status: 'available', dueAt: null, heldBecause: 'dispute' } as const
  const table: [Transaction[], string | null][] = [
    [[], null],
    [[line], '$79.81 becomes yours on Friday, 3:10 PM.'],
    [[{ ...line, dueAt: null }], '$79.81 becomes yours after the rental.'],
    [[{ ...line, heldBecause: 'claim' }], 'Your $79.81 waits until the damage claim is settled.'],
    [[{ ...line, heldBecause: 'payout_account' }], 'Your $79.81 waits until your payout account is ready.'],
    [[{ ...line, status: 'available' }], '$79.81 of it is yours.'],
    [
      [
        { ...line, status: 'available' },
        { ...line, type: 'refund', totalAmount: -3990, status: 'available' },
        { ...line, type: 'payout', totalAmount: -3991, status: 'available' },
      ],
      '$39.91 of it is yours.',
    ],
    [
      [line, { ...line, type: 'damage', totalAmount: 2000, status: 'available', dueAt: null }],
      '$20.00 of it is yours. $79.81 becomes yours on Friday, 3:10 PM.',
    ],
    [[line, { ...line, type: 'refund', totalAmount: -7981 }], null],
    [
      [
        line,
        { ...line, type: 'refund', totalAmount: -7981 },
        { ...line, type: 'refund', cause: 'cancel_fee', totalAmount: -274, status: 'available' },
      ],
      'The card fee of $2.74 is yours to bear: it is taken off what you earn.',
    ],
    [
      [{ ...line, heldBecause: 'dispute' }],
      'Your $79.81 waits until the bank has decided. If it decides against you, it is taken back.',
    ],
    [
      [
        { ...line, status: 'available' },
        { ...line, type: 'damage', totalAmount: 2000, status: 'available', dueAt: null, heldBecause: 'dispute' },
      ],
      'Your $20.00 stays yours unless the bank decides against it. $79.81 of it is yours.',
    ],
    [
      [
        { ...line, heldBecause: 'dispute' },
        { ...line, type: 'damage', totalAmount: 2000, status: 'available', dueAt: null },
        { ...takenBack, type: 'damage', totalAmount: -2000, cause: 'dispute' },
      ],
      'Your $79.81 waits until the bank has decided. If it decides against you, it is taken back.',
    ],
    [
      [
        { ...line, status: 'available', heldBecause: 'dispute' },
        { ...line, type: 'damage', totalAmount: 2000, status: 'available', dueAt: null },
        { ...takenBack, type: 'damage', totalAmount: -2000, cause: 'dispute' },
      ],
      'Your $79.81 stays yours unless the bank decides against it.',
    ],
    [
      [
        { ...line, heldBecause: 'dispute' },
        { ...line, type: 'damage', totalAmount: 2000, status: 'available', dueAt: null },
        { ...takenBack, type: 'refund', totalAmount: -500 },
      ],
      'Your $79.81 waits until the bank has decided. If it decides against you, it is taken back. $15.00 of it is yours.',
    ],
  ]
  for (const [lines, words] of table)
    test(`${lines.length} lines: ${words}`, () => expect(earningWords(lines, NOW)).toBe(words))

  test('a fee is a line of its own, and none is not spoken of', () => {
    const amounts = (earned: Transaction[]) =>
      priceLines(base, earned).map(({ label, amount }) => `${label}: ${amount}`)
    expect(amounts([line])).toEqual(['3 days x 2 x $14.00: $84.01', 'Total: $84.01', 'Platform fee: -$4.20'])
    expect(amounts([{ ...line, fee: 0 }])).toEqual(['3 days x 2 x $14.00: $84.01', 'Total: $84.01'])
  })
})

describe('the cost of cancelling', () => {
  const words = (changes: Partial<ShownBooking>, role: OfferRole = 'renter', now = NOW) =>
    cancellationLines({ ...base, ...paid, ...changes }, role, now).map((line) =>
      line.isOver ? `(${line.words})` : line.words,
    )

  test('standard, with this booking’s dates and amounts', () =>
    expect(words({})).toEqual([
      'You get all of $84.01 back until Friday, Dec 4, 11:59 PM.',
      'You get half, $42.00, back until Monday, Dec 7, 11:59 PM.',
      'You get nothing back after that.',
      'If Rosa cancels, you get everything back.',
    ]))
  test('flexible, before approval, to the owner', () =>
    expect(words({ cancellationPreset: 'flexible', status: 'pending' }, 'owner')).toEqual([
      'Cancelling costs nothing until you approve. After that:',
      'Ana gets all of $84.01 back until Tuesday, Dec 8, 11:59 PM.',
      'Ana gets nothing back after that.',
      'If you cancel, Ana gets everything back.',
    ]))
  test('strict, over the change of the clocks', () =>
    expect(
      words({ cancellationPreset: 'strict', startDate: '2026-11-03' }, 'renter', new Date('2026-10-30T17:00:00Z'))[0],
    ).toBe('(You get half, $42.00, back until Tuesday, Oct 27, 12:59 AM.)'))
  test('a step that has gone by is marked, to the minute', () => {
    const until = Date.parse('2026-12-05T05:00:00.000Z')
    expect(words({}, 'renter', new Date(until))[0]).not.toStartWith('(')
    expect(words({}, 'renter', new Date(until + 1))[0]).toStartWith('(')
    expect(words({}, 'renter', new Date(until + 1))[1]).not.toStartWith('(')
  })
  describe('once it has been picked up', () => {
    const [mine, theirs] = [base.userId, base.ownerId].map((userId) => ({ moment: 'pickup' as const, userId }))
    const back = { moment: 'return' as const, userId: base.ownerId }
    const both = [mine, theirs].filter((page) => page !== undefined)

    test('both sides read that nothing comes back, also before the first day', () => {
      expect(words({ pages: both })).toEqual([
        'It has been picked up: cancelling ends the rental early, and you get nothing back.',
      ])
      expect(words({ pages: both }, 'owner')).toEqual([
        'It has been picked up: if Ana cancels, the rental ends early and Ana gets nothing back.',
      ])
    })
    test('the page of one side, and one that is brought back, take nothing away', () => {
      for (const pages of [both.slice(0, 1), both.slice(1), [...both, back]])
        expect(words({ pages })).toEqual(words({}))
    })
    test('an owner’s page alone ends it where nothing comes back anyway, and the owner may still cancel', () =>
      expect(words({ pages: both.slice(1) }, 'renter', new Date('2026-12-09T17:00:00Z'))).toEqual([
        'It has been picked up: cancelling ends the rental early, and you get nothing back.',
        'If Rosa cancels, you get everything back.',
      ]))
  })
  test('another zone than the device’s is named', () => {
    expect(zoneWords('America/New_York', 'Europe/Berlin')).toBe('New York time')
    expect(zoneWords('America/New_York', 'America/New_York')).toBe('')
  })
})

describe('the hand-over', () => {
  test('from the last day on it is about the return, on the listing’s clock', () => {
    expect(momentNow(base, new Date('2026-12-12T04:59:00Z'))).toBe('pickup')
    expect(momentNow(base, new Date('2026-12-12T05:00:00Z'))).toBe('return')
  })
  test('on a rental of one day it is about the pickup until that is written down', () => {
    const oneDay = { ...base, startDate: base.endDate }
    const noon = new Date('2026-12-12T17:00:00Z')
    expect(momentNow(oneDay, noon)).toBe('pickup')
    expect(momentNow({ ...oneDay, written: ['pickup'] }, noon)).toBe('return')
    expect(momentNow(oneDay, new Date('2026-12-13T05:00:00Z'))).toBe('return')
  })
  test('before the first day the pickup says what the pages of both sides change', () => {
    const hint = (changes: Partial<Booking>, role: OfferRole = 'renter', now = NOW) =>
      momentHint('pickup', { ...base, ...paid, ...changes }, role, now)
    expect(hint({})).toBe(
      'Look at everything together before you take it over. Once both of you have saved this page, it counts as picked up: cancelling brings you nothing back from then on.',
    )
    expect(hint({}, 'owner')).toEndWith(
      'Once both of you have saved this page, it counts as picked up: Ana gets nothing back by cancelling from then on, and you can no longer cancel.',
    )
    const plain = 'Look at everything together before you take it over.'
    expect(hint({ status: 'completed' })).toBe(plain)
    expect(hint({}, 'renter', new Date('2026-12-10T05:00:00Z'))).toBe(plain)
    expect(momentHint('return', { ...base, ...paid }, 'renter', NOW)).toBe(
      'Look at everything together when it goes back.',
    )
  })
  test('says who has written and who has not', () => {
    const page = { moment: 'pickup' as const, userId: 1, checks: [], photos: [], note: null, writtenAt: '' }
    expect(momentSummary([page], 1, 'Rosa')).toBe('You: written down. Rosa: nothing yet.')
    expect(momentSummary([page], 2, 'Ana')).toBe('You: nothing yet. Ana: written down.')
  })
})

describe('the receipt', () => {
  test('its number', () =>
    expect([receiptNumber({ id: 42 }), receiptNumber({ id: 1234567 })]).toEqual(['TR-000042', 'TR-1234567']))
  test('only money that moved has one', () =>
    expect(PAYMENT_STATES.filter((paymentState) => hasReceipt({ paymentState }))).toEqual([
      'captured',
      'refunding',
      'refunded',
      'refund_failed',
    ]))
  test('lines and state', () => {
    const read = (changes: Partial<Booking>) => {
      const booking = { ...base, ...paid, ...changes }
      return [receiptState(booking), ...receiptLines(booking).map(({ label, amount }) => `${label}: ${amount}`)]
    }
    expect(read({})).toEqual(['Paid', '3 days x 2 x $14.00: $84.01', 'Total: $84.01'])
    expect(read({ paymentState: 'refunding', refundedAmount: 8401 })).toEqual([
      'Paid, refund on its way',
      '3 days x 2 x $14.00: $84.01',
      'Total: $84.01',
      'Refund: -$84.01',
      'Paid in the end: $0.00',
    ])
    expect(read({ paymentState: 'refunding', disputeState: 'open' })[0]).toBe('Paid, refund waits for the bank')
    expect(read({ paymentState: 'refund_failed' })[0]).toBe('Paid, refund still owed')
    expect(read({ paymentState: 'refunded', refundedAmount: 4200 })).toEqual([
      'Partly refunded',
      '3 days x 2 x $14.00: $84.01',
      'Total: $84.01',
      'Refunded: -$42.00',
      'Paid in the end: $42.01',
    ])
    expect(read({ paymentState: 'refunded', refundedAmount: 8401 })[0]).toBe('Refunded')
    const byBank = [moment('kept_by_bank', 8401)]
    expect(read({ refundedAmount: 8401, disputeState: 'lost', money: byBank })).toEqual([
      'Paid back',
      '3 days x 2 x $14.00: $84.01',
      'Total: $84.01',
      'Paid back: -$84.01',
      'Paid in the end: $0.00',
    ])
    expect(read({ refundedAmount: 4200, money: [moment('kept_by_bank', 4200)] })[0]).toBe('Partly paid back')
    const damage = moment('damage', 4500)
    const withMoney = (...money: MoneyMoment[]) => read({ money }).slice(2)
    const full = ['Total: $84.01', 'Damage claim: $45.00', 'Paid in the end: $129.01']
    expect(withMoney(damage)).toEqual(full)
    expect(withMoney(damage, moment('damage_refunded', 1500))).toEqual([
      'Total: $84.01',
      'Damage claim: $30.00',
      'Paid in the end: $114.01',
    ])
    expect(withMoney(damage, moment('damage_refunded', 4500))).toEqual(['Total: $84.01'])
    expect(withMoney(damage, moment('damage_refunded', 4500), moment('damage_refund_returned', 4500))).toEqual(full)
    expect(withMoney(damage, moment('damage_kept_by_bank', 4500))).toEqual(['Total: $84.01'])
  })
})

test('a page of a hand-over that arrived late says when', () => {
  const now = new Date(2026, 10, 21)
  const at = (day: number, minute = 0) => new Date(2026, 10, day, 14, minute).toISOString()
  const written = 'Written on Tuesday, Nov 3, 2:00 PM'
  expect(pageTimes({ writtenAt: at(3) }, now)).toBe(written)
  expect(pageTimes({ writtenAt: at(3), arrivedAt: at(3, 5) }, now)).toBe(written)
  expect(pageTimes({ writtenAt: at(3), arrivedAt: at(20) }, now)).toBe(`${written}. Arrived on Friday, Nov 20, 2:00 PM`)
})
