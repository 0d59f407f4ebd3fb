import { format } from 'date-fns'
import { type Day, dateOf, formatFarDay } from '#schema/date-range'
import { formatCents } from '#schema/money'
import { PRODUCT_NAME } from '#schema/product'
import {
  canAskToCancel,
  hasMoneyLeft,
  isAskedToCancel,
  isPaidBack,
  lastDayToSend,
  orderedPieces,
  type Purchase,
  promisedDay,
  wasPaid,
} from '#schema/purchase'
import { disputeWords, refundAheadWords } from '../../money/dispute-words'
import type { MoneyLine } from '../../money/money'
import {
  inOrder,
  keptByBank,
  moneyStory,
  owedRefundWords,
  PAY_TIME_OVER,
  refundLabel,
  unpaidRefund,
} from '../../money/money-story'
import { isolated } from '../../ui/isolated'
import type { Tone } from '../../ui/status-chip'
import type { StoryLine } from '../../ui/timeline'
import { formatDeadline, formatMoment } from '../../ui/times/offer-times'
import { CARD_DECLINED } from './pay-order'
import { isPayable, knownLastDay, type ShownPurchase } from './purchase-overlay'

/** 'November 21st, 2026', the day on which an order was placed, on the device's clock. */
export function placedOn({ createdAt }: Pick<Purchase, 'createdAt'>): string {
  return format(new Date(createdAt), 'PPP')
}

/** 'November 28th, 2026', or that no day is known. */
export function expectedOn({ estimatedDeliveryDate: day }: Pick<Purchase, 'estimatedDeliveryDate'>): string {
  return day ? format(dateOf(day), 'PPP') : 'Not known yet'
}

/** 'name, street, city, state zipCode'. */
export function addressWords(address: Purchase['deliveryAddress']): string {
  if (!address) return 'No address provided'
  const { name, street, city, state, zipCode } = address
  return [name, street, city, `${state} ${zipCode}`].join(', ')
}

/** The label of a cancellation at this point; null when there is nothing left to cancel. */
export function cancelLabel(purchase: ShownPurchase): string | null {
  if (purchase.askingToCancel || !canAskToCancel(purchase)) return null
  return purchase.status === 'pending' ? 'Cancel order' : 'Ask to cancel'
}

/** An order's standing and next step, for its buyer. */
export function purchaseSentence(purchase: ShownPurchase, today: Day, now: Date): string {
  return withBank(whereItStands(purchase, today, now), purchase)
}

/** The words on an order and those on what the buyer's bank does about its payment. */
function withBank(words: string, { disputeState, sellerUsername }: Purchase): string {
  return `${words.trim()} ${disputeWords(disputeState, 'payer', sellerUsername) ?? ''}`.trim()
}

function whereItStands(purchase: ShownPurchase, today: Day, now: Date): string {
  const { status, sellerUsername: seller, payBy, estimatedDeliveryDate: day, askingToCancel } = purchase
  const expected = day ? ` It is expected on ${formatFarDay(day, today)}.` : ''
  if (askingToCancel)
    return status === 'pending'
      ? 'This order ends as soon as there is a connection.'
      : `${seller} is asked to cancel as soon as there is a connection.`
  const lateWords = lateOrderWords(purchase, today)
  if (purchase.notArrivedAt && status !== 'cancelled' && hasMoneyLeft(purchase))
    return `You said that it did not arrive. The money stays with ${PRODUCT_NAME} until this is settled with ${seller}. ${lateWords}`.trim()
  if (isPaidBack(purchase) && (status === 'paid' || status === 'processing'))
    return `This order is over. ${refundWords(purchase)}`
  if (isAskedToCancel(purchase))
    return `${status === 'paid' ? 'Paid.' : `${seller} is making it.`} You have asked ${seller} to cancel. ${seller} decides. ${lateWords}`.trim()
  if (lateWords) return lateWords
  switch (status) {
    case 'pending':
      if (!isPayable(purchase, now)) return PAY_TIME_OVER
      return `Not paid yet. Finish the payment${payBy ? ` by ${formatDeadline(payBy, now)}` : ''}, or this order ends.`
    case 'paid':
      return `Paid. ${seller} has your order.${expected}`
    case 'processing':
      return `${seller} is making it.${expected}`
    case 'shipped':
      return `It is on its way to you.${isPaidBack(purchase) ? ` ${refundWords(purchase)}` : expected}`
    case 'delivered':
      return `Delivered on ${formatMoment(purchase.statusChangedAt, now)}.${hasMoneyLeft(purchase) ? '' : ` ${refundWords(purchase)}`}`
    case 'cancelled':
      return `${cancelledBy(purchase)} ${refundWords(purchase)}`
    default:
      return `Please update the app to see where this stands with ${seller}.`
  }
}

/** When a late order ends by itself, which it does not while a bank decides; empty as long as it is not late. */
function lateOrderWords(purchase: ShownPurchase, today: Day): string {
  const { sellerUsername: seller } = purchase
  const lastDay = lastDayToSend(purchase, today)
  if (!lastDay) return ''
  const expected = `The order was expected on ${formatFarDay(promisedDay(purchase) ?? lastDay, today)}.`
  if (!knownLastDay(purchase, today)) return expected
  return `${expected} If ${seller} does not send it by ${formatFarDay(lastDay, today)}, this order ends and you get everything back.`
}

