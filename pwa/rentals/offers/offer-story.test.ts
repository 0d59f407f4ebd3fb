import { expect, test } from 'bun:test'
import type { Booking } from '#schema/booking'
import type { Transaction } from '#schema/earnings'
import type { MoneyEvent } from '#schema/payment'
import { offerStory } from './offer-story'

const at = (day: number) => new Date(2026, 11, day, 12).toISOString()
const entry = (day: number, actor: Booking['history'][number]['actor'], status: Booking['status']) => ({
  at: at(day),
  actor,
  status,
  reason: null,
})
const moment = (day: number, what: MoneyEvent, amount: number) => ({ at: at(day), what, amount })
const base: Booking = {
  id: 1,
  listingId: 1,
  userId: 1,
  ownerId: 2,
  renterUsername: 'Ana',
  ownerUsername: 'Rosa',
  startDate: '2026-12-10',
  endDate: '2026-12-12',
  quantity: 1,
  note: null,
  createdAt: at(1),
  status: 'pending',
  statusReason: null,
  statusChangedAt: at(1),
  paymentState: 'held',
  expiresAt: at(7),
  payBy: null,
  totalAmount: 8400,
  refundedAmount: 0,
  listingTitle: 'Plates',
  listingPhoto: '',
  pricePerDay: 2800,
  terms: '',
  cancellationPreset: 'standard',
  timezone: 'America/New_York',
  pickupAddress: null,
  pickupNote: null,
  history: [entry(1, 'renter', 'pending')],
  clientId: null,
}
const waiting: Transaction = {
  id: 1,
  type: 'rental',
  listing: 'Plates',
  bookingId: 1,
  purchaseId: null,
  totalAmount: 7560,
  fee: 840,
  status: 'pending',
  dueAt: at(14),
  heldBecause: null,
  createdAt: at(2),
}
const told = (booking: Partial<Booking>, role: 'renter' | 'owner', lines: Transaction[] = []) =>
  offerStory({ ...base, ...booking }, role, lines).map(({ what, ahead }) => (ahead ? `(${what})` : what))

test('a hold says until when it holds', () => {
  expect(told({}, 'renter')).toEqual(['You made the offer', '($84.00 is held on your card until then)'])
  expect(told({}, 'owner').at(-1)).toBe('($84.00 is held on Ana’s card until then)')
  expect(told({ paymentState: 'released', status: 'declined' }, 'renter')).toEqual(['You made the offer'])
})

test('taken, sent on, refunded and taken back stand in their order between what people did', () => {
  const history = [entry(1, 'renter', 'pending'), entry(2, 'owner', 'approved'), entry(2, 'provider', 'paid')]
  const done = { status: 'paid', paymentState: 'captured', expiresAt: null, history } as const
  expect(told(done, 'owner', [waiting]).slice(1)).toEqual([
    'You approved',
    '$84.00 was taken',
    '($75.60 becomes yours)',
  ])
  expect(told(done, 'owner', [{ ...waiting, heldBecause: 'claim' }]).at(-1)).toBe('$84.00 was taken')
  const money = [
    moment(14, 'released', 7560),
    moment(14, 'sent', 7560),
    moment(16, 'damage', 900),
    moment(20, 'refunded', 1000),
    moment(21, 'taken_back', 900),
  ]
  const over = [...history, entry(13, 'clock', 'completed')]
  expect(told({ ...done, status: 'completed', history: over, money }, 'owner').slice(3)).toEqual([
    'The rental was completed',
    '$75.60 became yours',
    '$75.60 was sent on to your payout account',
    '$10.00 was refunded to Ana',
    '$9.00 was taken back from your payout account',
  ])
  const theirs = [moment(20, 'refunded', 1000), moment(22, 'refund_returned', 1000), moment(30, 'refund_settled', 1000)]
  expect(told({ ...done, history: over, money: theirs }, 'renter').slice(4)).toEqual([
    '$10.00 was refunded to you',
    'Your bank sent the refund of $10.00 back to us',
    '$10.00 was paid back to you in another way',
  ])
})
