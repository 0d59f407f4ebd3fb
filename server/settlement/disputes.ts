import { and, eq, isNotNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { HeldBecause } from '#schema/earnings'
import { formatCents } from '#schema/money'
import type { DisputeState } from '#schema/payment'
import { actStep } from '../db/operator-acts'
import { build, type Step, step, updateStep } from '../db/steps'
import { type BankState, bookings, damageReports, paymentDisputes, purchases } from '../db/tables'
import type { Deps } from '../deps'
import type { About } from '../money/about'
import { type DisputeRow, listDisputes, listOpenDisputes } from '../money/dispute-queries'
import type { Dispute } from '../money/gateway'
import { damageLostLedger, disputeMovedLedger, saleLostLedger } from '../money/ledger/correction-ledger'
import { isPosted } from '../money/ledger/ledger-queries'
import type { Sale } from '../money/ledger/sale-ledger'
import { isMoneyMoving, isTaken } from '../money/ledger/sale-state'
import { aboutColumns, nameOf } from '../money/payment-commands'
import { refundStateStep, settleOwed } from '../money/refund-outcomes'
import { findPaidFor, findSale, saleStep } from '../money/sales'
import { askInTurn } from '../money/set-aside'
import { findDamageBack } from './damage-back'

/**
 * Reads a dispute afresh and brings the books and its sale to where it stands. Money that is on its way right now is waited
 * for. @returns whether it could be dealt with
 */
export async function convergeDispute(deps: Deps, disputeId: string): Promise<boolean> {
  const dispute = await deps.payments.gateway.getDispute(disputeId)
  const paidFor = dispute.intentId ? await findPaidFor(deps.db, dispute.intentId) : null
  if (!paidFor) return false
  const { value } = await deps.db.write(async () => {
    const sale = await findSale(deps.db, paidFor.about)
    // The payment itself is booked first.
    if (!sale || !(await isTaken(deps.db, paidFor.about, paidFor.isDamage))) return { value: false, steps: [] }
    const known = await listDisputes(deps.db, paidFor.about)
    const before = known.find(({ id }) => id === disputeId)
    const isKnown = await Promise.all(dispute.movements.map(({ id }) => isPosted(deps.db, `dispute:${id}`)))
    const fresh = dispute.movements.filter((_, nth) => !isKnown[nth])
    // Without a movement the dispute was read before it was closed.
    if (before && !isUndecided(before.state) && fresh.length === 0) return { value: true, steps: [] }
    if (before?.state === 'lost')
      return {
        value: true,
        steps: afterLossSteps(sale, { ...dispute, movements: fresh }, paidFor.isDamage, deps.now()),
      }
    const taken = -dispute.movements.reduce((sum, { amount }) => sum + amount, 0)
    // A movement that is booked is missing: the dispute was read before it.
    if (before && fresh.length === 0 && taken !== before.taken) return { value: false, steps: [] }
    // A dispute is over when its money is back, or lost.
    const state = dispute.state !== 'lost' && taken > 0 ? 'open' : dispute.state
    if (state === 'lost' && (await isMoneyMoving(deps.db, paidFor.about))) return { value: false, steps: [] }
    const lost = state === 'lost' ? await lostSteps(deps, sale, dispute, taken, paidFor.isDamage) : []
    const others = known.filter(({ id }) => id !== disputeId)
    const statesOf = (isDamage: boolean) => [
      ...others.filter((row) => row.isDamage === isDamage).map((row) => row.state),
      ...(paidFor.isDamage === isDamage ? [state] : []),
    ]
    return {
      value: true,
      steps: [
        rowStep(paidFor, dispute, state, taken, deps.now()),
        ...disputeMovedLedger(sale, dispute, { isDamage: paidFor.isDamage, wasLost: false }, deps.now()),
        ...lost,
        ...(paidFor.isDamage ? claimSaidSteps(paidFor.about, worst(statesOf(true))) : []),
        ...saidSteps(paidFor.about, worst(statesOf(false))),
        ...(before?.state === state ? [] : [tellStep(sale.about, dispute, state, taken, deps.now())]),
      ],
    }
  })
  return value
}

/**
 * A bank that moves money after a loss, or changes its decision: the amount is the platform's until an operator has decided whose
 * it is. Both sides were told of the loss, and the books of their sale stay.
 */
function afterLossSteps(sale: Sale, dispute: Dispute, isDamage: boolean, now: Date): Step[] {
  const back = dispute.movements.reduce((sum, { amount, fee }) => sum + amount - fee, 0)
  const note = `${formatCents(Math.abs(back))} ${back < 0 ? 'left' : 'came back'} after the bank had decided for its customer. Please decide with both sides.`
  const subject = nameOf(sale.about).replace(':', ' ')
  return [
    ...disputeMovedLedger(sale, dispute, { isDamage, wasLost: true }, now),
    actStep({ operator: 'provider', act: `dispute ${dispute.id} moved`, subject, note, now }),
  ]
}

/** Re-reads every dispute that is not decided yet, so that nothing depends on an event having come. */
export async function convergeOpenDisputes(deps: Deps): Promise<void> {
  await askInTurn(
    deps,
    await listOpenDisputes(deps.db),
    ({ id }) => `dispute ${id}`,
    ({ id }) => convergeDispute(deps, id),
  )
}

async function lostSteps(deps: Deps, sale: Sale, dispute: Dispute, taken: number, isDamage: boolean): Promise<Step[]> {
  const now = deps.now()
  if (isDamage) return damageLostLedger(sale, dispute.id, await findDamageBack(deps.db, sale.about, taken), now)
  // An amount that was to be refunded anyway has reached its payer through the bank.
  const { owedBefore, steps: settled } = await settleOwed(deps.db, sale.about, taken)
  const returned = Math.min(taken - owedBefore, sale.totalAmount - sale.refundedAmount)
  return [
    ...settled,
    ...saleLostLedger(sale, { disputeId: dispute.id, taken, owedBefore, returned }, now),
    saleStep(sale.about, { refundedAmount: sale.refundedAmount + returned }),
    refundStateStep(sale.about),
  ]
}

/** Does a bank still have to decide about a payment, or ask about it? */
const isUndecided = (state: BankState): boolean => state === 'open' || state === 'asked'

function rowStep(
  { about, isDamage }: { about: About; isDamage: boolean },
  { id, reason, answerBy, openedAt }: Dispute,
  state: BankState,
  taken: number,
  now: Date,
): Step {
  const changes = {
    state,
    taken,
    reason,
    answerBy: answerBy?.toISOString() ?? null,
    closedAt: isUndecided(state) ? null : now.toISOString(),
  }
  const row: DisputeRow = { id, ...aboutColumns(about), isDamage, openedAt: openedAt.toISOString(), ...changes }
  return step(
    build.insert(paymentDisputes).values(row).onConflictDoUpdate({ target: paymentDisputes.id, set: changes }),
  )
}

/** A claim is held while a bank decides about its own payment; the state of the dispute is read with it. */
function claimSaidSteps(about: About, state: DisputeState | null): Step[] {
  if (!('bookingId' in about)) return []
  const heldBecause = state === 'open' ? 'dispute' : letGo(damageReports.heldBecause)
  return [updateStep(damageReports, { heldBecause }, eq(damageReports.bookingId, about.bookingId))]
}

/**
 * The dispute about a sale that both sides are told of: of several the one that weighs most. A booking says nothing of those about
 * damage, and what a server of an earlier build has said of one goes. An order that did not arrive is held beyond its end.
 */
function saidSteps(about: About, state: DisputeState | null): Step[] {
  if (state === 'open')
    return [saleStep(about, { disputeState: state, heldBecause: 'dispute' }), ...warnAnewSteps(about)]
  if ('bookingId' in about) {
    const heldBecause = letGo(bookings.heldBecause)
    return [updateStep(bookings, { disputeState: state, heldBecause }, eq(bookings.id, about.bookingId))]
  }
  const isMissing = sql`iif(${purchases.notArrivedAt} IS NULL, NULL, ${'not_arrived' satisfies HeldBecause})`
  const heldBecause = letGo(purchases.heldBecause, isMissing)
  return [updateStep(purchases, { disputeState: state, heldBecause }, eq(purchases.id, about.purchaseId))]
}

/** In SQL: why the money waits once no dispute holds it. Another reason stays. */
const letGo = (heldBecause: SQLWrapper, next = sql`NULL`): SQL =>
  sql`iif(${heldBecause} = 'dispute', ${next}, ${heldBecause})`

/** A late order does not end while a bank decides: its seller is told of the end anew, and has a week again. */
function warnAnewSteps(about: About): Step[] {
  if (!('purchaseId' in about)) return []
  const isWarned = and(eq(purchases.id, about.purchaseId), isNotNull(purchases.lateToldAt))
  return [updateStep(purchases, { lateToldAt: null }, isWarned)]
}

function worst(states: BankState[]): DisputeState | null {
  return (['open', 'lost', 'won'] as const).find((state) => states.includes(state)) ?? null
}

function tellStep(about: About, dispute: Dispute, state: BankState, taken: number, now: Date): Step {
  const answer = dispute.answerBy ? ` Answer it at the provider before ${dispute.answerBy.toISOString()}.` : ''
  const notes: Record<BankState, string> = {
    asked: `The payer's bank asks about the payment (${dispute.reason}). No money has moved; a refund ends the question.${answer}`,
    answered: 'The bank asks no more; no money has moved.',
    open: `The payer's bank asks for the money back (${dispute.reason}).${answer}`,
    won: 'The bank decided for us; the money is back.',
    lost: `The bank decided for its customer; ${formatCents(taken)} stay with them.`,
  }
  const subject = nameOf(about).replace(':', ' ')
  return actStep({ operator: 'provider', act: `dispute ${dispute.id} ${state}`, subject, note: notes[state], now })
}
