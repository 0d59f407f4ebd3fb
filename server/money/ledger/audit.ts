import type { Db } from '../../db/client'
import { UNDER_WAY_SQL } from '../payment-commands'

/** One thing that must always be true of the books: a query that finds every breach, and what a breach is called. */
interface Invariant {
  name: string
  sql: string
}

const OWNED = `(b.total_amount - b.fee_amount)`
const INVARIANTS: Invariant[] = [
  {
    name: 'every transaction is sealed and balances',
    sql: `SELECT t.dedupe AS what, coalesce(sum(e.amount), 0) AS cents FROM ledger_txs t LEFT JOIN ledger_entries e ON e.tx_id = t.id
      GROUP BY t.id HAVING t.sealed <> 1 OR coalesce(sum(e.amount), 0) <> 0 OR count(e.n) < 2`,
  },
  {
    name: 'nobody is owed less than nothing',
    sql: `SELECT a.name AS what, sum(e.amount) AS cents FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
      WHERE a.kind = 'liability' GROUP BY a.id HAVING sum(e.amount) > 0`,
  },
  {
    name: 'nobody owes less than nothing',
    sql: `SELECT a.name AS what, sum(e.amount) AS cents FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
      WHERE a.name LIKE 'owner_receivable:%' GROUP BY a.id HAVING sum(e.amount) < 0`,
  },
  {
    name: 'what is to be returned is what refunds under way, or failed, are to return',
    sql: `SELECT 'refund_payable' AS what, owed + waiting AS cents FROM (SELECT
        coalesce((SELECT sum(e.amount) FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE a.name = 'refund_payable'), 0) AS owed,
        coalesce((SELECT sum(amount) FROM payment_ops WHERE kind = 'refund' AND state IN (${UNDER_WAY_SQL}, 'failed', 'returned')), 0) AS waiting)
      WHERE owed + waiting <> 0`,
  },
  {
    name: 'what is in suspense is what open disputes have taken',
    sql: `SELECT 'dispute_suspense' AS what, held - taken AS cents FROM (SELECT
        coalesce((SELECT sum(e.amount) FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE a.name = 'dispute_suspense'), 0) AS held,
        coalesce((SELECT sum(taken) FROM payment_disputes WHERE state = 'open'), 0) AS taken)
      WHERE held <> taken`,
  },
  {
    name: 'a booking or order says of a dispute what the dispute says',
    sql: `SELECT 'dispute ' || d.id AS what, d.taken AS cents FROM payment_disputes d
      LEFT JOIN bookings b ON b.id = d.booking_id LEFT JOIN made_to_order_purchases p ON p.id = d.purchase_id
      WHERE d.is_damage = 0 AND d.state IN ('open', 'won', 'lost') AND (coalesce(b.dispute_state, p.dispute_state) IS NULL
        OR (d.state = 'open' AND coalesce(b.dispute_state, p.dispute_state) <> 'open')
        OR (d.state = 'lost' AND coalesce(b.dispute_state, p.dispute_state) = 'won'))`,
  },
  {
    name: 'no more is taken back of what was sent than was sent',
    sql: `SELECT coalesce('booking ' || t.booking_id, 'purchase ' || t.purchase_id) AS what, sum(e.amount) AS cents
      FROM ledger_txs t JOIN ledger_entries e ON e.tx_id = t.id JOIN ledger_accounts a ON a.id = e.account_id
      WHERE a.name = 'stripe_balance' AND t.kind IN ('transfer', 'reversal') GROUP BY t.booking_id, t.purchase_id HAVING sum(e.amount) > 0`,
  },
  {
    name: 'of a booking nothing but what is not yet the owner’s is pending',
    sql: `SELECT 'booking ' || b.id AS what, sum(e.amount) AS cents FROM bookings b
      JOIN ledger_txs t ON t.booking_id = b.id JOIN ledger_entries e ON e.tx_id = t.id JOIN ledger_accounts a ON a.id = e.account_id
      WHERE a.name LIKE 'owner_pending:%' GROUP BY b.id
      HAVING sum(e.amount) <> CASE WHEN b.released_at IS NULL THEN -(${OWNED} - b.refunded_amount * ${OWNED} / max(1, b.total_amount)) ELSE 0 END`,
  },
  {
    name: 'what a sale says was sent on is what was sent on, once',
    sql: `${sentOnDiffers('bookings', 'booking')} UNION ALL ${sentOnDiffers('made_to_order_purchases', 'purchase')}`,
  },
  {
    name: 'no more leaves for an owner than was taken for them',
    sql: `SELECT 'booking ' || t.booking_id AS what, sum(e.amount) AS cents FROM ledger_txs t JOIN ledger_entries e ON e.tx_id = t.id
      JOIN ledger_accounts a ON a.id = e.account_id WHERE a.name = 'stripe_balance' AND t.booking_id IS NOT NULL AND t.kind IN ('capture', 'damage', 'transfer', 'reversal')
      GROUP BY t.booking_id HAVING sum(e.amount) < 0`,
  },
  {
    name: 'no more is returned than was taken',
    sql: `SELECT 'booking ' || id AS what, refunded_amount - total_amount AS cents FROM bookings WHERE refunded_amount > total_amount`,
  },
  {
    name: 'a booking’s payment and the ledger agree on whether it was taken',
    sql: `SELECT 'booking ' || b.id || ' ' || b.payment_state AS what, b.total_amount AS cents FROM bookings b
      WHERE (b.payment_state IN ('captured', 'refunding', 'refunded', 'refund_failed')) <>
        EXISTS (SELECT 1 FROM ledger_txs t WHERE t.booking_id = b.id AND t.kind = 'capture')`,
  },
  {
    name: 'nothing is kept that was taken for what had ended',
    sql: `SELECT 'booking ' || b.id AS what, b.total_amount - b.refunded_amount AS cents FROM bookings b
      WHERE b.status IN ('pending', 'declined', 'expired', 'cancelled') AND b.refunded_amount < b.total_amount
        AND EXISTS (SELECT 1 FROM ledger_txs t WHERE t.booking_id = b.id AND t.kind = 'capture')
        AND NOT (b.status = 'cancelled' AND EXISTS (SELECT 1 FROM booking_history h WHERE h.booking_id = b.id AND h.status = 'paid'))
      UNION ALL SELECT 'purchase ' || p.id, p.total_amount - p.refunded_amount FROM made_to_order_purchases p
      WHERE p.status IN ('pending', 'cancelled') AND p.refunded_amount < p.total_amount
        AND EXISTS (SELECT 1 FROM ledger_txs t WHERE t.purchase_id = p.id AND t.kind = 'capture')`,
  },
  {
    name: 'a claim’s payment and the ledger agree',
    sql: `SELECT 'claim ' || d.id AS what, d.final_amount AS cents FROM damage_reports d
      WHERE (d.payment_state = 'charged') <> EXISTS (SELECT 1 FROM ledger_txs t WHERE t.booking_id = d.booking_id AND t.kind = 'damage')`,
  },
  {
    name: 'of an order nothing but what is not yet the seller’s is pending',
    sql: `SELECT 'purchase ' || b.id AS what, sum(e.amount) AS cents FROM made_to_order_purchases b
      JOIN ledger_txs t ON t.purchase_id = b.id JOIN ledger_entries e ON e.tx_id = t.id JOIN ledger_accounts a ON a.id = e.account_id
      WHERE a.name LIKE 'owner_pending:%' GROUP BY b.id
      HAVING sum(e.amount) <> CASE WHEN b.released_at IS NULL THEN -(${OWNED} - b.refunded_amount * ${OWNED} / max(1, b.total_amount)) ELSE 0 END`,
  },
  {
    name: 'no more leaves for a seller than was taken for them',
    sql: `SELECT 'purchase ' || t.purchase_id AS what, sum(e.amount) AS cents FROM ledger_txs t JOIN ledger_entries e ON e.tx_id = t.id
      JOIN ledger_accounts a ON a.id = e.account_id WHERE t.purchase_id IS NOT NULL AND a.name = 'stripe_balance' AND t.kind IN ('capture', 'transfer', 'reversal')
      GROUP BY t.purchase_id HAVING sum(e.amount) < 0`,
  },
  {
    name: 'an order’s payment and the ledger agree on whether it was taken',
    sql: `SELECT 'purchase ' || b.id || ' ' || b.payment_state AS what, b.total_amount AS cents FROM made_to_order_purchases b
      WHERE (b.payment_state IN ('captured', 'refunding', 'refunded', 'refund_failed')) <>
        EXISTS (SELECT 1 FROM ledger_txs t WHERE t.purchase_id = b.id AND t.kind = 'capture')`,
  },
  {
    name: 'a kept balance is the sum of its entries',
    sql: `${keptDiffers('balance', '1')} UNION ALL ${keptDiffers('sent', `t.kind IN ('transfer', 'reversal')`)}`,
  },
]

