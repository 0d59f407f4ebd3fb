import type { DamageReport } from '#schema/damage-report'
import type { ModerationAct } from '#schema/moderation'
import { formatCents } from '#schema/money'
import type { Found } from '#schema/operator'
import { hasReceipt, receiptState } from '../rentals/offers/receipt-words'
import { formatMoment } from '../ui/times/offer-times'

/** The kinds of things that operators find, one and several. */
export const FOUND_WORDS: Readonly<Record<Found['kind'], { one: string; all: string }>> = {
  user: { one: 'Person', all: 'People' },
  booking: { one: 'Booking', all: 'Bookings' },
  purchase: { one: 'Order', all: 'Orders' },
  listing: { one: 'Listing', all: 'Listings' },
  item: { one: 'Item', all: 'Items' },
}

/** An act of moderation that was done, in one word. */
export const ACT_DONE: Readonly<Record<ModerationAct, string>> = {
  dismiss: 'Dismissed',
  hide: 'Hidden',
  warn: 'Warned',
  suspend: 'Suspended',
}

/** The standing of a claim and its money, for an operator. */
export function standingWords(report: DamageReport): string {
  switch (report.status) {
    case 'pending_review':
      return `The renter may answer until ${formatMoment(report.responseDeadline)}.`
    case 'under_review':
      return 'The renter contests this. It is for you to decide.'
    case 'expired':
      return 'The renter did not answer in time. It is for you to decide.'
    case 'resolved_rejected':
      return 'Rejected: nothing is to be paid.'
    case 'resolved_approved':
      return `${formatCents(report.finalAmount ?? 0)} is to be paid. ${PAYMENT_WORDS[report.paymentState]}`.trim()
  }
}

/** The state of the payment of a booking or an order: in the words of its receipt, as soon as it has one. */
export function paymentWords(sale: Parameters<typeof receiptState>[0]): string {
  return hasReceipt(sale) ? receiptState(sale) : `Payment ${sale.paymentState.replaceAll('_', ' ')}`
}

const PAYMENT_WORDS: Record<DamageReport['paymentState'], string> = {
  none: '',
  charging: 'The card is being charged.',
  charged: 'It was charged.',
  action_needed: 'The bank wants the renter to pay it themselves; they were asked to.',
}
