import { and, eq, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import { sellerReleaseAt } from '#schema/purchase'
import { build, guard, step } from '../db/steps'
import { purchases, users } from '../db/tables'
import type { Deps } from '../deps'
import { drainCommands } from '../payments/drain-commands'
import { findDebt } from '../payments/ledger-queries'
import { commandStep } from '../payments/payment-commands'
import { commandsOf } from '../payments/payment-targets'
import { heldBecauseStep, orderOf, ownerShare, releasedLedger } from '../payments/sale-ledger'
import { convergePurchaseIntent, releaseStep } from './purchase-payments'
import type { PurchaseRow } from './purchase-queries'
import { movePurchaseSteps } from './purchase-steps'

/**
 * Moves every order whose time has come: open payments are looked up, unpaid orders end after half an hour, and what is a
 * seller's is given to them. Running it twice changes nothing more.
 */
export async function sweepPurchases(deps: Deps): Promise<void> {
  for (const { stripePaymentIntentId } of await listUnpaid(deps))
    if (stripePaymentIntentId) await convergePurchaseIntent(deps, stripePaymentIntentId)
  for (const row of await listOverdue(deps)) await giveUp(deps, row)
  for (const row of await listUnreleased(deps)) await release(deps, row)
  for (const row of await listUnsent(deps)) await sendOn(deps, row)
  await drainCommands(deps)
}

function listUnpaid({ db }: Deps): Promise<PurchaseRow[]> {
  const open = and(inArray(purchases.paymentState, ['unpaid', 'failed']), isNotNull(purchases.stripePaymentIntentId))
  return db.read
    .select()
    .from(purchases)
    .where(and(open, isNotNull(purchases.payBy)))
}

function listOverdue({ db, now }: Deps): Promise<PurchaseRow[]> {
  const due = and(eq(purchases.status, 'pending'), lte(purchases.payBy, now().toISOString()))
  return db.read.select().from(purchases).where(due)
}

async function giveUp(deps: Deps, row: PurchaseRow): Promise<void> {
  const now = deps.now()
  await deps.db.write(() => ({
    value: null,
    steps: [
      ...movePurchaseSteps(row, 'cancelled', { actor: 'clock', reason: 'not_paid', now, changes: { payBy: null } }),
      releaseStep(row, now),
    ],
  }))
}

function listUnreleased({ db }: Deps): Promise<PurchaseRow[]> {
  return db.read
    .select()
    .from(purchases)
    .where(
      and(
        inArray(purchases.status, ['shipped', 'delivered']),
        eq(purchases.paymentState, 'captured'),
        isNull(purchases.releasedAt),
      ),
    )
}

async function release(deps: Deps, row: PurchaseRow): Promise<void> {
  const now = deps.now()
  const dueAt = sellerReleaseAt(row)
  if (dueAt === null || dueAt > now) return
  await deps.db.write(async () => {
    const netted = Math.min(ownerShare(row, row.refundedAmount), await findDebt(deps.db, row.sellerId))
    return {
      value: null,
      steps: [
        guard(
          sql`EXISTS (SELECT 1 FROM made_to_order_purchases WHERE id = ${row.id} AND released_at IS NULL AND payment_state = ${row.paymentState} AND status = ${row.status})`,
          new Refusal('in_progress'),
        ),
        step(
          build
            .update(purchases)
            .set({ releasedAt: now.toISOString(), transferredAmount: netted })
            .where(eq(purchases.id, row.id)),
        ),
        ...releasedLedger(orderOf(row), netted, now),
      ],
    }
  })
}

/** Released orders of which something is still here; never one whose money goes back. */
function listUnsent({ db }: Deps): Promise<PurchaseRow[]> {
  return db.read
    .select()
    .from(purchases)
    .where(
      and(
        isNotNull(purchases.releasedAt),
        eq(purchases.paymentState, 'captured'),
        lt(purchases.transferredAmount, sql`${purchases.totalAmount} - ${purchases.feeAmount}`),
      ),
    )
}

async function sendOn(deps: Deps, row: PurchaseRow): Promise<void> {
  const amount = ownerShare(row, row.refundedAmount) - row.transferredAmount
  const { count, isUnderWay } = await commandsOf(deps.db, { purchaseId: row.id }, 'transfer')
  if (isUnderWay || amount <= 0) return
  const [seller] = await deps.db.read.select().from(users).where(eq(users.id, row.sellerId))
  const isReady = seller?.hasCompletedStripeOnboarding === true && seller.stripeAccountId !== null
  const now = deps.now()
  await deps.db.write(() => ({
    value: null,
    steps: isReady
      ? [commandStep({ purchaseId: row.id, kind: 'transfer', attempt: count + 1, amount, now })]
      : [heldBecauseStep({ purchaseId: row.id }, 'payout_account')],
  }))
}
