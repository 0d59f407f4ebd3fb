import { format } from 'date-fns'
import { type Day, formatWeekday } from '#schema/date-range'
import { formatCents } from '#schema/money'
import { isLate, type PurchaseStatus, sellerReleaseAt, statusChangeProblem } from '#schema/purchase'
import { disputeWords } from '../../components/dispute-words'
import { purchaseStatusWord } from '../../components/purchase-badge'
import type { ShownPurchase } from '../../db/purchase-overlay'
import { formatDeadline } from '../offers/offer-times'

/** Where an order stands and what is next, as its seller reads it. */
export function orderSentence(order: ShownPurchase, today: Day, now: Date): string {
  const disputed = disputeWords(order.disputeState, 'payee', order.buyerUsername)
  return disputed ? `${whereItStands(order, today, now)} ${disputed}` : whereItStands(order, today, now)
}

function whereItStands(order: ShownPurchase, today: Day, now: Date): string {
  const { status, buyerUsername: buyer } = order
  if (order.changing && status === 'cancelled')
    return `Cancelled here. ${refundWords(order)} as soon as this has been sent.`
  if (order.changing) return `${buyer} sees “${purchaseStatusWord(status)}” as soon as this has been sent.`
  switch (status) {
    case 'paid':
    case 'processing':
      return order.cancelAskedAt ? `${buyer} asks to cancel. You decide.` : dueWords(order, today)
    case 'shipped':
      return `On its way since ${format(new Date(order.statusChangedAt), 'EEE, MMM d')}. ${dueWords(order, today)}`
    case 'delivered':
      return `Delivered. ${releaseWords(order, now)}`
    case 'cancelled':
      return cancelledWords(order)
    default:
      return `Waiting for ${buyer}’s payment.`
  }
}

/** When an order is needed, or expected where its buyer named no day. */
function dueWords(order: ShownPurchase, today: Day): string {
  const { needBy, estimatedDeliveryDate, buyerUsername: buyer } = order
  const due = needBy ?? estimatedDeliveryDate
  if (due === null) return `${buyer} is waiting for this.`
  if (isLate(order, today))
    return needBy ? `${buyer} needed this by ${formatWeekday(due)}.` : `This was expected by ${formatWeekday(due)}.`
  return needBy ? `${buyer} needs this by ${formatWeekday(due)}.` : `Expected by ${formatWeekday(due)}.`
}

function releaseWords(order: ShownPurchase, now: Date): string {
  const due = sellerReleaseAt(order)
  return due && due > now
    ? `Your money is sent on from ${formatDeadline(due.toISOString(), now)}.`
    : 'Your money is yours.'
}

function cancelledWords(order: ShownPurchase): string {
  const { paymentState, buyerUsername: buyer, refundedAmount } = order
  if (paymentState === 'refunding') return `Cancelled. ${formatCents(refundedAmount)} is on its way back to ${buyer}.`
  if (paymentState === 'refund_failed')
    return `Cancelled. ${buyer}’s bank sent the refund back. It is tried again; there is nothing for you to do.`
  return refundedAmount > 0 ? `Cancelled. ${formatCents(refundedAmount)} went back to ${buyer}.` : 'Cancelled.'
}

/** What cancelling returns: all of what was paid. */
export function refundWords({ totalAmount, paymentState, buyerUsername }: ShownPurchase): string {
  return paymentState === 'captured'
    ? `${buyerUsername} gets all of ${formatCents(totalAmount)} back`
    : `Nothing was taken from ${buyerUsername}`
}

/** The usual next step, for the choice that is made already when the list opens. */
export function nextStatus(status: PurchaseStatus): PurchaseStatus {
  if (status === 'paid') return 'processing'
  if (status === 'processing') return 'shipped'
  return status === 'shipped' ? 'delivered' : status
}

/** Why this status cannot be set, or null. Taking back what was pressed and not yet sent is always possible. */
export function statusProblem(
  { status, knownStatus, paymentState }: Pick<ShownPurchase, 'status' | 'knownStatus' | 'paymentState'>,
  wanted: PurchaseStatus,
): ReturnType<typeof statusChangeProblem> {
  if (wanted === status) return 'same_status'
  return wanted === knownStatus ? null : statusChangeProblem({ status: knownStatus, paymentState }, wanted)
}

/** Of a status that was refused, and where the order stands now. */
export function refusedWords({ refused, knownStatus }: Pick<ShownPurchase, 'refused' | 'knownStatus'>): string {
  if (!refused) return ''
  if (refused.code !== 'purchase_moved') return refused.message
  return `You set “${purchaseStatusWord(refused.status)}”, but meanwhile it became “${purchaseStatusWord(knownStatus)}”.`
}
