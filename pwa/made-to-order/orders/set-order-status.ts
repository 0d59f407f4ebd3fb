import type { PurchaseStatus } from '#schema/purchase'
import { laneOf } from '../../disk/mutations'
import { keepText, trackingDraftId } from '../../drafts/kept-text'
import type { SyncEngine } from '../../sync/engine'
import { statusChanges } from './purchase-overlay'

interface OrderStatus {
  purchaseId: number
  /** The status that the server last told this device. */
  knownStatus: PurchaseStatus
  status: PurchaseStatus
  /** Absent leaves the note of the order as it is. */
  trackingNote?: string
}

/**
 * Sets the status of an order of one's own item. It goes out when the connection allows and says what the seller saw, so
 * that a move made elsewhere meanwhile is not undone unseen. Only the last word counts: one that was refused, or never
 * left, gives way to it; going back to what the server has takes back one that never left.
 */
export async function setOrderStatus(engine: SyncEngine, wanted: OrderStatus): Promise<void> {
  const { purchaseId, knownStatus, status, trackingNote } = wanted
  const { db } = engine
  await engine.queueTogether(async (queue) => {
    const lane = laneOf('purchase.status', { purchaseId, status })
    const line = statusChanges(purchaseId, await db.outbox.where('lane').equals(lane).toArray())
    const refused = line.filter(({ item }) => item.state === 'attention')
    await db.outbox.bulkDelete(refused.map(({ item }) => item.opId))
    const last = line.findLast(({ item }) => item.state !== 'attention')
    const unsent = last && last.item.state === 'queued' && !last.item.everSent ? last : undefined
    await keepText(db, trackingDraftId(purchaseId), '')
    if (unsent && status === (unsent.payload.seen ?? knownStatus)) return db.outbox.delete(unsent.item.opId)
    const seen = unsent ? unsent.payload.seen : (last?.payload.status ?? knownStatus)
    const note = trackingNote ?? unsent?.payload.trackingNote
    await queue('purchase.status', {
      purchaseId,
      status,
      ...(note === undefined ? {} : { trackingNote: note }),
      ...(seen === undefined ? {} : { seen }),
    })
  })
}
