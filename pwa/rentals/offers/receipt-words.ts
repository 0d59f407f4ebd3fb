import type { Booking } from '#schema/booking'
import { formatCents } from '#schema/money'
import type { Purchase } from '#schema/purchase'
import type { MoneyLine } from '../../money/money'
import { priceLines } from './price-lines'

/** 'TR-000042'. */
export function receiptNumber({ id }: Pick<Booking, 'id'>): string {
  return `TR-${String(id).padStart(6, '0')}`
}

/** The facts behind a receipt of a booking, or of an order. Cents. */
interface Paid {
  paymentState: Booking['paymentState'] | Purchase['paymentState']
  totalAmount: number
  refundedAmount: number
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

/** Lines of the receipt: the price, the total, what came back, what stayed paid. */
export function receiptLines(booking: Booking): MoneyLine[] {
  const { totalAmount, refundedAmount } = booking
  if (refundedAmount === 0) return priceLines(booking)
  const kept = formatCents(totalAmount - refundedAmount)
  return [...priceLines(booking), { label: 'Paid in the end', amount: kept, total: true }]
}

/** 'Paid', 'Paid, refund on its way', 'Partly refunded', 'Refunded'. */
export function receiptState({ paymentState, totalAmount, refundedAmount }: Paid): string {
  if (paymentState === 'refunding' || paymentState === 'refund_failed') return 'Paid, refund on its way'
  if (refundedAmount === 0) return 'Paid'
  return refundedAmount >= totalAmount ? 'Refunded' : 'Partly refunded'
}

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/**
 * Names the terms that were accepted: the same words and the same cancellation rule have the same eight signs, on every
 * device. It tells versions apart; it proves nothing against somebody who wants two texts to look alike.
 */
export function termsVersion({ terms, cancellationPreset }: Pick<Booking, 'terms' | 'cancellationPreset'>): string {
  let hash = FNV_OFFSET
  for (const byte of new TextEncoder().encode(`${cancellationPreset}\n${terms}`))
    hash = Math.imul(hash ^ byte, FNV_PRIME) >>> 0
  return hash.toString(16).padStart(8, '0')
}
