import { PURCHASE_STATUSES, type PurchaseStatus } from '#schema/purchase'

/** The statuses that occur, in their own order, each with how many orders have it. */
export function statusCounts(
  orders: readonly { status: PurchaseStatus }[],
): { status: PurchaseStatus; count: number }[] {
  return PURCHASE_STATUSES.map((status) => ({
    status,
    count: orders.filter((order) => order.status === status).length,
  })).filter(({ count }) => count > 0)
}
