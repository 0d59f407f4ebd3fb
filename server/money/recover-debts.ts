import { and, eq, inArray } from 'drizzle-orm'
import { isOneOf } from '../db/is-one-of'
import type { Step } from '../db/steps'
import { ledgerTxs, paymentOps } from '../db/tables'
import type { Deps } from '../deps'
import type { About } from './about'
import { reversedLedger, setOffLedger } from './ledger/correction-ledger'
import { findOpenDebt, findTakenBack } from './ledger/ledger-queries'
import type { Sale } from './ledger/sale-ledger'
import {
  aboutColumns,
  aboutOf,
  commandStep,
  commandsOf,
  type PaymentCommand,
  UNDER_WAY,
  UNDER_WAY_SQL,
} from './payment-commands'
import { findSale } from './sales'

/**
 * Takes back what people owe because money went back to a payer after it had been sent on: first of their money that was taken
 * back by hand and waits with us, then from their payout accounts. The payer comes first: nothing is asked of the owner while
 * a refund is under way. Each debt is asked for once; what is not there any more stays a debt and is set off against what they
 * earn next.
 */
export async function recoverDebts(deps: Deps): Promise<void> {
  for (const debt of await listDebts(deps)) await recover(deps, debt)
}

interface Debt {
  about: About
  ownerId: number
  /** Cents of this sale that its owner was sent too much. */
  owed: number
  /** The ledger transaction that was its last cause. */
  causeId: number
}

/** People who owe something. Accounts are found by their name, entries by their account: what others earned is not read. */
const DEBTORS = `SELECT d.id, d.user_id FROM ledger_accounts d
  WHERE d.name >= 'owner_receivable:' AND d.name < 'owner_receivable;'
    AND d.balance > 0`

/** Sales whose owner owes something of them, with fewer reversals asked for than there were reasons. */
async function listDebts({ db }: Deps): Promise<Debt[]> {
  const [found] = await db.readBatch([
    {
      sql: `SELECT t.booking_id, t.purchase_id, a.user_id, sum(e.amount) AS owed, max(t.id) AS cause_id
        FROM (${DEBTORS}) a CROSS JOIN ledger_entries e ON e.account_id = a.id CROSS JOIN ledger_txs t ON t.id = e.tx_id
        WHERE t.kind IN ('refund_decided', 'damage_refund', 'dispute_lost', 'reversal')
          AND NOT EXISTS (SELECT 1 FROM payment_ops o WHERE (o.booking_id = t.booking_id OR o.purchase_id = t.purchase_id)
            AND +o.state IN (${UNDER_WAY_SQL}) AND o.kind IN ('refund', 'reversal'))
        GROUP BY t.booking_id, t.purchase_id, a.user_id
        HAVING sum(e.amount) > 0 AND count(DISTINCT CASE WHEN e.amount > 0 THEN t.id END) >
          (SELECT count(*) FROM payment_ops o WHERE o.kind = 'reversal'
            AND (o.booking_id = t.booking_id OR o.purchase_id = t.purchase_id))`,
      args: [],
    },
  ])
  return (found?.rows ?? []).map((row) => ({
    about: aboutOf({
      bookingId: row.booking_id === null ? null : Number(row.booking_id),
      purchaseId: row.purchase_id === null ? null : Number(row.purchase_id),
    }),
    ownerId: Number(row.user_id),
    owed: Number(row.owed),
    causeId: Number(row.cause_id),
  }))
}

async function recover(deps: Deps, { about, ownerId, owed, causeId }: Debt): Promise<void> {
  await deps.db.write(async () => {
    const { count, isUnderWay } = await commandsOf(deps.db, about, 'reversal')
    const sale = isUnderWay ? null : await findSale(deps.db, about)
    if (!sale) return []
    const debt = Math.min(owed, await findOpenDebt(deps.db, ownerId))
    const isHere = Math.min(debt, await findTakenBack(deps.db, ownerId))
    const source = await richestTransfer(deps, about)
    const amount = Math.min(debt - isHere, source?.left ?? 0)
    const setOff = setOffLedger(sale, isHere, String(causeId), deps.now())
    if (!source || amount <= 0) return setOff
    const target = { attempt: count + 1, amount, targetId: source.id, now: deps.now() }
    return [...setOff, commandStep({ ...about, kind: 'reversal', ...target })]
  })
}

