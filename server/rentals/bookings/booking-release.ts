import { and, eq, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import { isClaimOpen } from '#schema/damage-report'
import { todayIn } from '#schema/date-range'
import { type Step, updateStep } from '../../db/steps'
import { bookings, damageReports } from '../../db/tables'
import type { Deps } from '../../deps'
import { whyBankHolds } from '../../money/dispute-queries'
import { findFreeDebt } from '../../money/ledger/ledger-queries'
import { ownerShare, releaseDueAt, releasedLedger, rentalOf, transferredLedger } from '../../money/ledger/sale-ledger'
import type { PaymentCommand } from '../../money/payment-commands'
import { heldSteps } from '../../money/sales'
import { sendSaleOn } from '../../money/send-on'
import { workAlone } from '../../money/set-aside'
import { findDamageOfBooking } from '../damage-reports/damage-queries'
import { type BookingRow, findBookingRow } from './booking-queries'

const HOUR_MS = 3_600_000

/**
 * Makes the owner's part theirs 48 hours after the end, unless a claim is open, and sends on what is theirs as soon as
 * their payout account can take it. Running it again changes nothing more.
 */
export async function releaseBookings(deps: Deps): Promise<void> {
  for (const row of await listUnreleased(deps))
    await workAlone(deps, `release of booking ${row.id}`, () => release(deps, row))
  for (const row of await listUnsent(deps))
    await workAlone(deps, `payout of booking ${row.id}`, () => sendOn(deps, row))
}

/** Captured bookings that are over, or cancelled, whose owner has not been given their part. */
function listUnreleased(deps: Deps): Promise<BookingRow[]> {
  const yesterday = todayIn(deps.env.timezone, new Date(deps.now().getTime() - 24 * HOUR_MS))
  return deps.db.read
    .select()
    .from(bookings)
    .where(
      and(
        // No index on the status: the few that are not released are found by an index of their own.
        sql`+${bookings.status} IN ('completed', 'cancelled')`,
        inArray(bookings.paymentState, ['captured', 'refunded', 'refund_failed']),
        isNull(bookings.releasedAt),
        lte(bookings.endDate, yesterday),
      ),
    )
}

async function release(deps: Deps, row: BookingRow): Promise<void> {
  const now = deps.now()
  if (releaseDueAt(row) > now) return
  await deps.db.write(async () => {
    // Somebody may have been faster since the booking was read.
    const fresh = await findBookingRow(deps.db, row.id)
    if (
      fresh?.releasedAt !== null ||
      fresh.paymentState !== row.paymentState ||
      fresh.refundedAmount !== row.refundedAmount
    )
      return []
    const claim = await findDamageOfBooking(deps.db, row.id)
    const about = { bookingId: row.id }
    const why = claim && isClaimOpen(claim.status) ? 'claim' : await whyBankHolds(deps.db, about)
    if (why) return await heldSteps(deps.db, about, why)
    const share = ownerShare(row, row.refundedAmount)
    const netted = Math.min(share, await findFreeDebt(deps.db, row.ownerId))
    return [
      updateStep(
        bookings,
        { releasedAt: now.toISOString(), transferredAmount: netted, heldBecause: null },
        eq(bookings.id, row.id),
      ),
      ...releasedLedger(rentalOf(row), netted, now),
    ]
  })
}

/** Released bookings of which something is still here. */
function listUnsent(deps: Deps): Promise<BookingRow[]> {
  const owner = sql`(${bookings.totalAmount} - ${bookings.feeAmount})`
  const share = sql`(${owner} - ${bookings.refundedAmount} * ${owner} / max(1, ${bookings.totalAmount}))`
  return deps.db.read
    .select()
    .from(bookings)
    .where(and(isNotNull(bookings.releasedAt), lt(bookings.transferredAmount, share)))
}

async function sendOn(deps: Deps, row: BookingRow): Promise<void> {
  const amount = ownerShare(row, row.refundedAmount) - row.transferredAmount
  if (amount > 0) await sendSaleOn(deps, rentalOf(row), amount)
}

/** The provider has sent the owner's money on. */
export function transferredSteps(row: BookingRow, command: PaymentCommand, transferId: string, now: Date): Step[] {
  const ledger = transferredLedger(rentalOf(row), command.amount, transferId, now)
  if (command.kind === 'damage_transfer') {
    const changes = { transferredAt: now.toISOString(), heldBecause: null }
    return [...ledger, updateStep(damageReports, changes, eq(damageReports.bookingId, row.id))]
  }
  const transferredAmount = sql`${bookings.transferredAmount} + ${command.amount}`
  const changes = { transferredAmount, heldBecause: null }
  return [...ledger, updateStep(bookings, changes, eq(bookings.id, row.id))]
}
