import { and, eq } from 'drizzle-orm'
import { findDamageOfBooking } from '../damage-reports/damage-queries'
import type { Db } from '../db/client'
import { type bookings, paymentOps, users } from '../db/tables'
import type { CommandKind, CommandTarget } from './payment-commands'

/** What a command about this booking needs to know to be sent. */
export async function targetOf(db: Db, row: typeof bookings.$inferSelect): Promise<CommandTarget> {
  const [renter] = await db.read
    .select({ customerId: users.stripeCustomerId })
    .from(users)
    .where(eq(users.id, row.userId))
  const [owner] = await db.read
    .select({ accountId: users.stripeAccountId })
    .from(users)
    .where(eq(users.id, row.ownerId))
  const report = await findDamageOfBooking(db, row.id)
  return {
    intentId: row.stripePaymentIntentId,
    customerId: renter?.customerId ?? null,
    cardId: row.paymentMethodId,
    totalAmount: row.totalAmount,
    attempt: row.paymentAttempt,
    description: `${row.listingTitle}, ${row.startDate} to ${row.endDate}`,
    accountId: owner?.accountId ?? null,
    chargeId: row.stripeChargeId,
    damageChargeId: report?.stripeChargeId ?? null,
  }
}

/** How often a kind of command was given for a booking, and whether one is still on its way. */
export async function commandsOf(
  db: Db,
  bookingId: number,
  kind: CommandKind,
): Promise<{ count: number; isUnderWay: boolean }> {
  const rows = await db.read
    .select({ state: paymentOps.state })
    .from(paymentOps)
    .where(and(eq(paymentOps.bookingId, bookingId), eq(paymentOps.kind, kind)))
  return { count: rows.length, isUnderWay: rows.some(({ state }) => state === 'new') }
}