/**
 * The transfer of a sale of which most has not been taken back. Amounts taken back by hand count against that one, so that
 * nothing, or less than nothing, may be left.
 */
export async function richestTransfer(deps: Deps, about: About): Promise<{ id: string; left: number } | null> {
  const { bookingId, purchaseId } = aboutColumns(about)
  const which = bookingId === null ? eq(paymentOps.purchaseId, purchaseId ?? 0) : eq(paymentOps.bookingId, bookingId)
  const moved = await deps.db.read
    .select()
    .from(paymentOps)
    .where(
      and(which, eq(paymentOps.state, 'done'), inArray(paymentOps.kind, ['transfer', 'damage_transfer', 'reversal'])),
    )
  const taken = (id: string) =>
    moved.reduce((sum, op) => (op.kind === 'reversal' && op.targetId === id ? sum + op.amount : sum), 0)
  const transfers = moved.flatMap(({ kind, providerId, amount }) =>
    kind === 'reversal' || !providerId ? [] : [{ id: providerId, left: amount - taken(providerId) }],
  )
  const [richest] = transfers.toSorted((a, b) => b.left - a.left)
  return richest ? { ...richest, left: richest.left - (await takenByHand(deps, about)) } : null
}

/** Cents of a sale's transfers that somebody took back at the provider's own pages. */
export async function takenByHand({ db }: Deps, about: About): Promise<number> {
  const { bookingId, purchaseId } = aboutColumns(about)
  const [found] = await db.readBatch([
    {
      sql: `SELECT coalesce((SELECT sum(e.amount) FROM ledger_txs t JOIN ledger_entries e ON e.tx_id = t.id JOIN ledger_accounts a ON a.id = e.account_id
          WHERE t.booking_id IS ?1 AND t.purchase_id IS ?2 AND t.kind = 'reversal' AND a.name = 'stripe_balance'), 0)
        - coalesce((SELECT sum(amount) FROM payment_ops
          WHERE booking_id IS ?1 AND purchase_id IS ?2 AND kind = 'reversal' AND state = 'done'), 0) AS cents`,
      args: [bookingId, purchaseId],
    },
  ])
  return Number(found?.rows[0]?.cents ?? 0)
}

/** The provider has taken money back at our command. */
export function reversalDoneSteps(sale: Sale, { amount }: PaymentCommand, reversalId: string, now: Date): Step[] {
  return reversedLedger(sale, amount, amount, reversalId, now)
}

/**
 * Reads a transfer afresh and books what somebody took back of it at the provider's own pages. It pays debts; what is left
 * over waits with us for its owner. @returns whether the transfer is one of ours and nothing of it is under way
 */
export async function convergeTransfer(deps: Deps, transferId: string): Promise<boolean> {
  const [sentBy] = await deps.db.read.select().from(paymentOps).where(eq(paymentOps.providerId, transferId))
  if (!sentBy) return false
  const { reversals } = await deps.payments.gateway.getTransfer(transferId)
  if (reversals.length === 0) return true
  const { value } = await deps.db.write(async () => {
    const under = await deps.db.read
      .select({ id: paymentOps.id })
      .from(paymentOps)
      .where(and(eq(paymentOps.targetId, transferId), inArray(paymentOps.state, UNDER_WAY)))
    if (under.length > 0) return { value: false, steps: [] }
    const sale = await findSale(deps.db, aboutOf(sentBy))
    const posted = await listPosted(
      deps,
      reversals.map(({ id }) => `reversal:${id}`),
    )
    const foreign = reversals.filter(({ id }) => !posted.has(`reversal:${id}`))
    if (!sale || foreign.length === 0) return { value: true, steps: [] }
    let debt = await findOpenDebt(deps.db, sale.ownerId)
    const steps = foreign.flatMap(({ id, amount }) => {
      const owed = Math.min(amount, debt)
      debt -= owed
      return reversedLedger(sale, amount, owed, id, deps.now())
    })
    deps.log({ level: 'warn', what: 'a transfer was taken back at the provider', transfer: transferId })
    return { value: true, steps }
  })
  return value
}

/** The names, among these, under which the books have a transaction. */
async function listPosted({ db }: Deps, names: string[]): Promise<Set<string>> {
  const { dedupe } = ledgerTxs
  const found = await db.read.select({ dedupe }).from(ledgerTxs).where(isOneOf(dedupe, names))
  return new Set(found.map((tx) => tx.dedupe))
}
