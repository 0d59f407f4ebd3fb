import type { PurchaseStatus } from '#schema/purchase'
import { acceptedOf } from '../../disk/pending-of'
import { keepText, trackingDraftId } from '../../drafts/kept-text'
import type { SyncEngine } from '../../sync/engine'

export interface OrderStatus {
  purchaseId: number
  seenStatus: PurchaseStatus
  /** The seller saw an order that did not arrive. */
  seenMissing: boolean
  status: PurchaseStatus
  /** Absent leaves the note of the order as it is. */
  trackingNote?: string
}

/**
 * Sets the status of an order of one's own item. It goes out when the connection allows and says what the seller saw, so
 * that a move made elsewhere meanwhile is not undone unseen. Only the last word counts: one that was refused, or never
 * left, gives way to it; going back to what the server has takes back one that never left, and its note is a draft again.
 */
export async function setOrderStatus(engine: SyncEngine, wanted: OrderStatus): Promise<void> {
  const { purchaseId, seenStatus, seenMissing, status, trackingNote } = wanted
  const draft = trackingDraftId(purchaseId)
  let note: string | null | undefined
  await engine.queueTogether(async (submit) => {
    const opId = await submit(
      'purchase.status',
      { purchaseId, status },
      {
        draft,
        replacesRefused: true,
        merge(unsent, line) {
          note = trackingNote ?? unsent?.trackingNote
          if (unsent && status === unsent.seen) return null
          const last = acceptedOf(line, 'purchase.status').at(-1)
          const seen = unsent ? unsent.seen : (last?.payload.status ?? seenStatus)
          return {
            purchaseId,
            status,
            ...(note === undefined ? {} : { trackingNote: note }),
            ...(seen === undefined ? {} : { seen }),
            ...(seenMissing ? { seenMissing } : {}),
          }
        },
      },
    )
    if (opId === null && note) await keepText(engine.db, draft, note)
  })
}
