import { type Purchase, payByOf } from '#schema/purchase'
import type { ConfirmedEnd } from '../../rentals/offers/finish-payment'
import { call } from '../../sync/client'

/** The order of a try, as the server has it; undefined when it never arrived. @throws ApiError, Unreachable */
export async function findOrder(userId: number, clientId: string): Promise<Purchase | undefined> {
  const orders = await call('userPurchases', { params: { id: userId } })
  return orders.find((order) => order.clientId === clientId)
}

/** Pure: is the order of a try on its way to its buyer? */
export function isBought<Order extends Pick<Purchase, 'status'>>(order: Order | undefined): order is Order {
  return order !== undefined && order.status !== 'pending' && order.status !== 'cancelled'
}

export const CARD_DECLINED = 'Your card was declined, so this order was not placed.'

/** Pure: did the bank's refusal of the card end the order of a try? */
export function isCardDeclined(order: Pick<Purchase, 'history'> | undefined): boolean {
  return order?.history.some(({ reason }) => reason === 'card_declined') ?? false
}

/** Has this order only just been placed? One of days ago is not announced as new. */
export function isJustPlaced({ status, createdAt }: Pick<Purchase, 'status' | 'createdAt'>, now: number): boolean {
  return status === 'paid' && now < payByOf(new Date(createdAt)).getTime()
}

/** The secret of what an order of one's own still waits for. */
export function openPurchasePayment(purchaseId: number) {
  return call('purchasePayment', { params: { id: purchaseId } })
}

/**
 * How a confirmed payment for an order of one's own ended: the bank may have been asked for longer than an order waits for its money.
 * @param isSure see `PaymentPress.endOf`
 */
export async function purchasePaymentEnd(
  { id, userId }: Pick<Purchase, 'id' | 'userId'>,
  isSure: boolean,
): Promise<ConfirmedEnd> {
  const orders = await call('userPurchases', { params: { id: userId } }).catch(() => [])
  const order = orders.find((order) => order.id === id)
  if (order?.status === 'cancelled') return { kind: 'unpaid', message: ENDED }
  return { kind: isSure || isBought(order) ? 'done' : 'confirmed' }
}

const ENDED = 'Your order ended before its payment was confirmed. If anything is taken, all of it goes back to you.'
