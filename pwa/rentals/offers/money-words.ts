import { type Booking, hasReachedOwner, type PaymentState } from '#schema/booking'
import type { Transaction } from '#schema/earnings'
import { formatCents } from '#schema/money'
import { disputeWords, refundAheadWords } from '../../money/dispute-words'
import { keptByBank, owedRefundWords } from '../../money/money-story'
import { formatDeadline, formatMoment, onDeadline } from '../../ui/times/offer-times'
import type { OfferRole } from './offer-view'

interface Facts {
  /** The other side's name. */
  other: string
  total: string
  /** ' until Friday, 3:10 PM', or nothing. */
  until: string
  /** ' by Friday, 3:10 PM', or nothing. */
  by: string
  /** ' on Saturday, Nov 21, 3:10 PM', or nothing. */
  taken: string
  /** Without the part that the bank gave back; empty where nothing else was refunded. */
  refunded: string
  booking: Booking
}

type Words = Record<OfferRole, (facts: Facts) => string>

/** The place of a booking's money. A hold is never called a payment. */
const WORDS: Record<PaymentState, Words> = {
  unconfirmed: {
    renter: ({ booking, by }) =>
      booking.status === 'pending' || booking.status === 'approved'
        ? `Nothing is held and nothing has been taken yet. Please finish the payment${by}.`
        : 'Nothing was held and nothing was taken.',
    owner: ({ other }) => `Nothing has been taken from ${other} yet.`,
  },
  held: {
    renter: ({ total, until }) => `${total} is held on your card${until}. Nothing has been taken.`,
    owner: ({ total, other, until }) =>
      `${total} is held on ${other}’s card${until}. It is taken at the moment you approve.`,
  },
  capturing: {
    renter: ({ total }) => `${total} is being taken from your card now.`,
    owner: ({ total, other }) => `${total} is being taken from ${other}’s card now.`,
  },
  captured: { renter: taken, owner: taken },
  capture_failed: {
    renter: ({ total, by, booking }) =>
      booking.status === 'approved'
        ? `Your bank refused to pay ${total}. Nothing has been taken. Please pay${by}.`
        : 'Nothing was taken.',
    owner: ({ total, other, by, booking }) =>
      booking.status === 'approved'
        ? `${other}’s bank refused to pay ${total}. ${other} has been asked to pay${by}.`
        : 'Nothing was taken.',
  },
  releasing: {
    renter: (facts) => `${hold(facts)} is being released. Nothing was taken.`,
    owner: ({ total, other }) => `${other}’s ${total} hold is being released. Nothing was taken.`,
  },
  released: {
    renter: (facts) => `${hold(facts)} has been released. Nothing was taken.`,
    owner: ({ total, other }) => `${other}’s ${total} hold has been released. Nothing was taken.`,
  },
  refunding: {
    renter: (facts) => refundAhead(facts, 'payer'),
    owner: (facts) => refundAhead(facts, 'payee'),
  },
  refunded: { renter: taken, owner: taken },
  refund_failed: {
    renter: (facts) => owedRefund(facts, 'payer'),
    owner: (facts) => owedRefund(facts, 'payee'),
  },
}

/** The fate of the renter's money, for one of the two sides, in plain words. */
export function moneyWords(booking: Booking, role: OfferRole, now: Date): string {
  const { paymentState, totalAmount, refundedAmount, expiresAt, payBy } = booking
  const paidAt = booking.history.find(({ status }) => status === 'paid')?.at
  const deadline = booking.status === 'approved' ? payBy : expiresAt
  const words = WORDS[paymentState]?.[role]
  if (!words) return 'Please update the app to see where the money is.'
  const refunded = refundedAmount - keptByBank(booking.money)
  const facts = {
    other: role === 'renter' ? booking.ownerUsername : booking.renterUsername,
    total: formatCents(totalAmount),
    until: deadline ? ` until ${formatDeadline(deadline, now)}` : '',
    by: deadline ? ` by ${formatDeadline(deadline, now)}` : '',
    taken: paidAt ? ` on ${formatMoment(paidAt, now)}` : '',
    refunded: refunded > 0 ? formatCents(refunded) : '',
    booking,
  }
  const disputed = disputeWords(booking.disputeState, role === 'renter' ? 'payer' : 'payee', facts.other)
  return disputed ? `${words(facts)} ${disputed}` : words(facts)
}

