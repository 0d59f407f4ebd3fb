import { and, eq, inArray } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import { formatCents } from '#schema/money'
import { build, step } from '../db/steps'
import { paymentOps } from '../db/tables'
import type { Deps } from '../deps'
import { refundSettledLedger } from '../payments/correction-ledger'
import { listOpenDisputes } from '../payments/dispute-queries'
import { type About, aboutOf, nameOf, type PaymentCommand } from '../payments/payment-commands'
import { OWED_STATES, REFUND_RETRY_DAYS, refundStateStep } from '../payments/refund-outcomes'
import { findSale } from '../payments/sales'
import { actStep } from './operator-steps'

/** What of money waits for an operator, a line each: disputes to be answered, refunds that their banks do not take. */
export async function listMoneyTasks(deps: Deps): Promise<string[]> {
  const disputes = (await listOpenDisputes(deps.db)).map(
    (dispute) =>
      `${subjectOf(aboutOf(dispute))}  dispute ${dispute.id}  ${formatCents(dispute.taken)}  ${dispute.reason}  answer by ${dispute.answerBy ?? 'no day'}`,
  )
  const owed = (await listOwed(deps)).map((command) => {
    const isTried = command.tries <= REFUND_RETRY_DAYS.length
    const next = isTried ? `is tried again after ${command.nextAt}` : 'is owed to its payer: pay it in another way'
    return `${subjectOf(aboutOf(command))}  ${formatCents(command.amount)} ${next}`
  })
  return [...disputes, ...owed]
}

/**
 * An operator has paid what a bank would not take back, from our own account.
 * @returns the cents @throws Refusal `not_refundable` when nothing is owed that way
 */
export async function settleRefund(deps: Deps, operator: string, about: About, note: string): Promise<number> {
  const { value } = await deps.db.write(async () => {
    const sale = await findSale(deps.db, about)
    if (!sale) throw new Refusal('not_found', `There is no ${subjectOf(about)}.`)
    const owed = (await listOwed(deps)).filter(
      (command) => nameOf(aboutOf(command)) === nameOf(about) && command.tries > REFUND_RETRY_DAYS.length,
    )
    if (owed.length === 0) throw new Refusal('not_refundable', 'No refund of it waits to be paid in another way.')
    const now = deps.now()
    const amount = owed.reduce((sum, command) => sum + command.amount, 0)
    const act = `refund of ${formatCents(amount)} paid in another way`
    return {
      value: amount,
      steps: [
        ...owed.flatMap((command) => [
          step(build.update(paymentOps).set({ state: 'settled' }).where(eq(paymentOps.id, command.id))),
          ...refundSettledLedger(sale, command.amount, command.businessKey, now),
        ]),
        refundStateStep(about),
        actStep({ operator, act, subject: subjectOf(about), note, now }),
      ],
    }
  })
  return value
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
