import type { LocalDb, ReceiptRow } from './local-db'

/** What became of the latest writes, newest first. */
export function readReceipts(db: LocalDb, limit: number): Promise<ReceiptRow[]> {
  return db.receipts.orderBy('at').reverse().limit(limit).toArray()
}
