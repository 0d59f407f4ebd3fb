import { describe, expect, test } from 'bun:test'
import { BOOKING_STATUSES, canChangeBooking, ENDED_EARLY, PAYMENT_STATES } from '#schema/booking'
import { PAY_TIME_OVER } from '../../money/money-story'
import type { ShownBooking } from './booking-queries'
import { historyWords } from './history-words'
import { type OfferAction, type OfferRole, offerView } from './offer-view'

/** Saturday noon on the device's clock. */
const NOW = new Date(2026, 10, 21, 12, 0)
const FRIDAY = new Date(2026, 10, 27, 15, 10).toISOString()
const EARLIER = new Date(2026, 10, 21, 11, 59).toISOString()

function booking(changes: Partial<ShownBooking>): ShownBooking {
  return {
    id: 7,
    listingId: 3,
    userId: 1,
    ownerId: 2,
    renterUsername: 'Ana',
    ownerUsername: 'Rosa',
    startDate: '2026-11-28',
    endDate: '2026-11-30',
    quantity: 1,
    note: null,
    createdAt: NOW.toISOString(),
    status: 'pending',
    statusReason: null,
    statusChangedAt: NOW.toISOString(),
    paymentState: 'held',
    expiresAt: FRIDAY,
    payBy: null,
    totalAmount: 8400,
    refundedAmount: 0,
    listingTitle: 'Plates',
    listingPhoto: '',
    pricePerDay: 2800,
    terms: '',
    cancellationPreset: 'standard',
    timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    pickupAddress: null,
    pickupNote: null,
    history: [],
    clientId: null,
    declining: false,
    ...changes,
  }
}

type Row = [
  name: string,
  changes: Partial<ShownBooking>,
  role: OfferRole,
  sentence: string,
  chip: string,
  actions: OfferAction[],
]

const unconfirmed = { paymentState: 'unconfirmed' } as const
const paid = { status: 'paid', paymentState: 'captured', expiresAt: null } as const
const failed = { status: 'approved', paymentState: 'capture_failed', expiresAt: null, payBy: FRIDAY } as const
const endedEarly = { status: 'completed', statusReason: ENDED_EARLY, startDate: '2026-11-10' } as const
const cancelled = { status: 'cancelled', expiresAt: null } as const
const returned = {
  paymentState: 'captured',
  refundedAmount: 8400,
  disputeState: 'lost',
  money: [{ at: '2026-11-21T10:00:00.000Z', what: 'kept_by_bank', amount: 8400 }],
} satisfies Partial<ShownBooking>
const sentBack = {
  ...cancelled,
  paymentState: 'refund_failed',
  refundedAmount: 8401,
  money: [{ at: '2026-11-21T10:00:00.000Z', what: 'refund_returned', amount: 8401 }],
} satisfies Partial<ShownBooking>

