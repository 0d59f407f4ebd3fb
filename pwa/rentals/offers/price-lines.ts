import type { Booking } from '#schema/booking'
import type { Transaction } from '#schema/earnings'
import { formatCents, type PricePart, priceParts } from '#schema/money'
import type { MoneyEvent } from '#schema/payment'
import type { MoneyLine } from '../../money/money'
import { refundLabel } from '../../money/money-story'
import { partWords } from '../booking/price-words'

type Priced = Pick<
  Booking,
  | 'startDate'
  | 'endDate'
  | 'quantity'
  | 'pricePerDay'
  | 'pricePerWeek'
  | 'deliveryFee'
  | 'totalAmount'
  | 'refundedAmount'
  | 'paymentState'
  | 'money'
>

const OF_DAMAGE: Partial<Record<MoneyEvent, 1 | -1>> = {
  damage: 1,
  damage_refunded: -1,
  damage_refund_returned: 1,
  damage_kept_by_bank: -1,
}

/** The renter's payment for damage, without what came back of it, in cents. */
export function damagePaid({ money = [] }: Pick<Booking, 'money'>): number {
  return money.reduce((sum, { what, amount }) => sum + amount * (OF_DAMAGE[what] ?? 0), 0)
}

/** How the total was agreed on: the weeks and the days, and the delivery. */
export function agreedParts({ quantity, pricePerDay, pricePerWeek, deliveryFee, ...range }: Priced): PricePart[] {
  return priceParts(range, quantity, { day: pricePerDay, week: pricePerWeek, delivery: deliveryFee })
}

/**
 * How the total comes about, and what came back of it. The owner's `earned` lines say what the platform keeps; without a
 * fee nothing is said of one.
 */
export function priceLines(booking: Priced, earned: readonly Pick<Transaction, 'type' | 'fee'>[] = []): MoneyLine[] {
  const { totalAmount, refundedAmount } = booking
  const fee = earned.reduce((sum, line) => (line.type === 'payout' ? sum : sum + line.fee), 0)
  const lines: MoneyLine[] = [...partLines(booking), { label: 'Total', amount: formatCents(totalAmount), total: true }]
  if (refundedAmount > 0) lines.push({ label: refundLabel(booking), amount: formatCents(-refundedAmount) })
  if (damagePaid(booking) > 0) lines.push({ label: 'Damage claim', amount: formatCents(damagePaid(booking)) })
  if (fee > 0) lines.push({ label: 'Platform fee', amount: formatCents(-fee) })
  return lines
}

function partLines(booking: Priced): MoneyLine[] {
  const [first, ...more] = agreedParts(booking)
  if (!first) return []
  if (more.length === 0) return [{ label: partWords(first), amount: formatCents(booking.totalAmount) }]
  return [first, ...more].map((part) => ({ label: partWords(part), amount: formatCents(part.cents) }))
}
