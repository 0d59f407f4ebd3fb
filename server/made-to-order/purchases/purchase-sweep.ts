import { and, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { sellerReleaseAt } from '#schema/purchase'
import { updateStep } from '../../db/steps'
import { purchases } from '../../db/tables'
import type { Deps } from '../../deps'
import { hasOpenDispute } from '../../money/dispute-queries'
import { drainCommands } from '../../money/drain-commands'
import { findFreeDebt } from '../../money/ledger/ledger-queries'
import { orderOf, ownerShare, releasedLedger } from '../../money/ledger/sale-ledger'
import { mayEndUnpaid, type PaymentsRead, readPayments } from '../../money/read-payments'
import { heldSteps } from '../../money/sales'
import { sendSaleOn } from '../../money/send-on'
import { workAlone } from '../../money/set-aside'
import { sweepLateOrders } from './late-orders'
import { convergePurchaseIntent, releaseStep } from './purchase-payments'
import { findPurchaseRow, type PurchaseRow } from './purchase-queries'
import { movePurchaseSteps } from './purchase-steps'

/**
 * Moves every order whose time has come: open payments are looked up, unpaid orders end after half an hour, and what is a
 * seller's is given to them. Running it twice changes nothing more.
 */
export async function sweepPurchases(deps: Deps): Promise<void> {
  const read = await readPayments(deps, 'purchase', await listUnpaid(deps), convergePurchaseIntent)
  for (const row of await listOverdue(deps, read))
    await workAlone(deps, `end of purchase ${row.id}`, () => giveUp(deps, row))
  await sweepLateOrders(deps)
  for (const row of await listUnreleased(deps))
    await workAlone(deps, `release of purchase ${row.id}`, () => release(deps, row))
  for (const row of await listUnsent(deps))
    await workAlone(deps, `payout of purchase ${row.id}`, () => sendOn(deps, row))
  await drainCommands(deps)
}

function listUnpaid({ db }: Deps): Promise<PurchaseRow[]> {
  const open = and(inArray(purchases.paymentState, ['unpaid', 'failed']), isNotNull(purchases.stripePaymentIntentId))
  return db.read
    .select()
    .from(purchases)
    .where(and(open, isNotNull(purchases.payBy)))
}

async function listOverdue({ db, now }: Deps, read: PaymentsRead): Promise<PurchaseRow[]> {
  const at = now()
  const due = and(eq(purchases.status, 'pending'), lte(purchases.payBy, at.toISOString()))
  const rows = await db.read.select().from(purchases).where(due)
  return rows.filter((row) => mayEndUnpaid(row, row.payBy, read, at))
}

async function giveUp(deps: Deps, row: PurchaseRow): Promise<void> {
  const now = deps.now()
  await deps.db.write(async () => {
    if (!(await isStillAsRead(deps, row))) return []
    const move = { actor: 'clock' as const, reason: 'not_paid', now, changes: { payBy: null } }
    return [...movePurchaseSteps(row, 'cancelled', move), releaseStep(row, now)]
  })
}

/** Within the turn of a write: somebody may have been faster since the order was read. */
async function isStillAsRead({ db }: Deps, row: PurchaseRow): Promise<boolean> {
  const now = await findPurchaseRow(db, row.id)
  return (
    now?.status === row.status &&
    now.paymentState === row.paymentState &&
    now.refundedAmount === row.refundedAmount &&
    now.releasedAt === row.releasedAt &&
    now.notArrivedAt === row.notArrivedAt
  )
}

/** An order that did not arrive waits, unless its buyer has all of the money again: then the release moves nothing, and ends it. */
function listUnreleased({ db }: Deps): Promise<PurchaseRow[]> {
  return db.read
    .select()
    .from(purchases)
    .where(
      and(
        inArray(purchases.status, ['shipped', 'delivered']),
        isHeldByUs,
        isNull(purchases.releasedAt),
        or(isNull(purchases.notArrivedAt), eq(purchases.refundedAmount, purchases.totalAmount)),
      ),
    )
}

async function release(deps: Deps, row: PurchaseRow): Promise<void> {
  const now = deps.now()
  const dueAt = sellerReleaseAt(row)
  if (dueAt === null || dueAt > now) return
  await deps.db.write(async () => {
    if (!(await isStillAsRead(deps, row))) return []
    if (await hasOpenDispute(deps.db, { purchaseId: row.id }))
      return await heldSteps(deps.db, { purchaseId: row.id }, 'dispute')
    const netted = Math.min(ownerShare(row, row.refundedAmount), await findFreeDebt(deps.db, row.sellerId))
    return [
      updateStep(
        purchases,
        { releasedAt: now.toISOString(), transferredAmount: netted, heldBecause: null },
        eq(purchases.id, row.id),
      ),
      ...releasedLedger(orderOf(row), netted, now),
    ]
  })
}

/** Taken, and none of it on its way back right now. */
const isHeldByUs = inArray(purchases.paymentState, ['captured', 'refunded', 'refund_failed'])

/** Released orders of which something is still here; never one whose money goes back. */
function listUnsent({ db }: Deps): Promise<PurchaseRow[]> {
  const owner = sql`(${purchases.totalAmount} - ${purchases.feeAmount})`
  const share = sql`(${owner} - ${purchases.refundedAmount} * ${owner} / max(1, ${purchases.totalAmount}))`
  return db.read
    .select()
    .from(purchases)
    .where(
      and(
        isNotNull(purchases.releasedAt),
        isHeldByUs,
        isNull(purchases.notArrivedAt),
        lt(purchases.transferredAmount, share),
      ),
    )
}

async function sendOn(deps: Deps, row: PurchaseRow): Promise<void> {
  const amount = ownerShare(row, row.refundedAmount) - row.transferredAmount
  if (amount > 0) await sendSaleOn(deps, orderOf(row), amount)
}
