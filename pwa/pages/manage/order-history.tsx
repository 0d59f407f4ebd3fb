import { formatCents } from '#schema/money'
import type { Purchase } from '#schema/purchase'
import { purchaseStatusWord } from '../../components/purchase-badge'
import type { Tone } from '../../components/status-chip'
import { Timeline } from '../../components/timeline'
import { formatMoment } from '../offers/offer-times'

export type OrderSide = 'buyer' | 'seller'

/** Who did what to an order, and when. */
export function OrderHistory({ order, side }: { order: Purchase; side: OrderSide }) {
  return (
    <Timeline
      label={`History of ${order.itemTitle}`}
      entries={order.history.map((entry, index) => ({
        id: `${entry.at} ${index}`,
        ...orderHistoryWords(entry, order, side),
        when: formatMoment(entry.at),
        dateTime: entry.at,
      }))}
    />
  )
}

/** One line of an order's history, as that side reads it. */
export function orderHistoryWords(
  { status, actor, reason }: Purchase['history'][number],
  order: Pick<Purchase, 'buyerUsername' | 'sellerUsername' | 'totalAmount'>,
  side: OrderSide,
): { what: string; tone: Tone } {
  const buyer = side === 'buyer' ? 'You' : order.buyerUsername
  const seller = side === 'seller' ? 'You' : order.sellerUsername
  if (reason === 'cancel_asked' && status !== 'cancelled') return { what: `${buyer} asked to cancel`, tone: 'waiting' }
  if (status === 'pending') return { what: `${buyer} placed the order`, tone: 'info' }
  if (status === 'paid' && actor !== 'seller')
    return { what: `${formatCents(order.totalAmount)} was paid`, tone: 'success' }
  if (status === 'cancelled') return { what: cancelledWords(actor, reason, { buyer, seller }), tone: 'danger' }
  const tone = status === 'shipped' || status === 'delivered' ? 'success' : 'info'
  return { what: `${seller} set “${purchaseStatusWord(status)}”`, tone }
}

function cancelledWords(
  actor: Purchase['history'][number]['actor'],
  reason: string | null,
  { buyer, seller }: Record<OrderSide, string>,
): string {
  if (actor === 'buyer') return `${buyer} cancelled before paying`
  if (actor === 'seller') return `${seller} cancelled`
  if (reason === 'card_declined') return 'The card was declined'
  return reason === 'not_paid' ? 'The payment did not come in time' : 'The order was cancelled'
}
