import { addDays } from 'date-fns'
import { and, asc, eq, inArray, lte, or, sql } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import { formatCents } from '#schema/money'
import type { Db } from '../db/client'
import { actStep } from '../db/operator-acts'
import { guard, type Step, step, updateStep } from '../db/steps'
import { bookings, paymentOps, purchases } from '../db/tables'
import type { Deps } from '../deps'
import type { About } from './about'
import { hasOpenDispute } from './dispute-queries'
import { refundDecidedLedger, type Sale } from './ledger/sale-ledger'
import {
  aboutOf,
  commandStep,
  commandsOf,
  NEVER_ASKED,
  nameOf,
  ofSale,
  type PaymentCommand,
  UNDER_WAY_SQL,
} from './payment-commands'

/**
 * A refund that the bank refuses, or sends back days later, is tried again by itself so many days after each failure.
 * After that its payer is to be paid in another way, which an operator does and says.
 */
export const REFUND_RETRY_DAYS = [1, 3] as const

/** `tries` of a refund that only an operator sends or pays. */
export const NEVER_RETRIED = REFUND_RETRY_DAYS.length + 1

/** Refunds of a booking or order that are still owed: nothing is under way for them right now. */
export const OWED_STATES = ['failed', 'returned'] as const

const PROVIDER = 'provider'

/**
 * A press whose answer was lost may be made again, and so may one on a screen that is old.
 * @throws Refusal `price_changed` when the operator was shown another amount as returned so far
 */
export function assertReturned({ refundedAmount }: { refundedAmount: number }, shown: number | undefined): void {
  if (shown === undefined || shown === refundedAmount) return
  const words = `${formatCents(refundedAmount)} have been returned by now. Nothing more was returned: please look at it again.`
  throw new Refusal('price_changed', words)
}

/** The number of the next refund of a booking or an order, counted from 1. */
export async function nextRefund(db: Db, about: About): Promise<number> {
  return (await commandsOf(db, about, 'refund')).count + 1
}

/** The ledger's part and the command of returning `amount` cents, the `attempt`th time. */
export function refundSteps(sale: Sale, amount: number, attempt: number, now: Date): Step[] {
  return [
    ...refundDecidedLedger(sale, amount, attempt, now),
    commandStep({ ...sale.about, kind: 'refund', attempt, amount, now }),
  ]
}

/**
 * An operator's refund of `amount` cents of a sale that stands where it was read; the sale itself is for the caller to change.
 * @throws Refusal `not_refundable` (more than is left), `disputed`, `in_progress` (money is moving right now)
 */
export async function operatorRefundSteps(
  db: Db,
  sale: Sale,
  paymentState: string,
  amount: number,
  now: Date,
): Promise<Step[]> {
  const { about, totalAmount, refundedAmount } = sale
  if (amount > totalAmount - refundedAmount) throw new Refusal('not_refundable')
  if (await hasOpenDispute(db, about)) throw new Refusal('disputed')
  if ((await commandsOf(db, about, 'transfer')).isUnderWay) throw new Refusal('in_progress')
  const [table, id] = 'bookingId' in about ? [bookings, about.bookingId] : [purchases, about.purchaseId]
  const isAsRead = sql`EXISTS (SELECT 1 FROM ${table} WHERE id = ${id} AND payment_state = ${paymentState} AND refunded_amount = ${refundedAmount})`
  return [guard(isAsRead, new Refusal('in_progress')), ...refundSteps(sale, amount, await nextRefund(db, about), now)]
}

/** The steps after a failed refund: the next try, the state of its sale, and a line for operators. */
export function refundOwedSteps(command: PaymentCommand, why: string, now: Date): Step[] {
  const about = aboutOf(command)
  const pause = REFUND_RETRY_DAYS[command.tries - 1]
  const next =
    pause === undefined
      ? 'It is not tried again: please pay it in another way, then say so (refund-paid).'
      : `It is tried again in ${pause === 1 ? 'a day' : `${pause} days`}.`
  return [
    ...(pause === undefined
      ? []
      : [updateStep(paymentOps, { nextAt: addDays(now, pause).toISOString() }, eq(paymentOps.id, command.id))]),
    refundStateStep(about),
    actStep({
      operator: PROVIDER,
      act: `refund of ${formatCents(command.amount)} failed`,
      subject: nameOf(about).replace(':', ' '),
      note: `${why} ${next}`,
      now,
    }),
  ]
}

