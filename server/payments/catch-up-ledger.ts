import { and, eq, inArray, sql } from 'drizzle-orm'
import { splitAmount } from '#schema/earnings'
import type { BookingRow } from '../bookings/booking-queries'
import { paymentStep } from '../bookings/booking-steps'
import type { Step } from '../db/steps'
import { bookingHistory, bookings } from '../db/tables'
import type { Deps } from '../deps'
import { capturedLedger, refundDecidedLedger, refundedLedger, rentalOf } from './sale-ledger'

/**
 * Writes into the books what happened before there were any: an older database, or the demo, whose bookings come into the
 * world finished. Bookings that the books know are left alone.
 */
export async function catchUpLedger(deps: Deps): Promise<void> {
  const rows = await listUnknown(deps)
  if (rows.length === 0) return
  const steps: Step[] = []
  for (const row of rows) steps.push(...(await pastSteps(deps, row)))
  await deps.db.write(() => ({ steps, value: null }))
}

function listUnknown({ db }: Deps): Promise<BookingRow[]> {
  return db.read
    .select()
    .from(bookings)
    .where(
      and(
        inArray(bookings.paymentState, ['captured', 'refunding', 'refunded']),
        sql`NOT EXISTS (SELECT 1 FROM ledger_txs WHERE booking_id = ${bookings.id} AND kind = 'capture')`,
      ),
    )
    .orderBy(bookings.id)
}

async function pastSteps(deps: Deps, row: BookingRow): Promise<Step[]> {
  const { fee: feeAmount } = splitAmount(row.totalAmount, deps.env.feeBps)
  const endedAt = new Date(row.statusChangedAt)
  const untouched = { ...row, feeAmount, refundedAmount: 0 }
  return [
    paymentStep(row, { feeAmount }),
    ...capturedLedger(rentalOf(untouched), feeAmount, await paidAt(deps, row)),
    ...(row.refundedAmount > 0 ? refundDecidedLedger(rentalOf(untouched), row.refundedAmount, 1, endedAt) : []),
    ...(row.paymentState === 'refunded'
      ? refundedLedger(rentalOf(row), row.refundedAmount, `booking:${row.id}:1`, endedAt)
      : []),
  ]
}

async function paidAt({ db }: Deps, row: BookingRow): Promise<Date> {
  const [paid] = await db.read
    .select({ at: bookingHistory.at })
    .from(bookingHistory)
    .where(and(eq(bookingHistory.bookingId, row.id), eq(bookingHistory.status, 'paid')))
  return new Date(paid?.at ?? row.statusChangedAt)
}
