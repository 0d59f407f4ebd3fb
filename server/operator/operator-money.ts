import { and, eq, inArray } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import { formatCents } from '#schema/money'
import { actStep } from '../db/operator-acts'
import { updateStep } from '../db/steps'
import { paymentOps, purchases } from '../db/tables'
import type { Deps } from '../deps'
import { listNotArrived } from '../made-to-order/purchases/purchase-queries'
import type { About } from '../money/about'
import { hasOpenDispute, listOpenDisputes } from '../money/dispute-queries'
import { drainCommands } from '../money/drain-commands'
import { refundSettledLedger } from '../money/ledger/correction-ledger'
import { aboutOf, commandStep, nameOf, type PaymentCommand } from '../money/payment-commands'
import { NEVER_RETRIED, nextRefund, OWED_STATES, REFUND_RETRY_DAYS, refundStateStep } from '../money/refund-outcomes'
import { findSale } from '../money/sales'
import { listSetAside } from '../money/set-aside'

/** Money matters that wait for an operator, a line each: disputes to be answered, refunds that their banks do not take. */
export async function listMoneyTasks(deps: Deps): Promise<string[]> {
  const disputes = (await listOpenDisputes(deps.db)).map(
    (dispute) =>
      `${subjectOf(aboutOf(dispute))}  dispute ${dispute.id}  ${dispute.state === 'asked' ? 'asks about the payment' : formatCents(dispute.taken)}  ${dispute.reason}  answer by ${dispute.answerBy ?? 'no day'}`,
  )
  const owed = (await listOwed(deps)).map((command) => {
    const isTried = command.tries <= REFUND_RETRY_DAYS.length
    if (command.errorCode === 'not_taken_back')
      return `${subjectOf(aboutOf(command))}  ${formatCents(command.amount)} could not be taken back from the seller: refund-anyway, or pay it in another way`
    const next = isTried ? `is tried again after ${command.nextAt}` : 'is owed to its payer: pay it in another way'
    return `${subjectOf(aboutOf(command))}  ${formatCents(command.amount)} ${next}`
  })
  const aside = (await listSetAside(deps)).map(
    ({ name, reason, attempts, nextAt }) =>
      `${name}  set aside after ${attempts} tries: ${reason}  tried again after ${nextAt}`,
  )
  const missing = (await listNotArrived(deps.db)).map(
    ({ id, notArrivedAt }) =>
      `purchase ${id}  its buyer says since ${notArrivedAt} that it did not arrive: refund-order, or arrived`,
  )
  return [...disputes, ...owed, ...missing, ...aside]
}

/**
 * An operator has paid what a bank would not take back, from our own account.
 * @returns the cents @throws Refusal `not_refundable` when nothing is owed that way
 */
export async function settleRefund(deps: Deps, operator: string, about: About, note: string): Promise<number> {
  const { value } = await deps.db.write(async () => {
    const sale = await findSale(deps.db, about)
    if (!sale) throw new Refusal('not_found', `There is no ${subjectOf(about)}.`)
    const owed = await listUntried(deps, about)
    if (owed.length === 0) throw new Refusal('not_refundable', 'No refund of it waits to be paid in another way.')
    const now = deps.now()
    const amount = owed.reduce((sum, command) => sum + command.amount, 0)
    const act = `refund of ${formatCents(amount)} paid in another way`
    return {
      value: amount,
      steps: [
        ...owed.flatMap((command) => [
          updateStep(paymentOps, { state: 'settled' }, eq(paymentOps.id, command.id)),
          ...refundSettledLedger(sale, command.amount, command.businessKey, now),
        ]),
        refundStateStep(about),
        actStep({ operator, act, subject: subjectOf(about), note, now }),
      ],
    }
  })
  return value
}

/**
 * Sends such a refund after all, from the platform's own money. The owner goes on owing what they were sent.
 * @returns the cents @throws Refusal `not_refundable` when nothing is owed that way, `disputed`
 */
export async function sendOwedRefund(deps: Deps, operator: string, about: About, note: string): Promise<number> {
  const { value } = await deps.db.write(async () => {
    const owed = await listUntried(deps, about)
    if (owed.length === 0) throw new Refusal('not_refundable', 'No refund of it waits for an operator.')
    if (await hasOpenDispute(deps.db, about)) throw new Refusal('disputed')
    const now = deps.now()
    const amount = owed.reduce((sum, command) => sum + command.amount, 0)
    const attempt = await nextRefund(deps.db, about)
    const act = `refund of ${formatCents(amount)} sent by the platform`
    return {
      value: amount,
      steps: [
        ...owed.map((command) => updateStep(paymentOps, { state: 'retried' }, eq(paymentOps.id, command.id))),
        commandStep({ ...about, kind: 'refund', attempt, amount, tries: NEVER_RETRIED, now }),
        refundStateStep(about),
        actStep({ operator, act, subject: subjectOf(about), note, now }),
      ],
    }
  })
  await drainCommands(deps)
  return value
}

/** An order that was said not to have arrived is settled: its money goes on. @throws Refusal `not_found` when none was */
export async function settleArrival(deps: Deps, operator: string, purchaseId: number, note: string): Promise<void> {
  await deps.db.write(async () => {
    const row = (await listNotArrived(deps.db)).find(({ id }) => id === purchaseId)
    if (!row) throw new Refusal('not_found', `Nobody says that purchase ${purchaseId} did not arrive.`)
    const now = deps.now()
    const subject = `purchase ${purchaseId}`
    const heldBecause = row.disputeState === 'open' ? 'dispute' : null
    return [
      updateStep(purchases, { notArrivedAt: null, heldBecause }, eq(purchases.id, purchaseId)),
      actStep({ operator, act: 'settle arrival', subject, note, now }),
    ]
  })
}

/** Refunds of a sale that are owed and not tried again by themselves. */
async function listUntried(deps: Deps, about: About): Promise<PaymentCommand[]> {
  const owed = await listOwed(deps)
  return owed.filter(
    (command) => nameOf(aboutOf(command)) === nameOf(about) && command.tries > REFUND_RETRY_DAYS.length,
  )
}

function listOwed({ db }: Deps): Promise<PaymentCommand[]> {
  return db.read
    .select()
    .from(paymentOps)
    .where(and(eq(paymentOps.kind, 'refund'), inArray(paymentOps.state, OWED_STATES)))
}

/** 'booking 12'. */
function subjectOf(about: About): string {
  return nameOf(about).replace(':', ' ')
}
