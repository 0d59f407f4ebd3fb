import type { Transaction } from '#schema/earnings'
import type { LocalDb } from '../disk/local-db'

/** A person's own lines for one order, oldest first. */
export async function readOrderTransactions(db: LocalDb, purchaseId: number): Promise<Transaction[]> {
  const lines = await db.transactions.filter((line) => line.purchaseId === purchaseId).toArray()
  return lines.toSorted((a, b) => a.id - b.id)
}

/** A person's own lines for one booking, oldest first. */
export async function readBookingTransactions(db: LocalDb, bookingId: number): Promise<Transaction[]> {
  return (await db.transactions.where('bookingId').equals(bookingId).toArray()).toSorted((a, b) => a.id - b.id)
}
