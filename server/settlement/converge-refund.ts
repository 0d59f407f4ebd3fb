import { and, eq } from 'drizzle-orm'
import { updateStep } from '../db/steps'
import { paymentOps } from '../db/tables'
import type { Deps } from '../deps'
import type { Refund } from '../money/gateway'
import { refundReturnedLedger } from '../money/ledger/correction-ledger'
import { isPosted } from '../money/ledger/ledger-queries'
import { aboutOf, findCommand, isUnderWay } from '../money/payment-commands'
import { refundOwedSteps } from '../money/refund-outcomes'
import { findPaidFor, findSale } from '../money/sales'
import { pastRefundId } from './catch-up-ledger'
import { bookManualRefund } from './manual-refunds'

/**
 * Reads a refund afresh and books that it has come back, if it has, or that nobody here knew of it: it was made by hand,
 * reached the provider after its command was given up, or its command was lost with a database that was restored from an
 * older copy. @returns whether it is dealt with
 */
export async function convergeRefund(deps: Deps, refundId: string): Promise<boolean> {
  const made = and(eq(paymentOps.kind, 'refund'), eq(paymentOps.providerId, refundId))
  const known = await deps.db.read.select({ id: paymentOps.id }).from(paymentOps).where(made)
  const refund = await deps.payments.gateway.getRefund(refundId)
  if (known.length === 0) {
    const command = refund.command === null ? null : await findCommand(deps.db, refund.command)
    // The answer of a command that is under way is known soon.
    if (command && isUnderWay(command.state)) return false
    return (refund.command !== null && !command && (await isOfThePast(deps, refund))) || bookManualRefund(deps, refund)
  }
  if (refund.state !== 'failed') return true
  await deps.db.write(async () => {
    const [command] = await deps.db.read.select().from(paymentOps).where(made)
    const sale = command && (await findSale(deps.db, aboutOf(command)))
    if (command?.state !== 'done' || !sale) return []
    const now = deps.now()
    return [
      updateStep(paymentOps, { state: 'returned' }, eq(paymentOps.id, command.id)),
      ...refundReturnedLedger(sale, command.amount, refundId, now),
      ...refundOwedSteps(command, 'The bank sent it back.', now),
    ]
  })
  return true
}

/** The books were written after it, as those of the demo are, and tell of it already. */
async function isOfThePast({ db }: Deps, { intentId }: Refund): Promise<boolean> {
  const paidFor = intentId ? await findPaidFor(db, intentId) : null
  return paidFor !== null && isPosted(db, `refund:${pastRefundId(paidFor.about)}`)
}
