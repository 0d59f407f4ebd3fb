import { eq } from 'drizzle-orm'
import type { Reads } from '../db/client'
import { type bookings, damageReports, type purchases, users } from '../db/tables'
import type { Deps } from '../deps'
import { whyBankHolds } from './dispute-queries'
import { aboutOf, type CommandTarget, isSendingOn, type PaymentCommand } from './payment-commands'

/** Is nothing to be paid for this booking or order any more? */
export function hasEnded({ status }: Pick<Sale, 'status'>): boolean {
  return status === 'declined' || status === 'expired' || status === 'cancelled'
}

type Sale = typeof bookings.$inferSelect | typeof purchases.$inferSelect

/** The facts that a command about a booking needs to be sent. */
export async function bookingTarget(
  deps: Deps,
  row: typeof bookings.$inferSelect,
  command: PaymentCommand,
): Promise<CommandTarget> {
  const [report] = await deps.db.read
    .select({ stripeChargeId: damageReports.stripeChargeId })
    .from(damageReports)
    .where(eq(damageReports.bookingId, row.id))
  return {
    ...(await saleTarget(deps, row, row.ownerId)),
    description: `${row.listingTitle}, ${row.startDate} to ${row.endDate}`,
    damageChargeId: report?.stripeChargeId ?? null,
    returnUrl: `${deps.env.origin}/offers`,
    sendingWaits: await whyHeld(deps, command, row.ownerId),
  }
}

/** The facts that a command about an order needs to be sent. */
export async function purchaseTarget(
  deps: Deps,
  row: typeof purchases.$inferSelect,
  command: PaymentCommand,
): Promise<CommandTarget> {
  return {
    ...(await saleTarget(deps, row, row.sellerId)),
    description: row.itemTitle,
    damageChargeId: null,
    returnUrl: `${deps.env.origin}/purchases`,
    sendingWaits: await whyHeld(deps, command, row.sellerId),
  }
}

/** Names the holder of a payout by the rules by which it is asked for; null for other commands. */
async function whyHeld({ db }: Deps, command: PaymentCommand, ownerId: number): Promise<CommandTarget['sendingWaits']> {
  if (!isSendingOn(command)) return null
  if (await arePayoutsHeld(db, ownerId)) return 'operator'
  const bank = await whyBankHolds(db, aboutOf(command))
  return bank && command.kind === 'damage_transfer' ? 'dispute' : bank
}

/** An operator has suspended the owner and not released what is theirs. */
export async function arePayoutsHeld(db: Reads, ownerId: number): Promise<boolean> {
  const [owner] = await db.read.select({ heldAt: users.payoutsHeldAt }).from(users).where(eq(users.id, ownerId))
  return owner?.heldAt != null
}

async function saleTarget({ db }: Deps, row: Sale, sellerId: number) {
  const [payer] = await db.read
    .select({ customerId: users.stripeCustomerId })
    .from(users)
    .where(eq(users.id, row.userId))
  const [seller] = await db.read.select({ accountId: users.stripeAccountId }).from(users).where(eq(users.id, sellerId))
  return {
    intentId: row.stripePaymentIntentId,
    customerId: payer?.customerId ?? null,
    cardId: row.paymentMethodId,
    totalAmount: row.totalAmount,
    attempt: row.paymentAttempt,
    accountId: seller?.accountId ?? null,
    chargeId: row.stripeChargeId,
    endedAt: hasEnded(row) ? row.statusChangedAt : null,
  }
}
