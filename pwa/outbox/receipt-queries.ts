import type { LocalDb, ReceiptRow } from '../disk/local-db'

/** Outcomes of the latest writes, newest first. Shows no discarded words, whatever an earlier build kept. */
export function readReceipts(db: LocalDb, limit: number): Promise<ReceiptRow[]> {
  return db.receipts
    .orderBy('at')
    .reverse()
    .filter(({ outcome, kind }) => outcome === 'sent' || kind === 'post.like' || kind === 'post.save')
    .limit(limit)
    .toArray()
}
