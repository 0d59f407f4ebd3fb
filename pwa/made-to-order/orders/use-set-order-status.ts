import { useState } from 'react'
import { useAccount } from '../../session/account'
import type { ShownPurchase } from './purchase-overlay'
import { type OrderStatus, setOrderStatus } from './set-order-status'

/** Sets the status of an order as it stood when the form opened: what has come since was not seen. */
export function useSetOrderStatus(order: Pick<ShownPurchase, 'id' | 'status' | 'notArrivedAt'>) {
  const { engine } = useAccount()
  const [seen] = useState({ seenStatus: order.status, seenMissing: Boolean(order.notArrivedAt) })
  return (wanted: Pick<OrderStatus, 'status' | 'trackingNote'>) =>
    setOrderStatus(engine, { purchaseId: order.id, ...seen, ...wanted })
}
