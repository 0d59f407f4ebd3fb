import { and, eq } from 'drizzle-orm'
import { wasUsed } from '#schema/booking'
import {
  type DamagePaymentState,
  type DamageStatus,
  damageWindow,
  isClaimOpen,
  type UsedRental,
} from '#schema/damage-report'
import type { Db } from '../db/client'
import { bookings, damageReports } from '../db/tables'

interface CardUse extends UsedRental {
  claim: { status: DamageStatus; paymentState: DamagePaymentState } | null
}

/**
 * May this booking still need the renter's card? It does from the offer until the time to report damage is over, also of a
 * rental that was given up after it had begun, and while a claim is open or not paid yet.
 */
export function needsCard({ claim, ...booking }: CardUse, now: Date): boolean {
  if (claim) return isClaimOpen(claim.status) || isOwed(claim)
  if (wasUsed(booking)) return now <= damageWindow(booking).until
  return booking.status === 'pending' || booking.status === 'approved' || booking.status === 'paid'
}

function isOwed({ status, paymentState }: NonNullable<CardUse['claim']>): boolean {
  return status === 'resolved_approved' && (paymentState === 'charging' || paymentState === 'action_needed')
}

/** Is this card of this person's on a booking that may still need it? */
export async function isCardInUse(db: Db, userId: number, cardId: string, now: Date): Promise<boolean> {
  const uses = await db.read
    .select({
      status: bookings.status,
      statusReason: bookings.statusReason,
      statusChangedAt: bookings.statusChangedAt,
      paymentState: bookings.paymentState,
      startDate: bookings.startDate,
      endDate: bookings.endDate,
      timezone: bookings.timezone,
      claim: { status: damageReports.status, paymentState: damageReports.paymentState },
    })
    .from(bookings)
    .leftJoin(damageReports, eq(damageReports.bookingId, bookings.id))
    .where(and(eq(bookings.userId, userId), eq(bookings.paymentMethodId, cardId)))
  return uses.some((use) => needsCard(use, now))
}
