import { and, eq } from 'drizzle-orm'
import { updateStep } from '../db/steps'
import { paymentOps } from '../db/tables'
import type { Deps } from '../deps'
import { refundReturnedLedger } from '../money/ledger/correction-ledger'
import { aboutOf, findCommand, isUnderWay } from '../money/payment-commands'
import { refundOwedSteps } from '../money/refund-outcomes'
import { findSale } from '../money/sales'
import { bookHandRefund } from './hand-refunds'

/**
 * Reads a refund afresh and books that it has come back, if it has, or that nobody here knew of it: it was made by hand, or
 * reached the provider after its command was given up. @returns whether it is dealt with
 */
export async function convergeRefund(deps: Deps, refundId: string): Promise<boolean> {
  const made = and(eq(paymentOps.kind, 'refund'), eq(paymentOps.providerId, refundId))
  const known = await deps.db.read.select({ id: paymentOps.id }).from(paymentOps).where(made)
  const refund = await deps.payments.gateway.getRefund(refundId)
  if (known.length === 0) {
    if (refund.command === null) return bookHandRefund(deps, refund)
    const command = await findCommand(deps.db, refund.command)
    // The answer of a command that is under way is known soon.
    return command !== null && !isUnderWay(command.state) && bookHandRefund(deps, refund)
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
