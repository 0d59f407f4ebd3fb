import { eq } from 'drizzle-orm'
import { type bookings, damageReports, type purchases, users } from '../db/tables'
import type { Deps } from '../deps'
import type { CommandTarget } from './payment-commands'

/** What a command about a booking needs to know to be sent. */
export async function bookingTarget(deps: Deps, row: typeof bookings.$inferSelect): Promise<CommandTarget> {
  const { db } = deps
  const [renter] = await db.read
    .select({ customerId: users.stripeCustomerId })
    .from(users)
    .where(eq(users.id, row.userId))
  const [owner] = await db.read
    .select({ accountId: users.stripeAccountId })
    .from(users)
    .where(eq(users.id, row.ownerId))
  const [report] = await db.read
    .select({ stripeChargeId: damageReports.stripeChargeId })
    .from(damageReports)
    .where(eq(damageReports.bookingId, row.id))
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
    returnUrl: `${deps.env.origin}/offers`,
  }
}

/** What a command about an order needs to know to be sent. */
export async function purchaseTarget(deps: Deps, row: typeof purchases.$inferSelect): Promise<CommandTarget> {
  const { db } = deps
  const [buyer] = await db.read
    .select({ customerId: users.stripeCustomerId })
    .from(users)
    .where(eq(users.id, row.userId))
  const [seller] = await db.read
    .select({ accountId: users.stripeAccountId })
    .from(users)
    .where(eq(users.id, row.sellerId))
  return {
    intentId: row.stripePaymentIntentId,
    customerId: buyer?.customerId ?? null,
    cardId: row.paymentMethodId,
    totalAmount: row.totalAmount,
    attempt: row.paymentAttempt,
    description: row.itemTitle,
    accountId: seller?.accountId ?? null,
    chargeId: row.stripeChargeId,
    damageChargeId: null,
    returnUrl: `${deps.env.origin}/purchases`,
  }
}
