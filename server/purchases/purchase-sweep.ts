import { and, eq, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import { sellerReleaseAt } from '#schema/purchase'
import { build, step } from '../db/steps'
import { purchases } from '../db/tables'
import type { Deps } from '../deps'
import { hasOpenDispute } from '../payments/dispute-queries'
import { drainCommands } from '../payments/drain-commands'
import { findFreeDebt } from '../payments/ledger-queries'
import { heldBecauseStep, orderOf, ownerShare, releasedLedger } from '../payments/sale-ledger'
import { sendSaleOn } from '../payments/send-on'
import { convergePurchaseIntent, releaseStep } from './purchase-payments'
import { findPurchaseRow, type PurchaseRow } from './purchase-queries'
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
  await deps.db.write(async () => {
    if (!(await isStillAsRead(deps, row))) return NOTHING
    const move = { actor: 'clock' as const, reason: 'not_paid', now, changes: { payBy: null } }
    return { value: null, steps: [...movePurchaseSteps(row, 'cancelled', move), releaseStep(row, now)] }
  })
}

const NOTHING = { value: null, steps: [] }

/** Within the turn of a write: somebody may have been faster since the order was read. */
async function isStillAsRead({ db }: Deps, row: PurchaseRow): Promise<boolean> {
  const now = await findPurchaseRow(db, row.id)
  return now?.status === row.status && now.paymentState === row.paymentState && now.releasedAt === row.releasedAt
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
    if (!(await isStillAsRead(deps, row))) return NOTHING
    if (await hasOpenDispute(deps.db, { purchaseId: row.id }))
      return { value: null, steps: [heldBecauseStep({ purchaseId: row.id }, 'dispute')] }
    const netted = Math.min(ownerShare(row, row.refundedAmount), await findFreeDebt(deps.db, row.sellerId))
    return {
      value: null,
      steps: [
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
  if (amount > 0) await sendSaleOn(deps, orderOf(row), amount)
}
