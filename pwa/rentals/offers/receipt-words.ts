import type { Booking } from '#schema/booking'
import { formatCents } from '#schema/money'
import type { Purchase } from '#schema/purchase'
import type { MoneyLine } from '../../money/money'
import { refundLabel } from '../../money/money-story'
import { damagePaid, priceLines } from './price-lines'

/** The facts behind a receipt of a booking, or of an order. Cents. */
interface Paid {
  paymentState: Booking['paymentState'] | Purchase['paymentState']
  totalAmount: number
  refundedAmount: number
  disputeState?: Booking['disputeState']
  money?: Booking['money']
}

/** Money has moved, so there is something to receipt. */
export function hasReceipt({ paymentState }: Pick<Paid, 'paymentState'>): boolean {
  return (
    paymentState === 'captured' ||
    paymentState === 'refunding' ||
    paymentState === 'refunded' ||
    paymentState === 'refund_failed'
  )
}

/** Lines of the receipt: the price, the total, what came back, what damage cost, what stayed paid. */
export function receiptLines(booking: Booking): MoneyLine[] {
  const { totalAmount, refundedAmount } = booking
  const damage = damagePaid(booking)
  if (refundedAmount === 0 && damage === 0) return priceLines(booking)
  const kept = formatCents(totalAmount - refundedAmount + damage)
  return [...priceLines(booking), { label: 'Paid in the end', amount: kept, total: true }]
}

/** 'Paid', 'Paid, refund on its way', 'Paid, refund still owed', 'Partly refunded', 'Refunded', 'Partly paid back', 'Paid back'. */
export function receiptState({ paymentState, totalAmount, refundedAmount, disputeState, money }: Paid): string {
  if (paymentState === 'refunding')
    return disputeState === 'open' ? 'Paid, refund waits for the bank' : 'Paid, refund on its way'
  if (paymentState === 'refund_failed') return 'Paid, refund still owed'
  if (refundedAmount === 0) return 'Paid'
  const label = refundLabel({ paymentState, money })
  return refundedAmount >= totalAmount ? label : `Partly ${label.toLowerCase()}`
}