function cancelledBy(purchase: Purchase): string {
  const { history, sellerUsername } = purchase
  // Orders of before may have a line about their arrival after their end.
  const end = history.find(({ status }) => status === 'cancelled')
  if (end?.actor === 'buyer') return wasPaid(purchase) ? 'You cancelled.' : 'You cancelled before it was paid.'
  if (end?.actor === 'seller') return `${sellerUsername} cancelled.`
  if (end?.reason === 'not_paid') return 'The payment did not come in time, so this order was cancelled.'
  if (end?.reason === 'not_sent') return `${sellerUsername} did not send it in time, so this order ended.`
  if (end?.reason === 'refunded') return `${PRODUCT_NAME} ended this order.`
  if (end?.reason === 'card_declined') return CARD_DECLINED
  return 'This order was cancelled.'
}

/** The end of the money of an order that is over; empty when the bank alone gave it back, which has words of its own. */
function refundWords(purchase: Purchase): string {
  const { paymentState, disputeState, refundedAmount, totalAmount, money, sellerUsername: other } = purchase
  const cents = refundedAmount || totalAmount
  if (paymentState === 'refunding') return refundAheadWords(disputeState, 'payer', other, unpaidRefund(money, cents))
  if (paymentState === 'refund_failed') return owedRefundWords(money, { side: 'payer', other, cents })
  if (paymentState === 'refunded' || refundedAmount > 0) {
    const refunded = cents - keptByBank(money)
    return refunded > 0 ? `${formatCents(refunded)} has been refunded.` : ''
  }
  return paymentState === 'captured' ? `${formatCents(totalAmount)} was taken.` : 'Nothing was taken.'
}

/** The state of an order's money, for its receipt. */
export function purchaseMoneyWords(purchase: Purchase, now: Date): string {
  const { paymentState, totalAmount, refundedAmount, history } = purchase
  const total = formatCents(totalAmount)
  if (paymentState === 'unpaid' || paymentState === 'failed') return 'Nothing has been taken.'
  const paidAt = history.find(({ status }) => status === 'paid')?.at
  const taken = `${total} was taken${paidAt ? ` on ${formatMoment(paidAt, now)}` : ''}.`
  const isAllHere = paymentState === 'captured' && refundedAmount === 0
  return withBank(isAllHere ? taken : `${taken} ${refundWords(purchase)}`, purchase)
}

type Entry = Purchase['history'][number]

const MOVES: Partial<Record<string, { what: (seller: string, total: string) => string; tone: Tone }>> = {
  pending: { what: () => 'You placed the order', tone: 'info' },
  paid: { what: (_, total) => `${total} was taken`, tone: 'success' },
  processing: { what: (seller) => `${seller} began to make it`, tone: 'info' },
  shipped: { what: (seller) => `${seller} sent it`, tone: 'success' },
  delivered: { what: (seller) => `${seller} marked it as delivered`, tone: 'success' },
}

/** All that happened to an order and its money, as its buyer reads it. */
export function purchaseStory(purchase: Purchase): StoryLine[] {
  return inOrder([
    ...purchase.history.map((entry) => ({ at: entry.at, ...purchaseHistoryWords(entry, purchase) })),
    ...moneyStory(purchase.money, { side: 'payer', other: purchase.sellerUsername, of: 'sale' }),
  ])
}

/** One line of an order's history, as its buyer reads it. */
export function purchaseHistoryWords(entry: Entry, purchase: Purchase): { what: string; tone: Tone } {
  const { actor, status, reason } = entry
  const seller = purchase.sellerUsername
  if (reason === 'arrived') return { what: 'You said that it arrived after all', tone: 'success' }
  if (status === 'cancelled') return { what: cancelledLine(entry, seller), tone: 'danger' }
  if (reason === 'cancel_asked') return { what: `You asked ${seller} to cancel`, tone: 'waiting' }
  if (reason === 'late') return { what: 'It is late, and ends by itself if it is not sent', tone: 'waiting' }
  if (reason === 'not_arrived') return { what: 'You said that it did not arrive', tone: 'danger' }
  const move = MOVES[status]
  if (!move || (actor === 'seller' && (status === 'pending' || status === 'paid')))
    return { what: `${actor === 'seller' ? seller : 'Somebody'} set it to “${status}”`, tone: 'neutral' }
  return { what: move.what(seller, formatCents(purchase.totalAmount)), tone: move.tone }
}

function cancelledLine({ actor, reason }: Entry, seller: string): string {
  if (actor === 'buyer') return 'You cancelled'
  if (actor === 'seller') return `${seller} cancelled`
  if (reason === 'not_paid') return 'The payment did not come in time'
  return reason === 'card_declined' ? 'The card was declined' : 'The order was cancelled'
}

/** The price, what came back, what stayed paid. */
export function purchaseLines(purchase: Purchase): MoneyLine[] {
  const { itemTitle, totalAmount, refundedAmount } = purchase
  const pieces = orderedPieces(purchase)
  const each = pieces > 1 ? `, ${pieces} x ${formatCents(totalAmount / pieces)}` : ''
  const lines: MoneyLine[] = [
    { label: `${isolated(itemTitle)}${each}`, amount: formatCents(totalAmount) },
    { label: 'Total', amount: formatCents(totalAmount), total: true },
  ]
  if (refundedAmount === 0) return lines
  return [
    ...lines,
    { label: refundLabel(purchase), amount: formatCents(-refundedAmount) },
    { label: 'Paid in the end', amount: formatCents(totalAmount - refundedAmount), total: true },
  ]
}
