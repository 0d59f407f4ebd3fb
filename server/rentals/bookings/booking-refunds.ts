import { Refusal } from '#schema/errors'
import type { Step } from '../../db/steps'
import type { Deps } from '../../deps'
import { drainCommands } from '../../money/drain-commands'
import { rentalOf } from '../../money/ledger/sale-ledger'
import { assertReturned, operatorRefundSteps } from '../../money/refund-outcomes'
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
    if (!isCaptured(row)) throw new Refusal('not_refundable')
    return [
      ...(await operatorRefundSteps(deps.db, rentalOf(row), row.paymentState, amount, now)),
      paymentStep(row, { paymentState: 'refunding', refundedAmount: row.refundedAmount + amount }),
      ...further,
    ]
  })
  await drainCommands(deps, { bookingId })
}
