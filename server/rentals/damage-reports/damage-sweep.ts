import { and, eq, isNotNull } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import { bookings, damageReports } from '../../db/tables'
import type { Deps } from '../../deps'
import { convergeDamageIntent } from './damage-payments'
import { listUnanswered } from './damage-queries'
import { claimSteps } from './damage-steps'

/**
 * Ends the renter's time to answer where it is over; the operator decides then. Running it twice changes nothing more.
 * @returns how many claims moved. With `userId` only that person's are looked at.
 */
export async function sweepClaims(deps: Deps, userId?: number): Promise<number> {
  if ((await listUnanswered(deps.db, deps.now(), userId)).length === 0) return 0
  const { value } = await deps.db.write(async () => {
    const now = deps.now()
    const late = await listUnanswered(deps.db, now, userId)
    const move = { actor: 'clock' as const, now, changes: {}, refusal: new Refusal('damage_answered') }
    return { steps: late.flatMap((report) => claimSteps(report, 'expired', move)), value: late.length }
  })
  return value
}

/** Reads afresh what this renter had to pay in the page, so that they need not wait for the provider's word of it. */
export async function convergeOwnClaims(deps: Deps, renterId: number): Promise<void> {
  const open = await deps.db.read
    .select({ intentId: damageReports.stripePaymentIntentId })
    .from(damageReports)
    .innerJoin(bookings, eq(bookings.id, damageReports.bookingId))
    .where(
      and(
        eq(bookings.userId, renterId),
        eq(damageReports.paymentState, 'action_needed'),
        isNotNull(damageReports.stripePaymentIntentId),
      ),
    )
  for (const { intentId } of open) if (intentId) await convergeDamageIntent(deps, intentId)
}
