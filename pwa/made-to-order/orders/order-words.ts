import { format } from 'date-fns'
import { type Day, formatFarDay } from '#schema/date-range'
import { formatCents } from '#schema/money'
import { PRODUCT_NAME } from '#schema/product'
import {
  deliveredAt,
  hasMoneyLeft,
  isAskedToCancel,
  isPaidBack,
  type PurchaseStatus,
  sellerReleaseAt,
  statusChangeProblem,
} from '#schema/purchase'
import { disputeWords, refundAheadWords } from '../../money/dispute-words'
import { owedRefundWords, unpaidRefund } from '../../money/money-story'
import { onDeadline } from '../../ui/times/offer-times'
import { purchaseStatusWord } from './purchase-badge'
import { isLateNews, knownLastDay, type ShownPurchase } from './purchase-overlay'

/** An order's standing and next step, for its seller. */
export function orderSentence(order: ShownPurchase, today: Day, now: Date): string {
  const disputed = disputeWords(order.disputeState, 'payee', order.buyerUsername)
  return disputed ? `${whereItStands(order, today, now)} ${disputed}` : whereItStands(order, today, now)
}

function whereItStands(order: ShownPurchase, today: Day, now: Date): string {
  const { status, buyerUsername: buyer } = order
  if (order.changing && status === 'cancelled')
    return `Cancelled here. ${orderRefundWords(order)} as soon as this has been sent.`
  const late = lateWords(order, today)
  if (order.changing)
    return `${buyer} sees “${purchaseStatusWord(status)}” as soon as this has been sent. ${late}`.trim()
  if (order.notArrivedAt && status !== 'cancelled' && hasMoneyLeft(order))
    return `${buyer} says that this did not arrive. Your money waits until this is settled: write to ${buyer}${otherEnd(order, now)}. ${late}`.trim()
  if (isPaidBack(order) && (status === 'paid' || status === 'processing'))
    return `There is nothing to make any more. ${backWords(order)}`
  const request = isAskedToCancel(order) ? `${buyer} asks to cancel. You decide.` : dueWords(order, today)
  if (late) return `${request} ${late}`
  switch (status) {
    case 'paid':
    case 'processing':
      return request
    case 'shipped':
      return `On its way since ${format(new Date(order.statusChangedAt), 'EEE, MMM d')}. ${isPaidBack(order) ? backWords(order) : dueWords(order, today)}`
    case 'delivered':
      return `Delivered. ${hasMoneyLeft(order) ? releaseWords(order, now) : backWords(order)}`
    case 'cancelled':
      return `Cancelled. ${backWords(order)}`.trim()
    default:
      return `Waiting for ${buyer}’s payment.`
  }
}

/** A way out of an order that did not arrive, where there is one now. */
function otherEnd(order: ShownPurchase, now: Date): string {
  if (order.disputeState === 'open') return ''
  return statusProblem(order, 'cancelled', now)
    ? `, or ask ${PRODUCT_NAME} to refund ${order.buyerUsername}`
    : ', or cancel'
}

/** When a late order ends by itself; empty as long as it is not late. */
function lateWords(order: ShownPurchase, today: Day): string {
  const lastDay = knownLastDay(order, today)
  if (!lastDay) return ''
  const day = formatFarDay(lastDay, today)
  const end = `this order ends and ${order.buyerUsername} gets everything back.`
  return isLateNews(order, today) ? `Connect by ${day}: otherwise ${end}` : `If it is not sent by ${day}, ${end}`
}

/** When an order is needed, or expected where its buyer named no day. */
function dueWords(order: ShownPurchase, today: Day): string {
  const { needBy, estimatedDeliveryDate, buyerUsername: buyer } = order
  const due = needBy ?? estimatedDeliveryDate
  if (due === null) return `${buyer} is waiting for this.`
  const day = formatFarDay(due, today)
  if (due < today) return needBy ? `${buyer} needed this by ${day}.` : `This was expected by ${day}.`
  return needBy ? `${buyer} needs this by ${day}.` : `Expected by ${day}.`
}

function releaseWords(order: ShownPurchase, now: Date): string {
  if (order.disputeState === 'open' && !order.isReleased) return 'Your money waits until the bank has decided.'
  const due = order.isReleased ? null : sellerReleaseAt(order)
  return due && due > now ? `The money becomes yours ${onDeadline(due.toISOString(), now)}.` : 'Your money is yours.'
}

/** The money that has gone back, or is on its way back; empty when none is. */
function backWords(order: ShownPurchase): string {
  const { paymentState, disputeState, buyerUsername: buyer, refundedAmount, money } = order
  if (paymentState === 'refunding')
    return refundAheadWords(disputeState, 'payee', buyer, unpaidRefund(money, refundedAmount))
  if (paymentState === 'refund_failed')
    return owedRefundWords(money, { side: 'payee', other: buyer, cents: refundedAmount })
  return refundedAmount > 0 ? `${formatCents(refundedAmount)} went back to ${buyer}.` : ''
}

/** The refund of a cancellation: all that was paid. */
export function orderRefundWords(order: ShownPurchase): string {
  const { totalAmount, refundedAmount, buyerUsername: buyer } = order
  if (!hasMoneyLeft(order)) return `Nothing was taken from ${buyer}`
  const left = formatCents(totalAmount - refundedAmount)
  return refundedAmount > 0 ? `${buyer} gets the remaining ${left} back` : `${buyer} gets all of ${left} back`
}

/** Steps for money that has left for the seller's payout account when an order is cancelled; empty when none has left. */
export function takenBackWords({ money, buyerUsername: buyer }: ShownPurchase): string {
  const isSent = money?.some(({ what }) => what === 'sent')
  return isSent
    ? `The money sent to your payout account is taken back first. If it is no longer there, ${PRODUCT_NAME} decides, and ${buyer} waits.`
    : ''
}

/** The usual next step, for the choice that is made already when the list opens. */
export function nextStatus(status: PurchaseStatus): PurchaseStatus {
  if (status === 'paid') return 'processing'
  if (status === 'processing') return 'shipped'
  return status === 'shipped' ? 'delivered' : status
}

/** Why this status cannot be set, or null. Taking back what was pressed and not yet sent is always possible. */
export function statusProblem(
  order: Pick<ShownPurchase, 'status' | 'knownStatus' | 'paymentState' | 'totalAmount' | 'refundedAmount' | 'history'>,
  wanted: PurchaseStatus,
  now: Date,
): ReturnType<typeof statusChangeProblem> {
  const { status, knownStatus, history } = order
  if (wanted === status) return 'same_status'
  if (wanted === knownStatus) return null
  return statusChangeProblem({ ...order, status: knownStatus, deliveredAt: deliveredAt(history) }, wanted, now)
}

/** Of a status that was refused, and where the order stands now. */
export function refusedStatusWords({ refused, knownStatus }: Pick<ShownPurchase, 'refused' | 'knownStatus'>): string {
  if (!refused) return ''
  if (refused.code !== 'purchase_moved') return refused.message
  const now = refused.hasArrived ? 'is said to have arrived' : `became “${purchaseStatusWord(knownStatus)}”`
  return `You set “${purchaseStatusWord(refused.status)}”, but meanwhile it ${now}.`
}
