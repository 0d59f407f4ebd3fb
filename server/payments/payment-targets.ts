import { and, eq } from 'drizzle-orm'
import { findDamageOfBooking } from '../damage-reports/damage-queries'
import type { Db } from '../db/client'
import { type bookings, paymentOps, type purchases, users } from '../db/tables'
import type { Deps } from '../deps'
import type { About, CommandKind, CommandTarget } from './payment-commands'

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

/** How often a kind of command was given, whether one is still on its way, and when one last failed. */
export async function commandsOf(
  db: Db,
  about: About,
  kind: CommandKind,
): Promise<{ count: number; isUnderWay: boolean; lastFailedAt: Date | null }> {
  const rows = await db.read
    .select({ state: paymentOps.state, doneAt: paymentOps.doneAt })
    .from(paymentOps)
    .where(
      and(
        'bookingId' in about ? eq(paymentOps.bookingId, about.bookingId) : eq(paymentOps.purchaseId, about.purchaseId),
        eq(paymentOps.kind, kind),
      ),
    )
  const failures = rows.flatMap(({ state, doneAt }) => (state === 'failed' && doneAt ? [Date.parse(doneAt)] : []))
  return {
    count: rows.length,
    isUnderWay: rows.some(({ state }) => state === 'new'),
    lastFailedAt: failures.length > 0 ? new Date(Math.max(...failures)) : null,
  }
}
