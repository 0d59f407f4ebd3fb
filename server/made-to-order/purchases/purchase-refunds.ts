import { and, eq, sql } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import { hasMoneyLeft } from '#schema/purchase'
import { actStep } from '../../db/operator-acts'
import { type Step, step, updateStep } from '../../db/steps'
import { paymentOps } from '../../db/tables'
import type { Deps } from '../../deps'
import { drainCommands } from '../../money/drain-commands'
import { setOffLedger } from '../../money/ledger/correction-ledger'
import { findNetted, findTakenBack } from '../../money/ledger/ledger-queries'
import { orderOf, refundDecidedLedger, returnEntries } from '../../money/ledger/sale-ledger'
import { businessKey, commandStep, commandsOf, UNDER_WAY_SQL } from '../../money/payment-commands'
import { richestTransfer, takenByHand } from '../../money/recover-debts'
import { assertReturned, NEVER_RETRIED, operatorRefundSteps, refundStateStep } from '../../money/refund-outcomes'
import { findPurchaseRow, type PurchaseRow } from './purchase-queries'
import { movePurchaseSteps, purchasePaymentStep } from './purchase-steps'

/**
 * The steps by which everything that is left goes back to the buyer. Money that was sent on to the seller is taken back first, and
 * the refund waits for it, unless somebody has taken all of it back by hand, whatever that has paid since: what cannot be taken
 * back is for an operator. Not to be asked for while some of it is being taken back.
 */
export async function returnAllSteps(deps: Deps, row: PurchaseRow, attempt: number, now: Date): Promise<Step[]> {
  const { db } = deps
  const about = { purchaseId: row.id }
  const amount = row.totalAmount - row.refundedAmount
  const sale = orderOf(row)
  const owed = returnEntries(sale, amount).owed - (await findNetted(db, about))
  const byHand = await takenByHand(deps, about)
  const isHere = Math.min(owed, byHand, await findTakenBack(db, row.sellerId))
  const decided = [
    ...refundDecidedLedger(sale, amount, attempt, now),
    ...setOffLedger(sale, Math.max(0, isHere), businessKey(about, 'refund', attempt), now),
  ]
  const source = await richestTransfer(deps, about)
  const sentOn = byHand > 0 ? Math.min(owed - isHere, source?.left ?? 0) : owed - isHere
  if (sentOn <= 0) return [...decided, commandStep({ ...about, kind: 'refund', attempt, amount, now })]
  const reversals = await commandsOf(db, about, 'reversal')
  const taken = Math.min(sentOn, source?.left ?? 0)
  const takeBack =
    source && taken > 0
      ? [
          commandStep({
            ...about,
            kind: 'reversal',
            attempt: reversals.count + 1,
            amount: taken,
            targetId: source.id,
            now,
          }),
        ]
      : []
  return [
    ...decided,
    ...takeBack,
    commandStep({ ...about, kind: 'refund', attempt, amount, now, state: 'waiting' }),
    ...(taken < sentOn ? notTakenBackSteps(row, now) : []),
  ]
}

/** Refunds that have waited for this order's money may go: it is back. Put this behind the step that records the reversal. */
export function takenBackSteps({ id }: PurchaseRow, now: Date): Step[] {
  const at = now.toISOString()
  return [
    step(sql`UPDATE payment_ops SET state = 'new', next_at = ${at} WHERE purchase_id = ${id} AND kind = 'refund' AND state = 'waiting'
      AND NOT EXISTS (SELECT 1 FROM payment_ops o WHERE o.purchase_id = ${id} AND o.kind = 'reversal' AND o.state IN (${sql.raw(UNDER_WAY_SQL)}))`),
  ]
}

/** The seller's money is not there any more: a waiting refund is an operator's to decide. */
export function notTakenBackSteps({ id }: PurchaseRow, now: Date): Step[] {
  const waiting = and(eq(paymentOps.purchaseId, id), eq(paymentOps.kind, 'refund'), eq(paymentOps.state, 'waiting'))
  const stuck = {
    state: 'failed' as const,
    tries: NEVER_RETRIED,
    errorCode: 'not_taken_back',
    doneAt: now.toISOString(),
  }
  const isWaiting = sql`EXISTS (SELECT 1 FROM payment_ops WHERE purchase_id = ${id} AND kind = 'refund' AND state = 'waiting')`
  return [
    actStep(
      {
        operator: 'provider',
        act: 'refund held back',
        subject: `purchase ${id}`,
        note: 'What was sent on to the seller could not be taken back. Please decide: refund-anyway, or refund-paid once it was paid in another way.',
        now,
      },
      isWaiting,
    ),
    updateStep(paymentOps, stuck, waiting),
    refundStateStep({ purchaseId: id }),
  ]
}

/**
 * Returns money of an order to its buyer at an operator's word. With all that is left the order ends, unless it was delivered.
 * `further` joins the batch.
 * @param returnedBefore what the operator was shown as returned so far
 * @throws Refusal `not_found`, `price_changed`, `not_refundable` (more than is left), `disputed`, `in_progress` (money is moving right now)
 */
export async function refundOrder(
  deps: Deps,
  purchaseId: number,
  amount: number,
  further: Step[] = [],
  returnedBefore?: number,
): Promise<void> {
  const now = deps.now()
  await deps.db.write(async () => {
    const row = await findPurchaseRow(deps.db, purchaseId)
    if (!row) throw new Refusal('not_found', `There is no purchase ${purchaseId}.`)
    assertReturned(row, returnedBefore)
    if (!hasMoneyLeft(row)) throw new Refusal('not_refundable')
    const changes = { paymentState: 'refunding' as const, refundedAmount: row.refundedAmount + amount }
    const isOver = changes.refundedAmount === row.totalAmount && row.status !== 'delivered'
    return [
      ...(await operatorRefundSteps(deps.db, orderOf(row), row.paymentState, amount, now)),
      ...(isOver && row.status !== 'cancelled'
        ? movePurchaseSteps(row, 'cancelled', { actor: 'operator', reason: 'refunded', now, changes })
        : [purchasePaymentStep(row, changes)]),
      ...further,
    ]
  })
  await drainCommands(deps, { purchaseId })
}
