import { CANCELLED_UNSENT, ENDED_EARLY, isDelivered } from '#schema/booking'
import { type DateRange, todayIn } from '#schema/date-range'
import { formatCents } from '#schema/money'
import { refundAheadWords } from '../../money/dispute-words'
import { keptByBank, owedRefundWords, PAY_TIME_OVER } from '../../money/money-story'
import { isolated } from '../../ui/isolated'
import { dayWords } from '../../ui/times/far-off'
import { formatDeadline } from '../../ui/times/offer-times'
import type { ShownBooking } from './booking-queries'
import type { OfferPhase } from './offer-phase'

/** The parts of the sentences. */
interface Facts {
  /** The other side's name. */
  other: string
  money: string
  dates: string
  start: string
  end: string
  /** ' by Friday, 3:10 PM', or nothing while no deadline is known. */
  by: string
  /** 'Friday, 3:10 PM', or nothing. */
  until: string
  reason: string | null
  now: Date
  booking: ShownBooking
}

type Sentence = (facts: Facts) => string
type Role = 'renter' | 'owner'

const SENTENCES: Record<OfferPhase, Record<Role, Sentence>> = {
  unfinished: {
    renter: ({ by }) => `Not sent yet. Finish the payment${by}, or this offer ends.`,
    owner: ({ other }) => `${other} is still paying.`,
  },
  waiting: {
    renter: ({ other, money, until }) =>
      until
        ? `Waiting for ${other}. Your ${money} hold lasts until ${until}.`
        : `Waiting for ${other}. Your ${money} hold is in place.`,
    owner: ({ other, dates, by, booking }) =>
      `${other} would like ${booking.quantity > 1 ? `${booking.quantity} of these` : 'this'} ${dates}. Please answer${by || ' soon'}.`,
  },
  'run-out': {
    renter: ({ money, booking }) =>
      booking.paymentState === 'unconfirmed'
        ? PAY_TIME_OVER
        : `This offer has expired. Your ${money} hold is being released.`,
    owner: ({ other }) => `This offer has expired. ${other}’s hold is being released.`,
  },
  declining: {
    renter: ({ other }) => `Waiting for ${other}.`,
    owner: ({ other }) => `Your answer goes to ${other} as soon as there is a connection.`,
  },
  capturing: {
    renter: ({ other, money }) => `${other} approved. Your ${money} is being taken now.`,
    owner: ({ other, money }) => `You approved. ${other}’s ${money} is being taken now.`,
  },
  unpaid: {
    renter: ({ other, money, by }) =>
      `${other} approved, but your card was refused. Pay ${money}${by}, or the booking is cancelled.`,
    owner: ({ other, until }) =>
      `You approved, but ${other}’s card was refused. ${other} has ${until ? `until ${until}` : 'a day'} to pay, then the dates are free again.`,
  },
  'unpaid-over': {
    renter: () => PAY_TIME_OVER,
    owner: ({ other }) => `The time to pay is over. If ${other} paid in time, this goes on once the bank has answered.`,
  },
  ahead: {
    renter: ({ other, start, booking }) =>
      isDelivered(booking) ? `Paid. ${other} brings it on ${start}.` : `Paid. ${other} expects you on ${start}.`,
    owner: ({ other, money, start, booking }) =>
      `${other} has paid ${money}. ${isDelivered(booking) ? 'Bring it' : 'Hand it over'} on ${start}.`,
  },
  'under-way': {
    renter: ({ other, end, booking }) =>
      `Yours until ${end}. Then ${isDelivered(booking) ? `${other} fetches it` : `it goes back to ${other}`}.`,
    owner: ({ other, end, booking }) =>
      `Rented to ${other} until ${end}.${isDelivered(booking) ? ' Then you fetch it.' : ''}`,
  },
  over: {
    renter: ({ end }) => `The rental ended on ${end}.`,
    owner: ({ end }) => `The rental ended on ${end}.`,
  },
  completed: {
    renter: (facts) =>
      facts.reason === ENDED_EARLY
        ? `You ended this rental early${bookedUntil(facts, isDelivered(facts.booking) ? `${facts.other} fetches it;` : `Please give it back to ${facts.other};`)}`
        : `Completed. You rented from ${facts.other} until ${facts.end}.`,
    owner: (facts) =>
      facts.reason === ENDED_EARLY
        ? `${facts.other} ended this rental early${bookedUntil(facts, 'The money stays yours, and')}`
        : `Completed. ${facts.other} rented until ${facts.end}.`,
  },
  declined: {
    renter: (facts) =>
      facts.reason === 'dates_taken'
        ? `Someone else was approved for these dates. ${holdGoes(facts)}`
        : facts.reason === 'listing_deleted'
          ? `${facts.other} no longer rents this out. ${holdGoes(facts)}`
          : `${facts.other} declined. ${holdGoes(facts)}`,
    owner: ({ reason }) =>
      reason === 'dates_taken'
        ? 'You approved another offer for these dates, so this one was declined.'
        : reason === 'listing_deleted'
          ? 'You deleted the listing, so this offer was declined.'
          : 'You declined.',
  },
  expired: { renter: renterExpired, owner: ownerExpired },
  cancelled: {
    renter: (facts) => `${cancelledBy(facts, 'renter')} ${moneyGoes(facts, 'renter')}`,
    owner: (facts) => `${cancelledBy(facts, 'owner')} ${moneyGoes(facts, 'owner')}`.trim(),
  },
  unknown: {
    renter: ({ other }) => `Please update the app to see where this stands with ${other}.`,
    owner: ({ other }) => `Please update the app to see where this stands with ${other}.`,
  },
}

