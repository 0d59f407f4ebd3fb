import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Earnings } from '#schema/earnings'
import type { Db } from '../../db/client'
import { bookings, ledgerAccounts, paymentOps, purchases } from '../../db/tables'
import type { About } from '../about'
import { aboutColumns, UNDER_WAY } from '../payment-commands'
import type { Account } from './ledger'

/** An account's balance in cents: debit positive, credit negative. */
export async function balanceOf(db: Db, account: Account): Promise<number> {
  const { name, balance } = ledgerAccounts
  const [found] = await db.read.select({ balance }).from(ledgerAccounts).where(eq(name, account))
  return found?.balance ?? 0
}

/** The debt of a person because money went back after it had been sent on to them; cents, never negative. */
export async function findDebt(db: Db, userId: number): Promise<number> {
  return Math.max(0, await balanceOf(db, `owner_receivable:${userId}`))
}

/** The debt of a person that nothing under way takes back already; cents, never negative. */
export async function findOpenDebt(db: Db, userId: number): Promise<number> {
  const [underWay] = await db.read
    .select({ sum: sql<number>`coalesce(sum(${paymentOps.amount}), 0)` })
    .from(paymentOps)
    .leftJoin(bookings, eq(bookings.id, paymentOps.bookingId))
    .leftJoin(purchases, eq(purchases.id, paymentOps.purchaseId))
    .where(
      and(
        eq(paymentOps.kind, 'reversal'),
        inArray(paymentOps.state, UNDER_WAY),
        or(eq(bookings.ownerId, userId), eq(purchases.sellerId, userId)),
      ),
    )
  return Math.max(0, (await findDebt(db, userId)) - Number(underWay?.sum ?? 0))
}

/** The same without what their money that was taken back by hand is about to pay. */
export async function findFreeDebt(db: Db, userId: number): Promise<number> {
  return Math.max(0, (await findOpenDebt(db, userId)) - (await findTakenBack(db, userId)))
}

/** Cents of a person's that were taken back by hand after they had been sent on, and wait with us; never negative. */
export async function findTakenBack(db: Db, userId: number): Promise<number> {
  const [found] = await db.readBatch([
    {
      sql: `SELECT coalesce(-sum(e.amount), 0) AS cents FROM ledger_accounts a JOIN ledger_entries e ON e.account_id = a.id
        JOIN ledger_txs t ON t.id = e.tx_id WHERE a.name = ? AND t.kind = 'reversal'`,
      args: [`owner_payable:${userId}`],
    },
  ])
  return Math.max(0, Number(found?.rows[0]?.cents ?? 0))
}

/** Cents of a sale that were set off against what its owner owed: they have stayed with us. */
export async function findNetted(db: Db, about: About): Promise<number> {
  const { bookingId, purchaseId } = aboutColumns(about)
  const [found] = await db.readBatch([
    {
      sql: `SELECT coalesce(sum(e.amount), 0) AS cents FROM ledger_txs t JOIN ledger_entries e ON e.tx_id = t.id JOIN ledger_accounts a ON a.id = e.account_id
        WHERE t.booking_id IS ? AND t.purchase_id IS ? AND t.kind = 'netted' AND a.name LIKE 'owner_payable:%'`,
      args: [bookingId, purchaseId],
    },
  ])
  return Number(found?.rows[0]?.cents ?? 0)
}

/** A person's money now and later. Sending money on, or taking it back, changes where it is and not whose it is. */
export async function findEarnings(db: Db, userId: number): Promise<Earnings> {
  const owned: Account[] = [`owner_payable:${userId}`, `owner_receivable:${userId}`]
  const accounts = await db.read.select().from(ledgerAccounts).where(inArray(ledgerAccounts.name, owned))
  return {
    pending: 0 - (await balanceOf(db, `owner_pending:${userId}`)),
    available: accounts.reduce((sum, { balance, sent }) => sum - balance + sent, 0),
  }
}

/** Whether the books have the transaction that bears this name. */
export async function isPosted(db: Db, dedupe: string): Promise<boolean> {
  const [found] = await db.readBatch([{ sql: 'SELECT 1 FROM ledger_txs WHERE dedupe = ?', args: [dedupe] }])
  return (found?.rows.length ?? 0) > 0
}
