import { and, eq, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import { isClaimOpen } from '#schema/damage-report'
import { todayIn } from '#schema/date-range'
import { findDamageOfBooking } from '../damage-reports/damage-queries'
import { build, type Step, step } from '../db/steps'
import { bookings, damageReports, users } from '../db/tables'
import type { Deps } from '../deps'
import { findDebt } from '../payments/ledger-queries'
import { commandStep, type PaymentCommand } from '../payments/payment-commands'
import { commandsOf } from '../payments/payment-targets'
import {
  heldBecauseStep,
  ownerShare,
  releaseDueAt,
  releasedLedger,
  rentalOf,
  transferredLedger,
} from '../payments/sale-ledger'
import { type BookingRow, findBookingRow } from './booking-queries'
import { paymentStep } from './booking-steps'

const HOUR_MS = 3_600_000

/**
 * Makes the owner's part theirs 48 hours after the end, unless a claim is open, and sends on what is theirs as soon as
 * their payout account can take it. Running it again changes nothing more.
 */
export async function releaseBookings(deps: Deps): Promise<void> {
  for (const row of await listUnreleased(deps)) await release(deps, row)
  for (const row of await listUnsent(deps)) await sendOn(deps, row)
}

/** Captured bookings that are over, or cancelled, whose owner has not been given their part. */
function listUnreleased(deps: Deps): Promise<BookingRow[]> {
  const yesterday = todayIn(deps.env.timezone, new Date(deps.now().getTime() - 24 * HOUR_MS))
  return deps.db.read
    .select()
    .from(bookings)
    .where(
      and(
        inArray(bookings.status, ['completed', 'cancelled']),
        inArray(bookings.paymentState, ['captured', 'refunded']),
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
      return { steps: [], value: null }
    const claim = await findDamageOfBooking(deps.db, row.id)
    if (claim && isClaimOpen(claim.status))
      return { steps: [heldBecauseStep({ bookingId: row.id }, 'claim')], value: null }
    const share = ownerShare(row, row.refundedAmount)
    const netted = Math.min(share, await findDebt(deps.db, row.ownerId))
    return {
      value: null,
      steps: [
        step(
          build
            .update(bookings)
            .set({ releasedAt: now.toISOString(), transferredAmount: netted })
            .where(eq(bookings.id, row.id)),
        ),
        ...releasedLedger(rentalOf(row), netted, now),
      ],
    }
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
  const { count, isUnderWay } = await commandsOf(deps.db, { bookingId: row.id }, 'transfer')
  if (isUnderWay || amount <= 0) return
  const [owner] = await deps.db.read.select().from(users).where(eq(users.id, row.ownerId))
  const isReady = owner?.hasCompletedStripeOnboarding === true && owner.stripeAccountId !== null
  const now = deps.now()
  await deps.db.write(() => ({
    value: null,
    steps: isReady
      ? [commandStep({ bookingId: row.id, kind: 'transfer', attempt: count + 1, amount, now })]
      : [heldBecauseStep({ bookingId: row.id }, 'payout_account')],
  }))
}

/** The provider has sent the owner's money on. */
export function transferredSteps(row: BookingRow, command: PaymentCommand, transferId: string, now: Date): Step[] {
  const ledger = transferredLedger(rentalOf(row), command.amount, transferId, now)
  if (command.kind === 'damage_transfer') {
    const changes = { transferredAt: now.toISOString() }
    return [...ledger, step(build.update(damageReports).set(changes).where(eq(damageReports.bookingId, row.id)))]
  }
  const sentOn = { transferredAmount: row.transferredAmount + command.amount }
  return [...ledger, paymentStep(row, sentOn), heldBecauseStep({ bookingId: row.id }, null)]
}
