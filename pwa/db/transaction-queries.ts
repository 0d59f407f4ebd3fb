import type { Transaction } from '#schema/earnings'
import type { LocalDb } from './local-db'

/** A person's own lines for one booking, oldest first. */
export async function readBookingTransactions(db: LocalDb, bookingId: number): Promise<Transaction[]> {
  return (await db.transactions.where('bookingId').equals(bookingId).toArray()).toSorted((a, b) => a.id - b.id)
}
