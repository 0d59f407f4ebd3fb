import { addDays, type Day } from '#schema/date-range'
import { canSayNotArrived, hasMoneyLeft, isAskedToCancel, isPaidBack } from '#schema/purchase'
import { groupTodo, type Todo, type TodoPlace } from '../../todo/todo-groups'
import { isLateNews, isPayable, type ShownPurchase } from './purchase-overlay'

/** An order that is being made needs its maker again so many days before it is due, to be sent. */
const SEND_AHEAD_DAYS = 3
/** After every day that there is: an order without a day comes last. */
const NO_DAY = '9999-12-31'

export type OrderSide = 'buyer' | 'seller'
export interface OrderClock {
  now: Date
  today: Day
}

/** The orders of one side by group, the most urgent first. */
export function groupOrders(orders: readonly ShownPurchase[], side: OrderSide, clock: OrderClock): Todo<ShownPurchase> {
  return groupTodo(orders, (order) => orderPlace(order, side, clock))
}

/** The group of an order for one of its sides, and its place there. */
export function orderPlace(order: ShownPurchase, side: OrderSide, clock: OrderClock): TodoPlace {
  const { status, statusChangedAt } = order
  if (side === 'seller' && order.refused) return { group: 'needs', isFirst: true, at: dueOf(order) }
  if (side === 'seller' && isLateNews(order, clock.today)) return { group: 'needs', at: dueOf(order) }
  if (isPaidBack(order)) return { group: 'past', at: statusChangedAt }
  const isMissing = Boolean(order.notArrivedAt) && hasMoneyLeft(order)
  if ((status === 'delivered' && !isMissing) || status === 'cancelled') return { group: 'past', at: statusChangedAt }
  const isSettled = status === 'shipped' && !isMissing && !canSayNotArrived(order, clock.now)
  if (isSettled) return { group: 'past', at: statusChangedAt }
  return side === 'seller' ? sellerPlace(order, clock) : buyerPlace(order, clock)
}

function sellerPlace(order: ShownPurchase, { today }: OrderClock): TodoPlace {
  const at = dueOf(order)
  if (order.notArrivedAt || isAskedToCancel(order)) return { group: 'needs', isFirst: true, at }
  if (order.status === 'paid') return { group: 'needs', at }
  if (order.status === 'processing') return { group: at <= addDays(today, SEND_AHEAD_DAYS) ? 'needs' : 'coming', at }
  return { group: 'waiting', at }
}

function buyerPlace(order: ShownPurchase, { now, today }: OrderClock): TodoPlace {
  const at = dueOf(order)
  const { status, payBy, askingToCancel, notArrivedAt } = order
  if (isPayable(order, now) && !askingToCancel) return { group: 'needs', isFirst: true, at: payBy ?? at }
  if (status !== 'shipped' || notArrivedAt) return { group: 'waiting', at }
  return { group: at < today ? 'needs' : 'coming', at }
}

/** The day on which an order is needed, or expected where its buyer named none. */
const dueOf = ({ needBy, estimatedDeliveryDate }: ShownPurchase) => needBy ?? estimatedDeliveryDate ?? NO_DAY