/**
 * The refunds that are paid by `cents` which reached a sale's payer in another way: failed and returned ones, and those that the
 * provider was never asked for. Whole refunds come first, the oldest before the others; the rest of `cents` lessens the next one.
 * @returns the cents paid in all, and the steps that settle them
 */
export async function settleOwed(db: Db, about: About, cents: number): Promise<{ owedBefore: number; steps: Step[] }> {
  const { id, state } = paymentOps
  const isOwed = and(eq(paymentOps.kind, 'refund'), inArray(state, OWED_STATES))
  const isUnasked = and(NEVER_ASKED, inArray(state, ['new', 'waiting']))
  const owed = await db.read
    .select()
    .from(paymentOps)
    .where(and(ofSale(about), or(isOwed, isUnasked)))
    .orderBy(asc(id))
  let left = cents
  const paid = owed.filter(({ amount }) => {
    const fits = amount <= left
    if (fits) left -= amount
    return fits
  })
  const steps = paid.map((command) => updateStep(paymentOps, { state: 'settled' }, eq(id, command.id)))
  const next = owed.find((command) => !paid.includes(command))
  if (!next || left === 0) return { owedBefore: cents - left, steps }
  const lessened = updateStep(paymentOps, { amount: next.amount - left }, eq(id, next.id))
  return { owedBefore: cents, steps: [...steps, lessened] }
}

/** Says where the refunds of a sale stand, from its commands as they are at this point of the batch. */
export function refundStateStep(about: About): Step {
  const [table, column, id] =
    'bookingId' in about
      ? [sql.raw('bookings'), sql.raw('booking_id'), about.bookingId]
      : [sql.raw('made_to_order_purchases'), sql.raw('purchase_id'), about.purchaseId]
  const has = (states: string) =>
    sql`EXISTS (SELECT 1 FROM payment_ops WHERE ${column} = ${id} AND kind = 'refund' AND state IN (${sql.raw(states)}))`
  return step(sql`UPDATE ${table} SET payment_state = CASE WHEN ${has(`'failed', 'returned'`)} THEN 'refund_failed'
    WHEN ${has(UNDER_WAY_SQL)} THEN 'refunding' ELSE 'refunded' END
    WHERE id = ${id} AND payment_state IN ('refunding', 'refunded', 'refund_failed')`)
}

/** Gives a new command for every failed refund whose pause is over; not while the payer's bank has the money in dispute. */
export async function retryRefunds(deps: Deps): Promise<void> {
  const due = await deps.db.read
    .select()
    .from(paymentOps)
    .where(
      and(
        eq(paymentOps.kind, 'refund'),
        inArray(paymentOps.state, OWED_STATES),
        lte(paymentOps.tries, REFUND_RETRY_DAYS.length),
        lte(paymentOps.nextAt, deps.now().toISOString()),
      ),
    )
  for (const { id } of due) await retry(deps, id)
}

async function retry(deps: Deps, commandId: number): Promise<void> {
  await deps.db.write(async () => {
    const [failed] = await deps.db.read.select().from(paymentOps).where(eq(paymentOps.id, commandId))
    if (!failed || !OWED_STATES.some((state) => state === failed.state)) return []
    const about = aboutOf(failed)
    if (await hasOpenDispute(deps.db, about)) return []
    const attempt = await nextRefund(deps.db, about)
    const { amount } = failed
    return [
      updateStep(paymentOps, { state: 'retried' }, eq(paymentOps.id, failed.id)),
      commandStep({ ...about, kind: 'refund', attempt, amount, tries: failed.tries + 1, now: deps.now() }),
      refundStateStep(about),
    ]
  })
}
