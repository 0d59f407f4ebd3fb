import { isDeclinedAtOnce } from '#schema/purchase'
import type { LocalDb } from '../../disk/local-db'
import { overlayPurchase, type ShownPurchase } from './purchase-overlay'

type Side = 'buyer' | 'seller'
const KEY = { buyer: 'userId', seller: 'sellerId' } as const

/** The orders that a person placed, or those of their items, newest first. What the bank refused at once never was one. */
export async function readPurchases(db: LocalDb, userId: number, side: Side): Promise<ShownPurchase[]> {
  const [purchases, items] = await Promise.all([
    db.purchases.where(KEY[side]).equals(userId).toArray(),
    db.outbox.where('lane').startsWith('order:').toArray(),
  ])
  return purchases
    .filter((purchase) => !isDeclinedAtOnce(purchase))
    .sort((a, b) => b.id - a.id)
    .map((purchase) => overlayPurchase(purchase, items))
}

/** One order that this person placed, or of an item of theirs; undefined when this device has none of that number. */
export async function readPurchase(
  db: LocalDb,
  userId: number,
  side: Side,
  id: number,
): Promise<ShownPurchase | undefined> {
  const [purchase, items] = await Promise.all([
    db.purchases.get(id),
    db.outbox.where('lane').equals(`order:${id}`).toArray(),
  ])
  return purchase?.[KEY[side]] === userId && !isDeclinedAtOnce(purchase) ? overlayPurchase(purchase, items) : undefined
}
