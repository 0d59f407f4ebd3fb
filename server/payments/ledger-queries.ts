import { eq, like, sql } from 'drizzle-orm'
import type { Earnings } from '#schema/earnings'
import type { Db } from '../db/client'
import { ledgerAccounts, ledgerEntries } from '../db/tables'
import type { Account } from './ledger'

/** An account's balance in cents: debit positive, credit negative. */
export async function balanceOf(db: Db, account: Account): Promise<number> {
  const [found] = await db.read
    .select({ sum: sql<number>`coalesce(sum(${ledgerEntries.amount}), 0)` })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(eq(ledgerAccounts.name, account))
  return Number(found?.sum ?? 0)
}

/** Every account that was ever used, with its balance. */
export async function listBalances(db: Db, prefix = ''): Promise<Map<string, number>> {
  const rows = await db.read
    .select({ name: ledgerAccounts.name, sum: sql<number>`sum(${ledgerEntries.amount})` })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(like(ledgerAccounts.name, `${prefix}%`))
    .groupBy(ledgerAccounts.name)
  return new Map(rows.map(({ name, sum }) => [name, Number(sum)]))
}

/** What a person owes because money went back after it had been sent on to them; cents, never negative. */
export async function findDebt(db: Db, userId: number): Promise<number> {
  return Math.max(0, await balanceOf(db, `owner_receivable:${userId}`))
}

/** What is a person's and what will be, from the ledger's entries alone. */
export async function findEarnings(db: Db, userId: number): Promise<Earnings> {
  const [found] = await db.read
    .select({
      pending: sql<number>`coalesce(-sum(${ledgerEntries.amount}) FILTER (WHERE ${ledgerAccounts.name} = ${`owner_pending:${userId}`}), 0)`,
      given: sql<number>`coalesce(-sum(${ledgerEntries.amount}) FILTER (WHERE ${ledgerAccounts.name} = ${`owner_payable:${userId}`}), 0)`,
      owed: sql<number>`coalesce(sum(${ledgerEntries.amount}) FILTER (WHERE ${ledgerAccounts.name} = ${`owner_receivable:${userId}`}), 0)`,
      sent: sql<number>`coalesce(sum(${ledgerEntries.amount}) FILTER (WHERE ${ledgerAccounts.name} = ${`owner_payable:${userId}`} AND ${ledgerEntries.txId} IN (SELECT id FROM ledger_txs WHERE kind = 'transfer')), 0)`,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(eq(ledgerAccounts.userId, userId))
  const { pending = 0, given = 0, owed = 0, sent = 0 } = found ?? {}
  return { pending: Number(pending), available: Number(given) + Number(sent) - Number(owed) }
}
