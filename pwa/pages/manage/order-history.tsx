import { formatCents } from '#schema/money'
import type { Purchase } from '#schema/purchase'
import { purchaseStatusWord } from '../../components/purchase-badge'
import type { Tone } from '../../components/status-chip'
import { Timeline } from '../../components/timeline'
import { formatMoment } from '../offers/offer-times'

/** Who did what to an order of one's own item, and when. */
export function OrderHistory({ order }: { order: Purchase }) {
  return (
    <Timeline
      label={`History of ${order.itemTitle}`}
      entries={order.history.map((entry, index) => ({
        id: `${entry.at} ${index}`,
        ...orderHistoryWords(entry, order),
        when: formatMoment(entry.at),
        dateTime: entry.at,
      }))}
    />
  )
}

/** One line of an order's history, as its seller reads it. */
export function orderHistoryWords(
  { status, actor, reason }: Purchase['history'][number],
  { buyerUsername: buyer, totalAmount }: Pick<Purchase, 'buyerUsername' | 'totalAmount'>,
): { what: string; tone: Tone } {
  if (reason === 'cancel_asked' && status !== 'cancelled') return { what: `${buyer} asked to cancel`, tone: 'waiting' }
  if (status === 'pending') return { what: `${buyer} placed the order`, tone: 'info' }
  if (status === 'paid' && actor !== 'seller') return { what: `${formatCents(totalAmount)} was paid`, tone: 'success' }
  if (status === 'cancelled') return { what: cancelledWords(actor, reason, buyer), tone: 'danger' }
  const tone = status === 'shipped' || status === 'delivered' ? 'success' : 'info'
  return { what: `You set “${purchaseStatusWord(status)}”`, tone }
}

function cancelledWords(actor: Purchase['history'][number]['actor'], reason: string | null, buyer: string): string {
  if (actor === 'buyer') return `${buyer} cancelled before paying`
  if (actor === 'seller') return 'You cancelled'
  if (reason === 'card_declined') return 'The card was declined'
  return reason === 'not_paid' ? 'The payment did not come in time' : 'The order was cancelled'
}
