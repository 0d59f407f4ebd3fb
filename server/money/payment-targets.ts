import { eq } from 'drizzle-orm'
import { type bookings, damageReports, type purchases, users } from '../db/tables'
import type { Deps } from '../deps'
import type { CommandTarget } from './payment-commands'

/** Is nothing to be paid for this booking or order any more? */
export function hasEnded({ status }: Pick<Sale, 'status'>): boolean {
  return status === 'declined' || status === 'expired' || status === 'cancelled'
}

type Sale = typeof bookings.$inferSelect | typeof purchases.$inferSelect

/** What a command about a booking needs to know to be sent. */
export async function bookingTarget(deps: Deps, row: typeof bookings.$inferSelect): Promise<CommandTarget> {
  const [report] = await deps.db.read
    .select({ stripeChargeId: damageReports.stripeChargeId })
    .from(damageReports)
    .where(eq(damageReports.bookingId, row.id))
  return {
    ...(await saleTarget(deps, row, row.ownerId)),
    description: `${row.listingTitle}, ${row.startDate} to ${row.endDate}`,
    damageChargeId: report?.stripeChargeId ?? null,
    returnUrl: `${deps.env.origin}/offers`,
  }
}

/** What a command about an order needs to know to be sent. */
export async function purchaseTarget(deps: Deps, row: typeof purchases.$inferSelect): Promise<CommandTarget> {
  return {
    ...(await saleTarget(deps, row, row.sellerId)),
    description: row.itemTitle,
    damageChargeId: null,
    returnUrl: `${deps.env.origin}/purchases`,
  }
}

async function saleTarget({ db }: Deps, row: Sale, sellerId: number) {
  const [payer] = await db.read
    .select({ customerId: users.stripeCustomerId })
    .from(users)
    .where(eq(users.id, row.userId))
  const [seller] = await db.read
    .select({ accountId: users.stripeAccountId, payoutsHeldAt: users.payoutsHeldAt })
    .from(users)
    .where(eq(users.id, sellerId))
  const isDisputed = row.disputeState === 'open'
  return {
    intentId: row.stripePaymentIntentId,
    customerId: payer?.customerId ?? null,
    cardId: row.paymentMethodId,
    totalAmount: row.totalAmount,
    attempt: row.paymentAttempt,
    accountId: seller?.accountId ?? null,
    chargeId: row.stripeChargeId,
    endedAt: hasEnded(row) ? row.statusChangedAt : null,
    sendingWaits: seller?.payoutsHeldAt ? ('operator' as const) : isDisputed ? ('dispute' as const) : null,
  }
}