const TABLE: Row[] = [
  [
    'held',
    {},
    'renter',
    'Waiting for Rosa. Your $84.00 hold lasts until Friday, 3:10 PM.',
    'waiting Pending',
    ['messages', 'cancel'],
  ],
  [
    'held',
    {},
    'owner',
    'Ana would like this from Sat, Nov 28 to Mon, Nov 30. Please answer by Friday, 3:10 PM.',
    'waiting Pending',
    ['approve', 'decline', 'messages'],
  ],
  [
    'several for a day',
    { quantity: 4, endDate: '2026-11-28' },
    'owner',
    'Ana would like 4 of these on Sat, Nov 28. Please answer by Friday, 3:10 PM.',
    'waiting Pending',
    ['approve', 'decline', 'messages'],
  ],
  [
    'held without an end',
    { expiresAt: null },
    'renter',
    'Waiting for Rosa. Your $84.00 hold is in place.',
    'waiting Pending',
    ['messages', 'cancel'],
  ],
  [
    'unconfirmed',
    unconfirmed,
    'renter',
    'Not sent yet. Finish the payment by Friday, 3:10 PM, or this offer ends.',
    'waiting Payment needed',
    ['finish-payment', 'cancel'],
  ],
  ['unconfirmed too long', { ...unconfirmed, expiresAt: EARLIER }, 'renter', PAY_TIME_OVER, 'danger Pending', []],
  [
    'unanswered too long',
    { expiresAt: EARLIER },
    'renter',
    'This offer has expired. Your $84.00 hold is being released.',
    'danger Pending',
    ['messages'],
  ],
  [
    'unanswered too long',
    { expiresAt: EARLIER },
    'owner',
    'This offer has expired. Ana’s hold is being released.',
    'danger Pending',
    ['messages'],
  ],
  [
    'declining',
    { declining: true },
    'owner',
    'Your answer goes to Ana as soon as there is a connection.',
    'waiting Declining...',
    ['messages'],
  ],
  [
    'capturing',
    { status: 'approved', paymentState: 'capturing' },
    'renter',
    'Rosa approved. Your $84.00 is being taken now.',
    'success Approved',
    ['messages'],
  ],
  [
    'capture failed',
    failed,
    'renter',
    'Rosa approved, but your card was refused. Pay $84.00 by Friday, 3:10 PM, or the booking is cancelled.',
    'danger Payment needed',
    ['finish-payment', 'messages', 'cancel'],
  ],
  [
    'capture failed',
    failed,
    'owner',
    'You approved, but Ana’s card was refused. Ana has until Friday, 3:10 PM to pay, then the dates are free again.',
    'danger Approved',
    ['messages', 'cancel'],
  ],
  [
    'second hold open',
    { ...failed, ...unconfirmed },
    'renter',
    'Rosa approved, but your card was refused. Pay $84.00 by Friday, 3:10 PM, or the booking is cancelled.',
    'danger Payment needed',
    ['finish-payment', 'messages', 'cancel'],
  ],
  [
    'never paid',
    { ...failed, payBy: EARLIER },
    'owner',
    'The time to pay is over. If Ana paid in time, this goes on once the bank has answered.',
    'danger Approved',
    ['messages'],
  ],
  [
    'delivered, ahead',
    { ...paid, deliveryFee: 1500 },
    'renter',
    'Paid. Rosa brings it on Sat, Nov 28.',
    'success Paid',
    ['messages', 'cancel'],
  ],
  [
    'delivered, ahead',
    { ...paid, deliveryFee: 0 },
    'owner',
    'Ana has paid $84.00. Bring it on Sat, Nov 28.',
    'success Paid',
    ['messages', 'ask-back', 'cancel'],
  ],
  [
    'delivered, first day',
    { ...paid, deliveryFee: 1500, startDate: '2026-11-21' },
    'renter',
    'Yours until Mon, Nov 30. Then Rosa fetches it.',
    'success Paid',
    ['messages', 'cancel'],
  ],
  [
    'delivered, first day',
    { ...paid, deliveryFee: 1500, startDate: '2026-11-21' },
    'owner',
    'Rented to Ana until Mon, Nov 30. Then you fetch it.',
    'success Paid',
    ['messages', 'ask-back', 'cancel'],
  ],
  ['paid, ahead', paid, 'renter', 'Paid. Rosa expects you on Sat, Nov 28.', 'success Paid', ['messages', 'cancel']],
  [
    'paid, ahead',
    paid,
    'owner',
    'Ana has paid $84.00. Hand it over on Sat, Nov 28.',
    'success Paid',
    ['messages', 'ask-back', 'cancel'],
  ],
  [
    'paid, first day',
    { ...paid, startDate: '2026-11-21' },
    'renter',
    'Yours until Mon, Nov 30. Then it goes back to Rosa.',
    'success Paid',
    ['messages', 'cancel'],
  ],
  [
    'paid, over',
    { ...paid, startDate: '2026-11-18', endDate: '2026-11-20' },
    'owner',
    'The rental ended on Fri, Nov 20.',
    'success Paid',
    ['messages'],
  ],
  [
    'completed',
    { status: 'completed' },
    'renter',
    'Completed. You rented from Rosa until Mon, Nov 30.',
    'neutral Completed',
    ['messages'],
  ],
  [
    'ended early, before its last day',
    endedEarly,
    'renter',
    'You ended this rental early. Please give it back to Rosa; the days stay booked until Mon, Nov 30.',
    'neutral Completed',
    ['messages'],
  ],
  [
    'ended early, after its last day',
    { ...endedEarly, endDate: '2026-11-20' },
    'renter',
    'You ended this rental early; it was booked until Fri, Nov 20.',
    'neutral Completed',
    ['messages'],
  ],
  [
    'ended early, after its last day',
    { ...endedEarly, endDate: '2026-11-20' },
    'owner',
    'Ana ended this rental early; it was booked until Fri, Nov 20.',
    'neutral Completed',
    ['messages'],
  ],
  [
    'declined',
    { status: 'declined', paymentState: 'released' },
    'renter',
    'Rosa declined. Your $84.00 hold has been released.',
    'refused Declined',
    ['messages'],
  ],
  [
    'outrun',
    { status: 'declined', statusReason: 'dates_taken', paymentState: 'releasing' },
    'renter',
    'Someone else was approved for these dates. Your $84.00 hold is being released.',
    'refused Declined',
    ['messages'],
  ],
  [
    'outrun',
    { status: 'declined', statusReason: 'dates_taken' },
    'owner',
    'You approved another offer for these dates, so this one was declined.',
    'refused Declined',
    ['messages'],
  ],
  [
    'expired',
    { status: 'expired', statusReason: 'not_answered', paymentState: 'released' },
    'renter',
    'Rosa did not answer in time. Your $84.00 hold has been released.',
    'danger Expired',
    ['messages'],
  ],
  [
    'never sent',
    { status: 'expired', statusReason: 'not_confirmed' },
    'renter',
    'The payment was not finished in time, so this offer was not sent.',
    'danger Expired',
    [],
  ],
  [
    'never sent, and its days were taken meanwhile',
    { status: 'expired', statusReason: 'dates_taken' },
    'renter',
    'Someone else was approved for these dates before your payment was confirmed, so this offer was not sent.',
    'danger Expired',
    [],
  ],
  [
    'never sent, and its listing is gone',
    { status: 'expired', statusReason: 'listing_deleted' },
    'renter',
    'Rosa no longer rents this out, so this offer was not sent.',
    'danger Expired',
    [],
  ],
  [
    'lapsed',
    { status: 'expired', statusReason: 'hold_lapsed' },
    'owner',
    'Ana’s hold lapsed at the bank, so this offer ended.',
    'danger Expired',
    ['messages'],
  ],
  [
    'cancelled, half back',
    { ...cancelled, statusReason: 'cancelled_by_renter', paymentState: 'refunded', refundedAmount: 4200 },
    'renter',
    'You cancelled. $42.00 has been refunded.',
    'danger Cancelled',
    ['messages'],
  ],
  [
    'cancelled, half back',
    { ...cancelled, statusReason: 'cancelled_by_renter', paymentState: 'refunded', refundedAmount: 4200 },
    'owner',
    'Ana cancelled. $42.00 went back to Ana.',
    'danger Cancelled',
    ['messages'],
  ],
  [
    'cancelled late',
    { ...cancelled, statusReason: 'cancelled_by_renter', paymentState: 'captured' },
    'renter',
    'You cancelled. No refund was due.',
    'danger Cancelled',
    ['messages'],
  ],
  [
    'cancelled late, and returned by the bank since',
    { ...cancelled, statusReason: 'cancelled_by_renter', ...returned },
    'renter',
    'You cancelled. Your bank has given you $84.00 back.',
    'danger Cancelled',
    ['messages'],
  ],
  [
    'cancelled late, and returned by the bank since',
    { ...cancelled, statusReason: 'cancelled_by_renter', ...returned },
    'owner',
    'Ana cancelled. Ana’s bank has given $84.00 back.',
    'danger Cancelled',
    ['messages'],
  ],
  [
    'cancelled by the owner',
    { ...cancelled, statusReason: 'cancelled_by_owner', paymentState: 'refunding' },
    'renter',
    'Rosa cancelled. Your refund is on its way.',
    'danger Cancelled',
    ['messages'],
  ],
  [
    'cancelled by the owner while a bank decides',
    { ...cancelled, statusReason: 'cancelled_by_owner', paymentState: 'refunding', disputeState: 'open' },
    'renter',
    'Rosa cancelled. Your refund waits until your bank has decided.',
    'danger Cancelled',
    ['messages'],
  ],
  [
    'cancelled by the owner, and the bank sent the refund back',
    { ...sentBack, statusReason: 'cancelled_by_owner' },
    'renter',
    'Rosa cancelled. Your bank sent your refund of $84.01 back to us. We keep it for you and try again by ourselves; if that fails too, we pay you another way.',
    'danger Cancelled',
    ['messages'],
  ],
  [
    'cancelled by the owner, and the bank sent the refund back',
    { ...sentBack, statusReason: 'cancelled_by_owner' },
    'owner',
    'You cancelled. Ana’s bank sent the refund of $84.01 back. It is tried again; there is nothing for you to do.',
    'danger Cancelled',
    ['messages'],
  ],
  [
    'cancelled unpaid',
    { ...cancelled, statusReason: 'not_paid', paymentState: 'released' },
    'owner',
    'Ana did not pay in time, so this booking was cancelled.',
    'danger Cancelled',
    ['messages'],
  ],
  [
    'from a newer version',
    { status: 'disputed' as 'paid' },
    'owner',
    'Please update the app to see where this stands with Ana.',
    'danger Disputed',
    ['messages'],
  ],
]

