import type { PurchaseStatus } from '#schema/purchase'
import { acceptedOf } from '../../disk/pending-of'
import { trackingDraftId } from '../../drafts/kept-text'
import type { SyncEngine } from '../../sync/engine'

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
  await engine.submit(
    'purchase.status',
    { purchaseId, status },
    {
      draft: trackingDraftId(purchaseId),
      replacesRefused: true,
      merge(unsent, line) {
        if (unsent && status === (unsent.seen ?? knownStatus)) return null
        const last = acceptedOf(line, 'purchase.status').at(-1)
        const seen = unsent ? unsent.seen : (last?.payload.status ?? knownStatus)
        const note = trackingNote ?? unsent?.trackingNote
        return {
          purchaseId,
          status,
          ...(note === undefined ? {} : { trackingNote: note }),
          ...(seen === undefined ? {} : { seen }),
        }
      },
    },
  )
}
