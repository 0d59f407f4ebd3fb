import { subDays } from 'date-fns'
import type { LocalDb } from '../../disk/local-db'
import { NEWS_DAYS, type News, unseenNews } from '../../todo/news'
import { type OrderClock, type OrderSide, orderPlace } from './order-todo'
import type { ShownPurchase } from './purchase-overlay'
import { readPurchases } from './purchase-queries'

/** An order that needs this side, or that somebody else has moved lately; null for all others. */
export function orderNews(order: ShownPurchase, side: OrderSide, clock: OrderClock): News | null {
  const { id, status, statusChangedAt, cancelAskedAt, notArrivedAt, refused } = order
  const place = orderPlace(order, side, clock)
  const isTold = wasMovedByOthers(order, side) && statusChangedAt > subDays(clock.now, NEWS_DAYS).toISOString()
  if (place.group !== 'needs' && !isTold) return null
  return {
    key: `order:${id}`,
    place,
    state: [status, statusChangedAt, cancelAskedAt ?? '', notArrivedAt ?? '', refused?.opId ?? ''].join(' '),
    to: side === 'buyer' ? `/purchases#order-${id}` : `/manage-made-to-order?tab=orders#order-${id}`,
  }
}

/** Paying is the buyer's own doing, although the provider says it. */
function wasMovedByOthers({ history, status }: ShownPurchase, side: OrderSide): boolean {
  const isUnderWay = status !== 'pending' && status !== 'paid'
  const last = history.findLast((entry) => entry.status === status)
  return isUnderWay && last !== undefined && last.actor !== side
}

/** The news about orders that this person placed, or about those of their items, that they have not seen. */
export async function readOrderNews(db: LocalDb, userId: number, side: OrderSide, clock: OrderClock): Promise<News[]> {
  const orders = await readPurchases(db, userId, side)
  return unseenNews(
    db,
    orders.flatMap((order) => orderNews(order, side, clock) ?? []),
  )
}
