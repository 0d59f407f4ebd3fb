import type { Transaction } from '#schema/earnings'
import { formatCents } from '#schema/money'
import { type Purchase, wasPaid } from '#schema/purchase'
import { inOrder, moneyStory } from '../../money/money-story'
import { readOrderTransactions } from '../../money/transaction-queries'
import { yoursAhead } from '../../rentals/offers/offer-story'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import type { Tone } from '../../ui/status-chip'
import type { StoryLine } from '../../ui/timeline'
import { Timeline } from '../../ui/timeline'
import { purchaseStatusWord } from './purchase-badge'

/** The acts on an order of one's own item, the way of its money, and the next step. */
export function OrderHistory({ order }: { order: Purchase }) {
  const { db } = useAccount().engine
  const lines = useLiveQuery(() => readOrderTransactions(db, order.id), [db, order.id]) ?? []
  return <Timeline label={`History of ${order.itemTitle}`} lines={orderStory(order, lines)} />
}

/** All that happened to an order and its money, and what comes next, as its seller reads it. */
function orderStory(order: Purchase, lines: readonly Transaction[]): StoryLine[] {
  return inOrder([
    ...order.history.map((entry) => ({ at: entry.at, ...orderHistoryWords(entry, order) })),
    ...moneyStory(order.money, { side: 'payee', other: order.buyerUsername, of: 'sale' }),
    ...yoursAhead(lines),
  ])
}

/** One line of an order's history, as its seller reads it. */
export function orderHistoryWords(
  { status, actor, reason }: Purchase['history'][number],
  order: Pick<Purchase, 'buyerUsername' | 'totalAmount' | 'paymentState'>,
): { what: string; tone: Tone } {
  const { buyerUsername: buyer, totalAmount } = order
  if (reason === 'cancel_asked' && status !== 'cancelled') return { what: `${buyer} asked to cancel`, tone: 'waiting' }
  if (reason === 'late') return { what: 'It is late, and ends by itself if it is not sent', tone: 'waiting' }
  if (reason === 'not_arrived') return { what: `${buyer} said that it did not arrive`, tone: 'danger' }
  if (reason === 'arrived') return { what: `${buyer} said that it arrived after all`, tone: 'success' }
  if (status === 'pending') return { what: `${buyer} placed the order`, tone: 'info' }
  if (status === 'paid' && actor !== 'seller') return { what: `${formatCents(totalAmount)} was paid`, tone: 'success' }
  if (status === 'cancelled') return { what: cancelledWords(actor, reason, order), tone: 'danger' }
  const tone = status === 'shipped' || status === 'delivered' ? 'success' : 'info'
  return { what: `You set “${purchaseStatusWord(status)}”`, tone }
}

function cancelledWords(
  actor: Purchase['history'][number]['actor'],
  reason: string | null,
  order: Pick<Purchase, 'buyerUsername' | 'paymentState'>,
): string {
  if (actor === 'buyer') return `${order.buyerUsername} cancelled${wasPaid(order) ? '' : ' before paying'}`
  if (actor === 'seller') return 'You cancelled'
  if (reason === 'card_declined') return 'The card was declined'
  if (reason === 'not_sent') return 'It was not sent in time'
  return reason === 'not_paid' ? 'The payment did not come in time' : 'The order was cancelled'
}
