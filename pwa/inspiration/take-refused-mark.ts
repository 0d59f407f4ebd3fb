import type { MarkKind } from '#schema/inspiration'
import type { MutationName } from '../disk/mutations'
import type { SyncEngine } from '../sync/engine'
import { discard, receiptOf } from '../sync/outbox'

const MARKS: Partial<Record<MutationName, MarkKind>> = { 'post.like': 'like', 'post.save': 'save' }

/**
 * Takes a like or save that the server has refused out of the outbox, for a page that tells its person: there is nothing
 * in it to keep.
 * @returns which of the two it was; null for any other write, and where another page was first
 */
export async function takeRefusedMark({ db }: SyncEngine, opId: string): Promise<MarkKind | null> {
  return db.transaction('rw', db.outbox, db.receipts, db.drafts, db.blobs, async () => {
    const item = await db.outbox.get(opId)
    const kind = item?.state === 'attention' ? MARKS[item.kind] : undefined
    if (!item || !kind || !(await discard(db, opId))) return null
    await db.receipts.put(receiptOf(item, 'discarded'))
    return kind
  })
}
