import { sql } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import { guard, type Step } from '../../db/steps'
import type { Deps } from '../../deps'
import { hasOpenDispute } from '../../money/dispute-queries'
import { drainCommands } from '../../money/drain-commands'
import { refundDecidedLedger, rentalOf } from '../../money/ledger/sale-ledger'
import { commandStep, commandsOf } from '../../money/payment-commands'
import { assertReturned } from '../../money/refund-outcomes'
import { type BookingRow, findBookingRow } from './booking-queries'
import { paymentStep } from './booking-steps'

/** Has this booking's money been taken, and is none of it on its way back right now? */
export function isCaptured(row: Pick<BookingRow, 'paymentState'>): boolean {
  const { paymentState } = row
  return paymentState === 'captured' || paymentState === 'refunded' || paymentState === 'refund_failed'
}

/** Is the provider taking or returning this booking's money right now? */
export function isMoving({ paymentState }: Pick<BookingRow, 'paymentState'>): boolean {
  return paymentState === 'capturing' || paymentState === 'refunding'
}

/** The ledger's part and the command of returning `amount` cents, the `attempt`th time. */
export function refundSteps(row: BookingRow, amount: number, attempt: number, now: Date): Step[] {
  return [
    ...refundDecidedLedger(rentalOf(row), amount, attempt, now),
    commandStep({ bookingId: row.id, kind: 'refund', attempt, amount, now }),
  ]
}

/** Which refund of a booking the next one is, counted from 1. */
export async function nextRefund(deps: Deps, bookingId: number): Promise<number> {
  return (await commandsOf(deps.db, { bookingId }, 'refund')).count + 1
}

/**
 * Returns captured money to the renter at an operator's word; the booking stays where it is. `further` joins the batch.
 * @param returnedBefore what the operator was shown as returned so far
 * @throws Refusal `not_found`, `price_changed`, `not_refundable` (more than is left), `disputed`, `in_progress` (money is moving right now)
 */
export async function refundBooking(
  deps: Deps,
  bookingId: number,
  amount: number,
  further: Step[] = [],
  returnedBefore?: number,
): Promise<void> {
  const now = deps.now()
  await deps.db.write(async () => {
    const row = await findBookingRow(deps.db, bookingId)
    if (!row) throw new Refusal('not_found')
    assertReturned(row, returnedBefore)
    if (isMoving(row)) throw new Refusal('in_progress')
    if (!isCaptured(row) || amount > row.totalAmount - row.refundedAmount) throw new Refusal('not_refundable')
    if (await hasOpenDispute(deps.db, { bookingId })) throw new Refusal('disputed')
    if ((await commandsOf(deps.db, { bookingId }, 'transfer')).isUnderWay) throw new Refusal('in_progress')
    const attempt = await nextRefund(deps, bookingId)
    return [
      guard(
        sql`EXISTS (SELECT 1 FROM bookings WHERE id = ${row.id} AND payment_state = ${row.paymentState} AND refunded_amount = ${row.refundedAmount})`,
        new Refusal('in_progress'),
      ),
      ...refundSteps(row, amount, attempt, now),
      paymentStep(row, { paymentState: 'refunding', refundedAmount: row.refundedAmount + amount }),
      ...further,
    ]
  })
  await drainCommands(deps, { bookingId })
}
