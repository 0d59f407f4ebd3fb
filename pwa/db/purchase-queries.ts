import type { LocalDb } from './local-db'
import { overlayPurchase, type ShownPurchase } from './purchase-overlay'

/** The orders that a person placed, or those of their items, newest first. */
export async function readPurchases(db: LocalDb, userId: number, side: 'buyer' | 'seller'): Promise<ShownPurchase[]> {
  const [purchases, items] = await Promise.all([
    db.purchases
      .where(side === 'buyer' ? 'userId' : 'sellerId')
      .equals(userId)
      .toArray(),
    db.outbox.toArray(),
  ])
  return purchases.sort((a, b) => b.id - a.id).map((purchase) => overlayPurchase(purchase, items))
}

/** One order of this person's, or undefined when this device has none of that number. */
export async function readPurchase(db: LocalDb, userId: number, id: number): Promise<ShownPurchase | undefined> {
  const [purchase, items] = await Promise.all([
    db.purchases.get(id),
    db.outbox.where('lane').equals(`order:${id}`).toArray(),
  ])
  if (!purchase || (purchase.userId !== userId && purchase.sellerId !== userId)) return undefined
  return overlayPurchase(purchase, items)
}
