import { mutationKinds } from '#schema/mutations'
import type { Purchase } from '#schema/purchase'
import type { LocalDb, OutboxItem } from './local-db'

/** An order with what its buyer has pressed since: `asking` until the server has said so itself. */
export type ShownPurchase = Purchase & { asking: boolean }

/** Orders that this person placed, newest first. What the bank refused at once never was one. */
export async function readOwnPurchases(db: LocalDb, userId: number): Promise<ShownPurchase[]> {
  const [purchases, items] = await Promise.all([
    db.purchases.where('userId').equals(userId).toArray(),
    db.outbox.where('lane').startsWith('order:').toArray(),
  ])
  const asking = askedPurchases(items)
  return purchases
    .filter(({ status, paymentState }) => status !== 'cancelled' || paymentState !== 'failed')
    .toSorted((a, b) => b.id - a.id)
    .map((purchase) => ({ ...purchase, asking: purchase.cancelAskedAt === null && asking.has(purchase.id) }))
}

/** One order of this person's, or undefined when this device has none of that number. */
export async function readOwnPurchase(db: LocalDb, userId: number, id: number): Promise<ShownPurchase | undefined> {
  return (await readOwnPurchases(db, userId)).find((purchase) => purchase.id === id)
}

/** Orders whose buyer's wish to cancel is on its way. */
export function askedPurchases(items: readonly OutboxItem[]): Set<number> {
  const ids = items.flatMap((item) => {
    if (item.kind !== 'purchase.askCancel' || item.state === 'attention') return []
    const payload = mutationKinds['purchase.askCancel'].payload.safeParse(item.payload)
    return payload.success ? [payload.data.purchaseId] : []
  })
  return new Set(ids)
}
