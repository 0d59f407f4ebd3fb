import { addDays, addMinutes } from 'date-fns'
import { blocksDates, capturePaymentDueBy, offerExpiresAt, type PaymentState, refundFor } from '#schema/booking'
import type { History } from '../rentals/bookings/booking-queries'
import type { Situation } from './booking-plan'
import { CAPTURE_SECONDS, type Times } from './booking-times'
import type { DemoBooking } from './demo-basis'

/** The fields that are fixed when an offer is made. */
export interface Offer {
  startDate: string
  endDate: string
  totalAmount: number
  cancellationPreset: DemoBooking['cancellationPreset']
  timezone: string
}

interface End {
  status: History['status']
  paymentState: PaymentState
  /** How far it went before its last step, if it had one. */
  until: 'made' | 'approved' | 'paid'
  last?: [actor: History['actor'], reason: string | null]
}

const ENDS: Record<Situation, End> = {
  pending: { status: 'pending', paymentState: 'held', until: 'made' },
  unpaid: { status: 'approved', paymentState: 'capture_failed', until: 'approved' },
  paid_ahead: { status: 'paid', paymentState: 'captured', until: 'paid' },
  paid_now: { status: 'paid', paymentState: 'captured', until: 'paid' },
  completed: { status: 'completed', paymentState: 'captured', until: 'paid', last: ['clock', null] },
  just_ended: { status: 'completed', paymentState: 'captured', until: 'paid', last: ['clock', null] },
  declined: { status: 'declined', paymentState: 'released', until: 'made', last: ['owner', null] },
  dates_taken: { status: 'declined', paymentState: 'released', until: 'made', last: ['clock', 'dates_taken'] },
  expired: { status: 'expired', paymentState: 'released', until: 'made', last: ['clock', 'not_answered'] },
  withdrawn: { status: 'cancelled', paymentState: 'released', until: 'made', last: ['renter', 'cancelled_by_renter'] },
  not_paid: { status: 'cancelled', paymentState: 'released', until: 'approved', last: ['clock', 'not_paid'] },
  cancelled_by_renter: {
    status: 'cancelled',
    paymentState: 'refunded',
    until: 'paid',
    last: ['renter', 'cancelled_by_renter'],
  },
  cancelled_by_owner: {
    status: 'cancelled',
    paymentState: 'refunded',
    until: 'paid',
    last: ['owner', 'cancelled_by_owner'],
  },
}

/** The provider keeps a hold this long. */
const HOLD_DAYS = 7

/** The columns of a booking that say how it came to stand where it does. */
export function courseOf(situation: Situation, offer: Offer, times: Times) {
  const end = ENDS[situation]
  const captureBefore = addDays(times.createdAt, HOLD_DAYS)
  const refundedAmount = refundIn(situation, offer, times)
  const paymentState = end.paymentState === 'refunded' && refundedAmount === 0 ? 'captured' : end.paymentState
  return {
    status: end.status,
    statusReason: end.last?.[1] ?? null,
    statusChangedAt: times.changedAt.toISOString(),
    paymentState: paymentState satisfies PaymentState,
    captureBefore: captureBefore.toISOString(),
    heldAt: addMinutes(times.createdAt, 1).toISOString(),
    expiresAt: end.status === 'pending' ? expiryOf(offer, times, captureBefore) : null,
    payBy: situation === 'unpaid' ? payByOf(offer, times) : null,
    refundedAmount,
    createdAt: times.createdAt.toISOString(),
  }
}

/** Did the owner agree at some point, so that the renter knows the address? */
export function wasAgreed(situation: Situation): boolean {
  return ENDS[situation].until !== 'made'
}

/** The history of the booking, in order. */
export function historyOf(situation: Situation, times: Times): History[] {
  const { status, until, last } = ENDS[situation]
  const capturedAt = new Date(times.answeredAt.getTime() + CAPTURE_SECONDS * 1000)
  const steps: [Date, History['actor'], History['status'], string | null][] = [
    [times.createdAt, 'renter', 'pending', null],
  ]
  if (until !== 'made') steps.push([times.answeredAt, 'owner', 'approved', null])
  if (until === 'paid') steps.push([capturedAt, 'provider', 'paid', null])
  if (last) steps.push([times.changedAt, last[0], status, last[1]])
  return steps.map(([at, actor, reached, reason]) => ({ at: at.toISOString(), actor, status: reached, reason }))
}

function expiryOf({ startDate, timezone }: Offer, { createdAt }: Times, captureBefore: Date): string {
  return offerExpiresAt({ createdAt, captureBefore, startDate, zone: timezone }).toISOString()
}

function payByOf(offer: Offer, { answeredAt }: Times): string {
  return capturePaymentDueBy(answeredAt, offer).toISOString()
}

function refundIn(situation: Situation, offer: Offer, { changedAt }: Times): number {
  const [actor] = ENDS[situation].paymentState === 'refunded' ? (ENDS[situation].last ?? []) : []
  if (actor !== 'renter' && actor !== 'owner') return 0
  const { totalAmount, startDate, timezone, cancellationPreset } = offer
  return refundFor({ status: 'paid', totalAmount, startDate, zone: timezone, cancellationPreset }, actor, changedAt)
}

/** Does a booking in this situation keep its days from others? */
export function takesDays(situation: Situation): boolean {
  return blocksDates(ENDS[situation].status)
}
