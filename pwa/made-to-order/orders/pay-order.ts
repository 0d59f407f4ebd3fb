import type { Purchase } from '#schema/purchase'
import type { ConfirmedEnd } from '../../rentals/offers/finish-payment'
import { call } from '../../sync/client'

/** The secret of what an order of one's own still waits for. */
export function openPurchasePayment(purchaseId: number) {
  return call('purchasePayment', { params: { id: purchaseId } })
}

/** How a confirmed payment for an order of one's own ended: the bank may have been asked for longer than an order waits for its money. */
export async function purchasePaymentEnd({ id, userId }: Pick<Purchase, 'id' | 'userId'>): Promise<ConfirmedEnd> {
  const orders = await call('userPurchases', { params: { id: userId } }).catch(() => [])
  const hasEnded = orders.some((order) => order.id === id && order.status === 'cancelled')
  return hasEnded ? { kind: 'unpaid', message: ENDED } : { kind: 'done' }
}

const ENDED = 'Your order ended before its payment was confirmed. If anything is taken, all of it goes back to you.'