/** A cancelled offer does not tell whether its hold was ever confirmed. */
function hold({ total, booking }: Facts): string {
  const isSure = hasReachedOwner(booking) && booking.status !== 'cancelled'
  return isSure ? `Your ${total} hold` : `Any hold of ${total} on your card`
}

function taken({ total, taken: on, refunded, booking }: Facts): string {
  const words = `${total} was taken${on}.`
  if (refunded) return `${words} ${refunded === total ? 'All of it' : refunded} has been refunded.`
  if (booking.refundedAmount > 0) return words
  if (booking.status === 'cancelled' && booking.paymentState === 'captured') return `${words} No refund was due.`
  return words
}

/** A refund that has been decided has not gone out yet. */
function refundAhead({ total, taken: on, other, booking }: Facts, side: 'payer' | 'payee'): string {
  return `${total} was taken${on}. ${refundAheadWords(booking.disputeState, side, other)}`
}

function owedRefund({ total, taken: on, other, booking }: Facts, side: 'payer' | 'payee'): string {
  return `${total} was taken${on}. ${owedRefundWords(booking.money, { side, other, cents: booking.refundedAmount })}`
}

/** The owner's part and its time, and the fee of a cancellation, from their lines for this booking; null while there is nothing to say. */
export function earningWords(lines: readonly Transaction[], now: Date): string | null {
  const own = lines.filter(({ type, cause }) => type !== 'payout' && cause !== 'cancel_fee')
  const disputed = disputedIn(own)
  const undisputed = own.filter((line) => !disputed.includes(line))
  const theirs = undisputed.filter(({ status }) => status === 'available')
  const waiting = undisputed.filter(({ status }) => status === 'pending')
  const held = disputed.filter(({ status }) => status === 'pending')
  const paidOut = disputed.filter(({ status }) => status !== 'pending')
  const said = [
    centsOf(paidOut) === 0 ? null : `Your ${sumOf(paidOut)} stays yours unless the bank decides against it.`,
    centsOf(held) === 0
      ? null
      : `Your ${sumOf(held)} waits until the bank has decided. If it decides against you, it is taken back.`,
    centsOf(theirs) === 0 ? null : `${sumOf(theirs)} of it is yours.`,
    centsOf(waiting) === 0 ? null : waitingWords(waiting, now),
    cardFeeWords(lines),
  ]
  return said.filter((words) => words !== null).join(' ') || null
}

/** The lines of an open dispute: the rental's, the damage's, or both. An amount that was taken back is no part of it by itself. */
function disputedIn(own: readonly Transaction[]): Transaction[] {
  const held = own.filter(({ heldBecause }) => heldBecause === 'dispute')
  const parts = Map.groupBy(held, ({ type, status }) => `${type === 'damage' ? 'damage' : 'rental'} ${status}`)
  return [...parts.values()].filter((lines) => centsOf(lines) > 0).flat()
}

/** The fee is borne by what they earn elsewhere, and is no part of this booking's money. */
function cardFeeWords(lines: readonly Transaction[]): string | null {
  const fee = -centsOf(lines.filter(({ cause }) => cause === 'cancel_fee'))
  return fee === 0 ? null : `The card fee of ${formatCents(fee)} is yours to bear: it is taken off what you earn.`
}

function waitingWords(waiting: readonly Transaction[], now: Date): string | null {
  const [line] = waiting
  if (!line) return null
  const sum = sumOf(waiting)
  if (line.heldBecause === 'claim') return `Your ${sum} waits until the damage claim is settled.`
  if (line.heldBecause === 'operator') return `Your ${sum} is held while your account is looked at.`
  if (line.heldBecause === 'payout_account') return `Your ${sum} waits until your payout account is ready.`
  return line.dueAt ? `${sum} becomes yours ${onDeadline(line.dueAt, now)}.` : `${sum} becomes yours after the rental.`
}

function centsOf(lines: readonly Transaction[]): number {
  return lines.reduce((total, { totalAmount }) => total + totalAmount, 0)
}

const sumOf = (lines: readonly Transaction[]) => formatCents(centsOf(lines))
