import { eq, sql } from 'drizzle-orm'
import { splitAmount } from '#schema/earnings'
import { type Step, updateStep } from '../../db/steps'
import { purchases } from '../../db/tables'
import type { Deps } from '../../deps'
import type { Intent } from '../../money/gateway'
import { capturedLedger, orderOf, refundedLedger, transferredLedger } from '../../money/ledger/sale-ledger'
import { type CommandOutcome, commandStep, type PaymentCommand, recordOutcome } from '../../money/payment-commands'
import { hasEnded, purchaseTarget } from '../../money/payment-targets'
import { reversalDoneSteps } from '../../money/recover-debts'
import { refundOwedSteps, refundStateStep, refundSteps } from '../../money/refund-outcomes'
import { saleStep } from '../../money/sales'
import { logFailedCommand, sendCommand, whyUnsent } from '../../money/send-command'
import { findPurchaseByIntent, findPurchaseRow, type PurchaseRow } from './purchase-queries'
import { notTakenBackSteps, takenBackSteps } from './purchase-refunds'
import { movePurchaseSteps, purchasePaymentStep } from './purchase-steps'

/** Sends a command of an order and records what came of it. */
export async function sendPurchaseCommand(deps: Deps, command: PaymentCommand): Promise<void> {
  const row = await findPurchaseRow(deps.db, command.purchaseId ?? 0)
  if (!row) return
  const outcome = await sendCommand(
    deps.payments.gateway,
    command,
    await purchaseTarget(deps, row, command),
    deps.now(),
  )
  await recordOutcome(deps.db, command, outcome, deps.now(), async () =>
    consequences(deps, (await findPurchaseRow(deps.db, row.id)) ?? row, command, outcome),
  )
}

function consequences(deps: Deps, row: PurchaseRow, command: PaymentCommand, outcome: CommandOutcome): Step[] {
  const now = deps.now()
  if (outcome.kind === 'later') return []
  if (command.kind === 'charge') {
    const intent = outcome.kind === 'failed' ? outcome.error.intent : outcome.intent
    if (outcome.kind === 'failed') return refusedSteps(row, intent, now)
    return intent ? [...intentStep(row, intent), ...convergePurchase(deps, withIntent(row, intent), intent)] : []
  }
  // The buyer's bank was faster than the end of the order: what it took is looked at, and goes back.
  if (outcome.kind === 'failed' && command.kind === 'release' && outcome.error.intent)
    return convergePurchase(deps, row, outcome.error.intent)
  if (outcome.kind === 'failed' && command.kind === 'refund')
    return refundOwedSteps(command, outcome.error.message, now)
  // The debt stays, and is set off against what they earn next.
  if (outcome.kind === 'failed' && command.kind === 'reversal') return notTakenBackSteps(row, now)
  if (outcome.kind === 'failed') {
    logFailedCommand(deps, command, outcome.error)
    return command.kind === 'transfer'
      ? [saleStep({ purchaseId: row.id }, { heldBecause: whyUnsent(outcome.error) })]
      : []
  }
  const providerId = outcome.providerId ?? command.businessKey
  if (command.kind === 'refund')
    return [refundStateStep({ purchaseId: row.id }), ...refundedLedger(orderOf(row), command.amount, providerId, now)]
  if (command.kind === 'reversal')
    return [...reversalDoneSteps(orderOf(row), command, providerId, now), ...takenBackSteps(row, now)]
  if (command.kind === 'transfer')
    return [...transferredLedger(orderOf(row), command.amount, providerId, now), sentOnStep(row, command.amount)]
  return outcome.intent ? convergePurchase(deps, row, outcome.intent) : []
}

function sentOnStep({ id }: PurchaseRow, amount: number): Step {
  const transferredAmount = sql`${purchases.transferredAmount} + ${amount}`
  return updateStep(purchases, { transferredAmount, heldBecause: null }, eq(purchases.id, id))
}

const withIntent = (row: PurchaseRow, intent: Intent) => ({ ...row, stripePaymentIntentId: intent.id })
const intentStep = (row: PurchaseRow, intent: Intent) => [
  purchasePaymentStep(row, { stripePaymentIntentId: intent.id }),
]

/** The bank has said no: the order is over before it began, and the buyer may place another one with another card. */
function refusedSteps(row: PurchaseRow, intent: Intent | null, now: Date): Step[] {
  if (row.status !== 'pending' || row.paymentState !== 'unpaid') return []
  const known = intent ? { stripePaymentIntentId: intent.id } : {}
  const changes = { paymentState: 'failed' as const, payBy: null, ...known }
  return [
    ...movePurchaseSteps(row, 'cancelled', { actor: 'provider', reason: 'card_declined', now, changes }),
    ...(intent ? [releaseStep(row, now)] : []),
  ]
}

/** Nothing may be paid on an order's intent any more. */
export function releaseStep(row: PurchaseRow, now: Date): Step {
  return commandStep({ purchaseId: row.id, kind: 'release', attempt: row.paymentAttempt, now })
}

/**
 * Brings an order to where the provider says its payment is; safe to run any number of times and in any order. Money that
 * arrives for an order that is over goes back.
 */
function convergePurchase(deps: Deps, row: PurchaseRow, intent: Intent): Step[] {
  if (intent.id !== row.stripePaymentIntentId) return []
  const isOpen = row.paymentState === 'unpaid' || row.paymentState === 'failed'
  if (!isOpen) return []
  const now = deps.now()
  // The order ended while its payment was being made: nothing may be confirmed on it any more.
  if (intent.state !== 'captured') return hasEnded(row) && intent.state !== 'released' ? [releaseStep(row, now)] : []
  const { fee: feeAmount } = splitAmount(row.totalAmount, deps.env.feeBps)
  const paymentMethodId = intent.cardId ?? row.paymentMethodId
  const paid = { stripeChargeId: intent.chargeId ?? intent.id, paymentMethodId, feeAmount, payBy: null }
  const captured = capturedLedger(orderOf(row), feeAmount, now)
  if (row.status === 'pending') {
    const changes = { ...paid, paymentState: 'captured' as const }
    return [...movePurchaseSteps(row, 'paid', { actor: 'provider', reason: null, now, changes }), ...captured]
  }
  return [
    purchasePaymentStep(row, { ...paid, paymentState: 'refunding', refundedAmount: row.totalAmount }),
    ...captured,
    ...refundSteps(orderOf({ ...row, feeAmount }), row.totalAmount - row.refundedAmount, 1, now),
  ]
}

/** Reads an intent at the provider and brings its order there. @returns whether an order of ours knows the intent */
export async function convergePurchaseIntent(deps: Deps, intentId: string): Promise<boolean> {
  if (!(await findPurchaseByIntent(deps.db, intentId))) return false
  const intent = await deps.payments.gateway.getIntent(intentId)
  await deps.db.write(async () => {
    const row = await findPurchaseByIntent(deps.db, intentId)
    return row ? convergePurchase(deps, row, intent) : []
  })
  return true
}
