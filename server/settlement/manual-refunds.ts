import { and, eq } from 'drizzle-orm'
import { formatCents } from '#schema/money'
import { actStep } from '../db/operator-acts'
import { build, type Step, step } from '../db/steps'
import { paymentOps } from '../db/tables'
import type { Deps } from '../deps'
import { findPurchaseRow } from '../made-to-order/purchases/purchase-queries'
import { movePurchaseSteps } from '../made-to-order/purchases/purchase-steps'
import type { Refund } from '../money/gateway'
import {
  type DamageBack,
  damageRefundedLedger,
  damageRefundReturnedLedger,
  manualRefundLedger,
} from '../money/ledger/correction-ledger'
import { isPosted } from '../money/ledger/ledger-queries'
import type { Sale } from '../money/ledger/sale-ledger'
import { isMoneyMoving, isTaken } from '../money/ledger/sale-state'
import { aboutColumns, businessKey, commandsOf, nameOf } from '../money/payment-commands'
import { refundStateStep, settleOwed } from '../money/refund-outcomes'
import { findPaidFor, findSale, saleStep } from '../money/sales'
import { findDamageBack } from './damage-back'

/**
 * Books a refund that no command here has made, such as one by hand at the provider's own pages: it pays what was owed
 * already, else it is a refund like one of ours, which from then on it is. @returns whether its payment is known and none of
 * its refunds is under way
 */
export async function bookManualRefund(deps: Deps, refund: Refund): Promise<boolean> {
  const paidFor = refund.intentId ? await findPaidFor(deps.db, refund.intentId) : null
  if (!paidFor) return false
  const { value } = await deps.db.write(async () => {
    const { about, isDamage } = paidFor
    const sale = await findSale(deps.db, about)
    // The payment is booked first, and what is under way may be what this refund already does.
    if (!sale || !(await isTaken(deps.db, about, isDamage)) || (await isMoneyMoving(deps.db, about)))
      return { value: false, steps: [] }
    if (isDamage) return { value: true, steps: await damageSteps(deps, sale, refund) }
    const { count } = await commandsOf(deps.db, about, 'refund')
    if ((await madeBy(deps, refund.id)).length > 0 || refund.state === 'failed') return { value: true, steps: [] }
    return { value: true, steps: await saleSteps(deps, sale, refund, count + 1) }
  })
  return value
}

async function saleSteps(deps: Deps, sale: Sale, { id, amount }: Refund, attempt: number): Promise<Step[]> {
  const now = deps.now()
  const { about } = sale
  const { owedBefore, steps: settled } = await settleOwed(deps.db, about, amount)
  const returned = Math.min(amount - owedBefore, sale.totalAmount - sale.refundedAmount)
  const at = now.toISOString()
  const row = {
    businessKey: businessKey(about, 'refund', attempt),
    kind: 'refund' as const,
    ...aboutColumns(about),
    amount,
    state: 'done' as const,
    providerId: id,
    nextAt: at,
    createdAt: at,
    doneAt: at,
  }
  return [
    ...settled,
    step(build.insert(paymentOps).values(row)),
    ...manualRefundLedger(sale, { refundId: id, amount, owedBefore, returned, attempt }, now),
    saleStep(about, { refundedAmount: sale.refundedAmount + returned, paymentState: 'refunded' }),
    ...(await endedSteps(deps, sale, returned)),
    refundStateStep(about),
  ]
}

/** With all that is left an order ends, unless it was delivered: as with a refund of ours. */
async function endedSteps(
  { db, now }: Deps,
  { about, totalAmount, refundedAmount }: Sale,
  returned: number,
): Promise<Step[]> {
  if (!('purchaseId' in about) || refundedAmount + returned < totalAmount) return []
  const row = await findPurchaseRow(db, about.purchaseId)
  if (!row || row.status === 'delivered' || row.status === 'cancelled') return []
  const move = { actor: 'operator' as const, reason: 'refunded', now: now() }
  return movePurchaseSteps({ ...row, paymentState: 'refunded' }, 'cancelled', move)
}

/** A refund of damage that failed gives back to its owner what they bore of it. */
async function damageSteps({ db, now: clock }: Deps, sale: Sale, { id, amount, state }: Refund): Promise<Step[]> {
  const now = clock()
  if (state !== 'failed') return damageRefundedLedger(sale, id, await findDamageBack(db, sale.about, amount), now)
  const wasBooked = await isPosted(db, `damage-refund:${id}`)
  if (!wasBooked || (await isPosted(db, `damage-refund-returned:${id}`))) return []
  const back = await findDamageBack(db, sale.about, -amount)
  const note = `The bank sent back what was refunded by hand. ${whoseAgain(back)}`
  const subject = nameOf(sale.about).replace(':', ' ')
  return [
    ...damageRefundReturnedLedger(sale, id, back, now),
    actStep({ operator: 'provider', act: `refund of ${formatCents(amount)} for damage failed`, subject, note, now }),
  ]
}

/** Money for damage that was never sent leaves with the next sweep, once nothing holds it. */
function whoseAgain({ borne, isSent }: DamageBack): string {
  if (borne === 0) return 'The platform had lost it: the payer’s bank had returned it as well.'
  return isSent
    ? `It is the owner’s again: please send ${formatCents(-borne)} on by hand.`
    : 'It is the owner’s again, and is sent on by itself. Should their account have ended, please pay them in another way.'
}

function madeBy({ db }: Deps, refundId: string) {
  return db.read
    .select({ id: paymentOps.id })
    .from(paymentOps)
    .where(and(eq(paymentOps.kind, 'refund'), eq(paymentOps.providerId, refundId)))
}
