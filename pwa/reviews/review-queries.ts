import type { LocalDb } from '../disk/local-db'
import type { DealAbout } from '../sync/thread'
import { type BothReviews, overlayReviews } from './review-overlay'

/** Both reviews of a rental or an order, with `userId`'s own writes that still wait. */
export async function readDealReviews(db: LocalDb, deal: DealAbout, userId: number): Promise<BothReviews> {
  const key = deal.about === 'booking' ? 'bookingId' : 'purchaseId'
  const [rows, items] = await Promise.all([
    db.reviews.where(key).equals(deal.id).toArray(),
    db.outbox.where('lane').startsWith('review').toArray(),
  ])
  return overlayReviews(rows, items, deal, userId)
}
