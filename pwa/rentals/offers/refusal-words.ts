import { type Booking, type CancelPreview, hasReachedOwner } from '#schema/booking'
import { formatCents } from '#schema/money'
import { cancelFeeWords } from '../../money/fee-words'

/** The refund of a cancellation, before anybody confirms it; `returned` are the cents that went back before. */
export function refundWords(preview: CancelPreview, role: 'renter' | 'owner', other: string, returned = 0): string {
  const { captured, refundAmount, totalAmount, percent } = preview
  const total = formatCents(totalAmount)
  if (!captured)
    return role === 'renter'
      ? `Nothing has been taken. Any hold of ${total} on your card is released.`
      : `Nothing has been taken from ${other}.`
  if (preview.endsEarly)
    return `The rental is under way, so it ends early: you get nothing back of ${total}, the days stay booked, and ${other} may report damage until a day after the last day.`
  const who = role === 'renter' ? 'You get' : `${other} gets`
  const fee = role === 'owner' ? ` ${cancelFeeWords(totalAmount)}` : ''
  if (returned >= totalAmount) return `All of ${total} went back before.${fee}`
  if (refundAmount === totalAmount) return `${who} all of ${total} back.${fee}`
  if (refundAmount === totalAmount - returned) return `${who} the remaining ${formatCents(refundAmount)} back.${fee}`
  if (refundAmount === 0) return `${who} nothing back of ${total}: it is too close to the first day.`
  return `${who} ${formatCents(refundAmount)} of ${total} back (${percent}%).${fee}`
}

/** '$50.00 back is now $0.00 back.', for what a person was shown and what holds. */
export function refundChangeWords(before: CancelPreview, now: CancelPreview): string {
  const total = formatCents(now.totalAmount)
  if (before.captured !== now.captured) return now.captured ? `${total} was taken.` : `${total} is not taken any more.`
  if (before.refundAmount !== now.refundAmount)
    return `${formatCents(before.refundAmount)} back is now ${formatCents(now.refundAmount)} back.`
  return now.endsEarly ? 'The rental is under way.' : 'The rental can be cancelled.'
}

/** Whether the other side hears of the cancellation of this booking. */
export function toldAtOnce(booking: Pick<Booking, 'status' | 'paymentState'>, other: string): string {
  return hasReachedOwner(booking) ? `${other} is notified at once.` : `It had not been sent to ${other}.`
}
