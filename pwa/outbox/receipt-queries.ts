import type { LocalDb, ReceiptRow } from '../disk/local-db'

/** Writes that the app sends beside a person's own presses: drafts for their other devices, and photos of a write. */
const UNASKED: ReadonlySet<string> = new Set(['draft.save', 'photo.upload'])

/** Outcomes of the latest presses, newest first. Shows no discarded words, whatever an earlier build kept. */
export function readReceipts(db: LocalDb, limit: number): Promise<ReceiptRow[]> {
  return db.receipts
    .orderBy('at')
    .reverse()
    .filter(
      ({ outcome, kind }) => !UNASKED.has(kind) && (outcome === 'sent' || kind === 'post.like' || kind === 'post.save'),
    )
    .limit(limit)
    .toArray()
}
