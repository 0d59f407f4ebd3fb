import type { Day } from '#schema/date-range'
import { PURCHASE_STATUSES, type PurchaseStatus } from '#schema/purchase'

interface Listed {
  id: number
  status: PurchaseStatus
  needBy: Day | null
  estimatedDeliveryDate: Day | null
}

/** After every day that there is: orders without one come last. */
const NO_DAY = '9999-12-31'

/** What is still to be done first: by the day on which it is needed, then by the day on which it is expected; then the rest, newest first. */
export function inOrderOfWork<Order extends Listed>(orders: readonly Order[]): Order[] {
  return orders.toSorted((a, b) => {
    if (isOver(a) !== isOver(b)) return isOver(a) ? 1 : -1
    if (isOver(a)) return b.id - a.id
    return compare(workKey(a), workKey(b)) || a.id - b.id
  })
}

function workKey({ needBy, estimatedDeliveryDate }: Listed): string {
  return `${needBy === null ? 1 : 0} ${needBy ?? estimatedDeliveryDate ?? NO_DAY}`
}

const isOver = ({ status }: Listed) => status === 'delivered' || status === 'cancelled'
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The statuses that occur, in their own order, each with how many orders have it. */
export function statusCounts(orders: readonly Pick<Listed, 'status'>[]): { status: PurchaseStatus; count: number }[] {
  return PURCHASE_STATUSES.map((status) => ({
    status,
    count: orders.filter((order) => order.status === status).length,
  })).filter(({ count }) => count > 0)
}