describe('the words of a card', () => {
  for (const [name, changes, role, sentence, chip, actions] of TABLE) {
    test(`${name}, to the ${role}`, () => {
      const view = offerView(booking(changes), role, NOW)
      expect(view.sentence).toBe(sentence)
      expect(`${view.chip.tone} ${view.chip.word}`).toBe(chip)
      expect(view.actions).toEqual(actions)
    })
  }

  test('the total is owed by the renter alone, and only while a payment is due', () => {
    expect(offerView(booking(failed), 'renter', NOW).owed).toBe(true)
    expect(offerView(booking(failed), 'owner', NOW).owed).toBe(false)
    expect(offerView(booking({}), 'renter', NOW).owed).toBe(false)
  })

  test('a write that waits for a connection says so', () => {
    const reason = (changes: Partial<ShownBooking>, role: OfferRole) =>
      offerView(booking(changes), role, NOW).offlineReason
    expect(reason({}, 'owner')).toBe('Approving needs a connection. Declining can wait for one.')
    expect(reason(failed, 'renter')).toBe('Not paid yet. Connect to finish the payment or to cancel.')
    expect(reason(paid, 'owner')).toBe('Cancelling needs a connection.')
    expect(reason({ status: 'completed' }, 'renter')).toBe('')
  })

  test('cancelling is named after what there is to cancel', () => {
    expect(offerView(booking({}), 'renter', NOW).cancelLabel).toBe('Cancel offer')
    expect(offerView(booking(paid), 'renter', NOW).cancelLabel).toBe('Cancel booking')
    const pages = [2, 1].map((userId) => ({ moment: 'pickup' as const, userId }))
    expect(offerView({ ...booking(paid), pages }, 'renter', NOW).cancelLabel).toBe('End early')
    expect(offerView({ ...booking(paid), pages: pages.slice(0, 1) }, 'renter', NOW).cancelLabel).toBe('Cancel booking')
  })

  test('an address is shown while the hand-over is agreed', () => {
    const at = { pickupAddress: '12 Pine Street', pickupNote: 'Ring twice' }
    expect(offerView(booking({ ...paid, ...at }), 'renter', NOW).pickupNote).toBe('Ring twice')
    expect(offerView(booking({ ...cancelled, ...at }), 'renter', NOW).pickupNote).toBeNull()
    expect(offerView(booking({ ...paid, ...at }), 'renter', NOW).pickupAddress).toBe('12 Pine Street')
    expect(offerView(booking({ ...cancelled, ...at }), 'owner', NOW).pickupAddress).toBeNull()
    expect(offerView(booking(at), 'owner', NOW).pickupAddress).toBeNull()
  })

  test('a countdown runs to the answer, or to the payment', () => {
    expect(offerView(booking({}), 'owner', NOW).deadline).toBe(FRIDAY)
    expect(offerView(booking(failed), 'renter', NOW).deadline).toBe(FRIDAY)
    expect(offerView(booking(paid), 'renter', NOW).deadline).toBeNull()
  })

  test('no button promises a move that the lifecycle refuses', () => {
    const moves = { approve: 'approved', decline: 'declined', cancel: 'cancelled' } as const
    let offered = 0
    for (const status of BOOKING_STATUSES)
      for (const paymentState of PAYMENT_STATES)
        for (const role of ['renter', 'owner'] as const)
          for (const action of offerView(booking({ status, paymentState }), role, NOW).actions) {
            const to = moves[action as keyof typeof moves]
            if (!to) continue
            offered++
            expect(canChangeBooking(status, to, role)).toBe(true)
          }
    expect(offered).toBeGreaterThan(10)
  })
})

