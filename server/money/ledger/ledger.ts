import { type SQL, sql } from 'drizzle-orm'
import { type Step, step } from '../../db/steps'
import type { About } from '../about'
import { aboutColumns } from '../payment-commands'

/**
 * Double entry in integer cents: debit positive, credit negative. A transaction is written in the batch of the change that
 * it records, under a name that can exist once (`dedupe`): whoever posts first, answer, webhook or sweep, it is posted once.
 * The database itself refuses what does not balance and what would change a sealed transaction.
 */
export type Account =
  | 'stripe_balance'
  | 'refund_payable'
  | 'fee_deferred'
  | 'fee_revenue'
  | 'stripe_fees'
  | 'dispute_suspense'
  | 'dispute_fees'
  | 'platform_loss'
  | 'bank'
  | `owner_pending:${number}`
  | `owner_payable:${number}`
  | `owner_receivable:${number}`

const KINDS: Record<string, 'asset' | 'liability' | 'revenue' | 'expense'> = {
  stripe_balance: 'asset',
  /** Money that a payer's bank has taken back while it decides. */
  dispute_suspense: 'asset',
  bank: 'asset',
  owner_receivable: 'asset',
  refund_payable: 'liability',
  fee_deferred: 'liability',
  owner_pending: 'liability',
  owner_payable: 'liability',
  fee_revenue: 'revenue',
  stripe_fees: 'expense',
  dispute_fees: 'expense',
  platform_loss: 'expense',
}

const LEDGER_KINDS = [
  'capture',
  'refund_decided',
  'refund',
  'refund_returned',
  'refund_settled',
  'release',
  'netted',
  'transfer',
  'reversal',
  'damage',
  'damage_refund',
  'damage_refund_returned',
  'dispute',
  'damage_dispute',
  'dispute_lost',
  'fee',
  'cancel_fee',
  'payout',
] as const

export interface LedgerTx {
  kind: (typeof LEDGER_KINDS)[number]
  /** Null for what concerns the platform alone. */
  about: About | null
  dedupe: string
  at: Date
  /** Amounts of zero are left out; the rest adds up to zero. */
  entries: [Account, number][]
}

/** The steps that post a transaction, once. Nothing is posted when every amount is zero. */
export function postSteps(tx: LedgerTx): Step[] {
  const entries = tx.entries.filter(([, amount]) => amount !== 0)
  if (entries.length === 0) return []
  const { bookingId, purchaseId } = tx.about ? aboutColumns(tx.about) : { bookingId: null, purchaseId: null }
  const open = sql`SELECT id FROM ledger_txs WHERE dedupe = ${tx.dedupe} AND sealed = 0`
  return [
    ...entries.map(([name]) => accountStep(name)),
    step(sql`INSERT INTO ledger_txs (kind, booking_id, purchase_id, dedupe, at, sealed)
      VALUES (${tx.kind}, ${bookingId}, ${purchaseId}, ${tx.dedupe}, ${tx.at.toISOString()}, 0) ON CONFLICT (dedupe) DO NOTHING`),
    ...entries.map(([name, amount], n) => entryStep(open, name, amount, n)),
    ...toldSteps(tx),
    step(sql`UPDATE ledger_txs SET sealed = 1 WHERE dedupe = ${tx.dedupe} AND sealed = 0`),
  ]
}

/** The events of its money are part of a sale on both sides' screens: a new transaction sends it to their devices again. */
function toldSteps({ about, dedupe }: LedgerTx): Step[] {
  const isNew = sql`EXISTS (SELECT 1 FROM ledger_txs WHERE dedupe = ${dedupe} AND sealed = 0)`
  if (about === null) return []
  return [
    'bookingId' in about
      ? step(sql`UPDATE bookings SET id = id WHERE id = ${about.bookingId} AND ${isNew}`)
      : step(sql`UPDATE made_to_order_purchases SET id = id WHERE id = ${about.purchaseId} AND ${isNew}`),
  ]
}

function accountStep(name: Account): Step {
  const [kind = '', userId] = name.split(':')
  return step(sql`INSERT INTO ledger_accounts (name, kind, user_id)
    VALUES (${name}, ${KINDS[kind] ?? 'asset'}, ${userId ? Number(userId) : null}) ON CONFLICT (name) DO NOTHING`)
}

function entryStep(open: SQL, name: Account, amount: number, n: number): Step {
  return step(sql`INSERT INTO ledger_entries (tx_id, n, account_id, amount)
    SELECT tx.id, ${n}, account.id, ${amount} FROM (${open}) tx, ledger_accounts account WHERE account.name = ${name}`)
}