/** Sales whose row differs from their transfers and from what was set off against their owner's debt. */
function sentOnDiffers(table: string, about: 'booking' | 'purchase'): string {
  return `SELECT what, said - sent AS cents FROM (SELECT '${about} ' || s.id AS what, s.transferred_amount AS said,
      coalesce((SELECT sum(amount) FROM payment_ops WHERE ${about}_id = s.id AND kind = 'transfer' AND state = 'done'), 0) +
      coalesce((SELECT -sum(e.amount) FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id JOIN ledger_txs t ON t.id = e.tx_id
        WHERE t.${about}_id = s.id AND t.kind = 'netted' AND a.name LIKE 'owner_receivable:%'), 0) AS sent
      FROM ${table} s) WHERE said <> sent`
}

/** Accounts whose kept column differs from the sum of those entries that `which` names. */
function keptDiffers(column: 'balance' | 'sent', which: string): string {
  return `SELECT what, kept - summed AS cents FROM (SELECT a.name || ' ${column}' AS what, a.${column} AS kept,
      coalesce((SELECT sum(e.amount) FROM ledger_entries e JOIN ledger_txs t ON t.id = e.tx_id
        WHERE e.account_id = a.id AND ${which}), 0) AS summed
      FROM ledger_accounts a) WHERE kept <> summed`
}

/**
 * Looks through the books, one question at a time: each reads the whole history.
 * @returns every breach in words; none when all is well.
 */
export async function auditLedger(db: Pick<Db, 'readLong'>): Promise<string[]> {
  const breaches: string[] = []
  for (const { name, sql } of INVARIANTS) {
    const [rows = []] = await db.readLong([{ sql, args: [] }])
    breaches.push(...rows.map(({ what, cents }) => `${name}: ${String(what)} (${String(cents)} cents)`))
  }
  return breaches
}