describe('history', () => {
  const at = NOW.toISOString()
  const lines: [Parameters<typeof historyWords>[0], OfferRole, string][] = [
    [{ at, actor: 'renter', status: 'pending', reason: null }, 'renter', 'You made the offer'],
    [{ at, actor: 'renter', status: 'pending', reason: null }, 'owner', 'Ana made the offer'],
    [{ at, actor: 'owner', status: 'approved', reason: null }, 'renter', 'Rosa approved'],
    [{ at, actor: 'provider', status: 'paid', reason: null }, 'owner', '$84.00 was taken'],
    [{ at, actor: 'owner', status: 'declined', reason: null }, 'owner', 'You declined'],
    [
      { at, actor: 'clock', status: 'declined', reason: 'dates_taken' },
      'renter',
      'Another offer was approved for these dates',
    ],
    [{ at, actor: 'clock', status: 'expired', reason: 'not_answered' }, 'renter', 'Rosa did not answer in time'],
    [
      { at, actor: 'clock', status: 'expired', reason: 'dates_taken' },
      'renter',
      'Another offer was approved for these dates',
    ],
    [{ at, actor: 'clock', status: 'expired', reason: 'listing_deleted' }, 'renter', 'Rosa no longer rents this out'],
    [{ at, actor: 'provider', status: 'expired', reason: 'hold_lapsed' }, 'renter', 'The hold lapsed at the bank'],
    [{ at, actor: 'clock', status: 'cancelled', reason: 'not_paid' }, 'owner', 'The payment did not come in time'],
    [{ at, actor: 'owner', status: 'cancelled', reason: 'cancelled_by_owner' }, 'renter', 'Rosa cancelled'],
  ]
  for (const [entry, role, words] of lines) {
    test(`${words} (to the ${role})`, () => expect(historyWords(entry, booking({}), role).what).toBe(words))
  }
})
