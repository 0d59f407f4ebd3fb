import type { Deps } from '../deps'
import { reconcileMovements } from './reconcile'

/**
 * Compares our books with the provider's, to the cent: what it says has moved on our balance is what the ledger says of it.
 * Sales whose charge the provider does not know (the demo's) are left out. Says nothing while the provider may know a command whose end we do not.
 * @returns what differs, in words
 */
export async function compareBalance(deps: Deps): Promise<string[]> {
  const differs = await compareOnce(deps)
  // A command may have ended after the provider was asked.
  return differs.length === 0 ? [] : compareOnce(deps)
}

async function compareOnce(deps: Deps): Promise<string[]> {
  await reconcileMovements(deps)
  const [[row] = []] = await deps.db.readLong([{ sql: COMPARE, args: [] }])
  if (!row || Number(row.under_way) > 0 || Number(row.books) === Number(row.provider)) return []
  return [`the provider's balance: the books say ${row.books}, it says ${row.provider} (cents)`]
}

const KNOWN = `SELECT source FROM provider_movements`
const COMPARE = `SELECT
  (SELECT count(*) FROM payment_ops WHERE state = 'sending' OR (state = 'new' AND sent_at IS NOT NULL)) AS under_way,
  (SELECT coalesce(sum(amount - fee), 0) FROM provider_movements) AS provider,
  (SELECT coalesce(sum(e.amount), 0) FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id JOIN ledger_txs t ON t.id = e.tx_id
    LEFT JOIN bookings b ON b.id = t.booking_id LEFT JOIN made_to_order_purchases p ON p.id = t.purchase_id
    WHERE a.name = 'stripe_balance' AND (coalesce(t.booking_id, t.purchase_id) IS NULL
      OR coalesce(b.stripe_charge_id, p.stripe_charge_id) IN (${KNOWN}))) AS books`
