import { and, eq, sql } from 'drizzle-orm'
import { type BookingStatus, hasReachedOwner, type PaymentState } from '#schema/booking'
import { Refusal } from '#schema/errors'
import { build, guard, type Step, step, updateStep } from '../../db/steps'
import { bookingHistory, bookings } from '../../db/tables'
import { commandStep } from '../../money/payment-commands'
import { noPiecesLeft } from './availability-guard'
import type { BookingRow, History } from './booking-queries'

type Actor = History['actor']

/** A booking's move to another status: the row and a line of its history. Fails when somebody was faster. */
export function moveSteps(
  row: BookingRow,
  to: BookingStatus,
  move: { actor: Actor; reason: string | null; now: Date; changes?: Partial<typeof bookings.$inferInsert> },
): Step[] {
  const at = move.now.toISOString()
  return [
    guard(
      sql`EXISTS (SELECT 1 FROM bookings WHERE id = ${row.id} AND status = ${row.status} AND payment_state = ${row.paymentState})`,
      new Refusal('not_pending'),
    ),
    updateStep(
      bookings,
      { status: to, statusReason: move.reason, statusChangedAt: at, expiresAt: null, ...move.changes },
      eq(bookings.id, row.id),
    ),
    historyStep(row.id, { at, actor: move.actor, status: to, reason: move.reason }),
  ]
}

export function historyStep(bookingId: number, entry: History): Step {
  return step(build.insert(bookingHistory).values({ bookingId, ...entry }))
}

/** The next state of an offer's payment when the offer ends without approval, and the command for it. */
export function releaseSteps(row: BookingRow, now: Date): { paymentState: PaymentState; steps: Step[] } {
  if (row.paymentState === 'released') return { paymentState: 'released', steps: [] }
  return {
    paymentState: 'releasing',
    steps: [commandStep({ bookingId: row.id, kind: 'release', attempt: row.paymentAttempt, now })],
  }
}

/**
 * Ends a pending offer that nobody can answer any more and lets its hold go.
 * @param cause why one that has not reached its owner ends before its renter's time is over
 */
export function expireSteps(row: BookingRow, now: Date, cause: string | null = null): Step[] {
  const { paymentState, steps } = releaseSteps(row, now)
  const reason = hasReachedOwner(row) ? 'not_answered' : (cause ?? 'not_confirmed')
  return [...moveSteps(row, 'expired', { actor: 'clock', reason, now, changes: { paymentState } }), ...steps]
}

/** Declines a pending offer in the owner's name and lets its hold go. One that has not reached them expires. */
export function declineSteps(row: BookingRow, reason: string | null, now: Date): Step[] {
  if (!hasReachedOwner(row)) return expireSteps(row, now, reason)
  const { paymentState, steps } = releaseSteps(row, now)
  return [...moveSteps(row, 'declined', { actor: 'owner', reason, now, changes: { paymentState } }), ...steps]
}

/**
 * Declines every pending offer that no longer fits, and lets its hold go, in the batch of the approval that took the days. Those
 * that have not reached their owner expire.
 */
export function declineRivalsSteps(listingId: number, approvedId: number, now: Date): Step[] {
  const at = now.toISOString()
  const rivals = noPiecesLeft(listingId, approvedId)
  const unsent = sql`b.payment_state = ${'unconfirmed' satisfies PaymentState}`
  const status = sql`iif(${unsent}, ${'expired' satisfies BookingStatus}, ${'declined' satisfies BookingStatus})`
  return [
    step(sql`INSERT INTO payment_ops (business_key, kind, booking_id, amount, state, attempts, next_at, created_at)
      SELECT 'booking:' || b.id || ':release:' || b.payment_attempt, 'release', b.id, 0, 'new', 0, ${at}, ${at} FROM bookings b WHERE ${rivals}
      ON CONFLICT (business_key) DO NOTHING`),
    step(sql`INSERT INTO booking_history (booking_id, at, actor, status, reason)
      SELECT b.id, ${at}, 'clock', ${status}, 'dates_taken' FROM bookings b WHERE ${rivals}`),
    step(
      sql`UPDATE bookings AS b SET status = ${status}, status_reason = 'dates_taken', status_changed_at = ${at}, payment_state = 'releasing', expires_at = NULL WHERE ${rivals}`,
    ),
  ]
}

/** Changes what is known of a payment without moving the booking, provided that it still stands where it was read. */
export function paymentStep(row: BookingRow, changes: Partial<typeof bookings.$inferInsert>): Step {
  return updateStep(
    bookings,
    changes,
    and(eq(bookings.id, row.id), eq(bookings.status, row.status), eq(bookings.paymentState, row.paymentState)),
  )
}
