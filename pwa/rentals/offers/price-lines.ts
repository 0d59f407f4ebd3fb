import type { Booking } from '#schema/booking'
import { inclusiveDays } from '#schema/date-range'
import type { Transaction } from '#schema/earnings'
import { formatCents } from '#schema/money'
import type { MoneyLine } from '../../money/money'

type Priced = Pick<
  Booking,
  'startDate' | 'endDate' | 'quantity' | 'pricePerDay' | 'totalAmount' | 'refundedAmount' | 'money'
>

/** The renter's payment for damage, in cents. */
export function damagePaid({ money = [] }: Pick<Booking, 'money'>): number {
  return money.reduce((sum, { what, amount }) => (what === 'damage' ? sum + amount : sum), 0)
}

/** '3 days x 2 x $12.00'. */
export function priceWords({ quantity, pricePerDay, ...range }: Priced): string {
  const days = inclusiveDays(range)
  const parts = [days === 1 ? '1 day' : `${days} days`, ...(quantity > 1 ? [String(quantity)] : [])]
  return [...parts, formatCents(pricePerDay)].join(' x ')
}

/**
 * How the total comes about, and what came back of it. The owner's `earned` lines say what the platform keeps; without a
 * fee nothing is said of one.
 */
export function priceLines(booking: Priced, earned: readonly Pick<Transaction, 'type' | 'fee'>[] = []): MoneyLine[] {
  const { totalAmount, refundedAmount } = booking
  const fee = earned.reduce((sum, line) => (line.type === 'payout' ? sum : sum + line.fee), 0)
  const lines: MoneyLine[] = [
    { label: priceWords(booking), amount: formatCents(totalAmount) },
    { label: 'Total', amount: formatCents(totalAmount), total: true },
  ]
  if (refundedAmount > 0) lines.push({ label: 'Refunded', amount: formatCents(-refundedAmount) })
  if (damagePaid(booking) > 0) lines.push({ label: 'Damage claim', amount: formatCents(damagePaid(booking)) })
  if (fee > 0) lines.push({ label: 'Platform fee', amount: formatCents(-fee) })
  return lines
}