/** The sentence on top of a booking's card: person, days, amount and next step. */
export function offerSentence(booking: ShownBooking, phase: OfferPhase, role: Role, now: Date): string {
  const instant = phase === 'unpaid' ? booking.payBy : booking.expiresAt
  const until = instant ? formatDeadline(instant, now) : ''
  return SENTENCES[phase][role]({
    other: isolated(role === 'renter' ? booking.ownerUsername : booking.renterUsername),
    money: formatCents(booking.totalAmount),
    dates: weekdays(booking, now),
    start: dayWords(booking.startDate, now),
    end: dayWords(booking.endDate, now),
    by: until && ` by ${until}`,
    until,
    reason: booking.statusReason,
    now,
    booking,
  })
}

/** 'on Sat, Nov 28', or 'from Sat, Nov 28 to Mon, Nov 30'. */
function weekdays({ startDate, endDate }: DateRange, now: Date): string {
  if (startDate === endDate) return `on ${dayWords(startDate, now)}`
  return `from ${dayWords(startDate, now)} to ${dayWords(endDate, now)}`
}

function bookedUntil({ end, booking, now }: Facts, before: string): string {
  const isPast = todayIn(booking.timezone, now) > booking.endDate
  return isPast ? `; it was booked until ${end}.` : `. ${before} the days stay booked until ${end}.`
}

function holdGoes({ money, booking }: Facts): string {
  return booking.paymentState === 'released'
    ? `Your ${money} hold has been released.`
    : `Your ${money} hold is being released.`
}

function renterExpired(facts: Facts): string {
  if (facts.reason === 'not_confirmed') return 'The payment was not finished in time, so this offer was not sent.'
  if (facts.reason === 'dates_taken')
    return 'Someone else was approved for these dates before your payment was confirmed, so this offer was not sent.'
  if (facts.reason === 'listing_deleted') return `${facts.other} no longer rents this out, so this offer was not sent.`
  if (facts.reason === 'hold_lapsed') return 'Your bank let the hold lapse, so this offer ended. Nothing was taken.'
  return `${facts.other} did not answer in time. ${holdGoes(facts)}`
}

function ownerExpired({ other, reason }: Facts): string {
  if (reason === 'hold_lapsed') return `${other}’s hold lapsed at the bank, so this offer ended.`
  return 'You did not answer in time, so this offer ended.'
}

function cancelledBy({ other, reason }: Facts, role: Role): string {
  if (reason === 'not_paid')
    return role === 'renter'
      ? 'The payment did not come in time, so this booking was cancelled.'
      : `${other} did not pay in time, so this booking was cancelled.`
  if (reason === CANCELLED_UNSENT) return 'You cancelled before it was sent.'
  if (reason === 'cancelled_by_renter' || reason === 'cancelled_by_owner')
    return reason.endsWith(role) ? 'You cancelled.' : `${other} cancelled.`
  return 'This booking was cancelled.'
}

function moneyGoes({ other, booking }: Facts, role: Role): string {
  switch (booking.paymentState) {
    case 'refunding':
      return refundAheadWords(booking.disputeState, role === 'renter' ? 'payer' : 'payee', other)
    case 'captured':
    case 'refunded':
      return booking.refundedAmount === 0 ? 'No refund was due.' : moneyBack(other, booking, role)
    case 'refund_failed':
      return owedRefundWords(booking.money, {
        side: role === 'renter' ? 'payer' : 'payee',
        other,
        cents: booking.refundedAmount,
      })
    default:
      return role === 'renter' ? 'Nothing was taken.' : ''
  }
}

/** A bank that has decided gives money back by itself, beside what was refunded. */
function moneyBack(other: string, { refundedAmount, money }: ShownBooking, role: Role): string {
  const byBank = keptByBank(money)
  const [refund, returned] = [formatCents(refundedAmount - byBank), formatCents(byBank)]
  const [refunded, byTheBank] =
    role === 'renter'
      ? [`${refund} has been refunded.`, `Your bank has given you ${returned} back.`]
      : [`${refund} went back to ${other}.`, `${other}’s bank has given ${returned} back.`]
  return [byBank < refundedAmount && refunded, byBank > 0 && byTheBank].filter(Boolean).join(' ')
}
