import { desc, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '#schema/earnings'
import type { Db } from '../../db/client'
import { transactions } from '../../db/tables'

export type TransactionRow = typeof transactions.$inferSelect

export function toTransaction(row: TransactionRow): Transaction {
  return {
    id: row.id,
    type: row.type,
    listing: row.title,
    bookingId: row.bookingId,
    purchaseId: row.purchaseId,
    totalAmount: row.amount,
    fee: row.fee,
    status: row.status,
    dueAt: row.dueAt,
    heldBecause: row.heldBecause,
    ...(row.cause ? { cause: row.cause } : {}),
    createdAt: row.createdAt,
  }
}

/** Lines by id, for their person's devices. */
export async function findTransactions(db: Db, ids: number[]): Promise<Map<number, Transaction>> {
  const rows = await db.read.select().from(transactions).where(inArray(transactions.id, ids))
  return new Map(rows.map((row) => [row.id, toTransaction(row)]))
}

/** A person's lines, newest first. */
export async function listTransactions(db: Db, userId: number): Promise<Transaction[]> {
  const rows = await db.read
    .select()
    .from(transactions)
    .where(eq(transactions.userId, userId))
    .orderBy(desc(transactions.id))
  return rows.map(toTransaction)
}
