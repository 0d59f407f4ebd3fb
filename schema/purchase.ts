import { addHours, addMinutes } from 'date-fns'
import * as z from 'zod/mini'
import { Address, addressLine } from '#schema/address'
import { consentField } from '#schema/consent'
import { type Day, DayInput, addDays as dayAfter } from '#schema/date-range'
import { DisputeState, MoneyMoment } from '#schema/payment'
import { shownFields } from '#schema/shown'

/** An order that was not paid within this time is cancelled. */
export const UNPAID_PURCHASE_MINUTES = 30
/** The seller's part is sent on this long after delivery, or so many days after it was shipped. */
export const DELIVERED_RELEASE_HOURS = 48
export const SHIPPED_RELEASE_DAYS = 14
/** A seller's own cancel ends this long after the order was first delivered. */
export const DELIVERED_CANCEL_DAYS = 7
/** An order that is not sent so many days after its promised day ends with a full refund; both are told so many days after it. */
export const LATE_ORDER_DAYS = 14
export const LATE_ORDER_TOLD_DAYS = 7
const PURCHASE_NOTE_MAX = 2000
/** Pieces of one order. */
export const ORDER_PIECES_MAX = 1000
export const TRACKING_NOTE_MAX = 500

export const PURCHASE_STATUSES = ['pending', 'paid', 'processing', 'shipped', 'delivered', 'cancelled'] as const
export const PurchaseStatus = z.enum(PURCHASE_STATUSES, 'Please choose a status')
export type PurchaseStatus = z.infer<typeof PurchaseStatus>

/** The place of an order's money. */
export const PURCHASE_PAYMENT_STATES = [
  'unpaid',
  'captured',
  'refunding',
  'refunded',
  'refund_failed',
  'failed',
] as const
export const PurchasePaymentState = z.enum(PURCHASE_PAYMENT_STATES)
export type PurchasePaymentState = z.infer<typeof PurchasePaymentState>

export const DeliveryAddress = z.object({ name: addressLine('Recipient name is required'), ...Address.shape })
export type DeliveryAddress = z.infer<typeof DeliveryAddress>

export const NewPurchase = z.object({
  /** Pieces, all of them made to the same wishes. */
  quantity: z._default(
    z
      .int('Please enter a whole number')
      .check(
        z.minimum(1, 'Please order at least 1'),
        z.maximum(ORDER_PIECES_MAX, 'Please order at most 1,000 at once'),
      ),
    1,
  ),
  deliveryAddress: DeliveryAddress,
  note: z.optional(
    z.nullable(
      z.string().check(z.trim(), z.maxLength(PURCHASE_NOTE_MAX, 'Please keep the note under 2,000 characters')),
    ),
  ),
  customizations: z._default(z.record(z.string().check(z.maxLength(200)), z.string().check(z.maxLength(5000))), {}),
  /** The day by which it must be there; when the lead time misses it, the buyer has asked the maker. */
  needBy: z.optional(z.nullable(DayInput)),
  askedMaker: z._default(z.boolean(), false),
  paymentMethodId: z.optional(z.nullable(z.string().check(z.maxLength(255)))),
  ...shownFields,
  ...consentField,
  clientId: z.optional(z.uuid()),
})
export type NewPurchase = z.infer<typeof NewPurchase>

/** Finds faults in the wanted day, by field. */
export function needByProblems(
  purchase: { needBy?: Day | null | undefined; askedMaker: boolean },
  expected: Day,
  today: Day,
): Record<string, string> {
  const { needBy, askedMaker } = purchase
  if (!needBy) return {}
  if (needBy < today) return { needBy: 'Please choose a day that is still to come' }
  return needBy < expected && !askedMaker
    ? { askedMaker: 'Please ask the maker first whether it can be there by then' }
    : {}
}

/**
 * `seen` is the status that the seller's screen showed; when the order has moved on since, both are told. `seenMissing`: the screen
 * showed that it did not arrive.
 */
export const PurchaseStatusChange = z.object({
  status: PurchaseStatus,
  trackingNote: z.optional(
    z.nullable(z.string().check(z.trim(), z.maxLength(TRACKING_NOTE_MAX, 'Please keep this under 500 characters'))),
  ),
  seen: z.optional(PurchaseStatus),
  seenMissing: z.optional(z.boolean()),
})
export type PurchaseStatusChange = z.infer<typeof PurchaseStatusChange>

export const PurchaseHistoryEntry = z.object({
  at: z.string(),
  actor: z.enum(['buyer', 'seller', 'clock', 'provider', 'operator']),
  status: PurchaseStatus,
  reason: z.nullable(z.string()),
})

/** An order as its buyer and its seller see it. Money is cents. */
export const Purchase = z.object({
  id: z.int(),
  itemId: z.int(),
  userId: z.int(),
  sellerId: z.int(),
  buyerUsername: z.string(),
  sellerUsername: z.string(),
  itemTitle: z.string(),
  itemPhoto: z.string(),
  /** Pieces; a row that a device holds from before is without, and of one. */
  quantity: z.optional(z.int()),
  customizations: z.record(z.string(), z.string()),
  deliveryAddress: z.nullable(DeliveryAddress),
  note: z.nullable(z.string()),
  status: PurchaseStatus,
  statusChangedAt: z.string(),
  paymentState: PurchasePaymentState,
  payBy: z.nullable(z.string()),
  totalAmount: z.int(),
  refundedAmount: z.int(),
  disputeState: z.optional(DisputeState),
  estimatedDeliveryDate: z.nullable(z.string()),
  needBy: z.nullable(z.string()),
  trackingNote: z.nullable(z.string()),
  cancelAskedAt: z.nullable(z.string()),
  /** When its buyer said that it did not arrive; while it stands, nothing is sent on to the seller. */
  notArrivedAt: z.optional(z.nullable(z.string())),
  /** Its money is the seller's: it does not end by itself, nor wait for anything, however it was set since. */
  isReleased: z.optional(z.boolean()),
  terms: z.string(),
  createdAt: z.string(),
  history: z.array(PurchaseHistoryEntry),
  /** Oldest first; what only the payee is told is left out for the payer. */
  money: z.optional(z.array(MoneyMoment)),
  clientId: z.nullable(z.string()),
})
export type Purchase = z.infer<typeof Purchase>

/** How many pieces of its item an order is of. */
export function orderedPieces({ quantity = 1 }: Pick<Purchase, 'quantity'>): number {
  return quantity
}

/**
 * A new order; `clientSecret` when the bank wants a step of the buyer. `isOther`: an earlier try under the same id was placed with other
 * wishes, and this is that order.
 */
export const CreatedPurchase = z.object({
  purchase: Purchase,
  clientSecret: z.nullable(z.string()),
  isOther: z.optional(z.boolean()),
})

/** `seen`: the status on the buyer's screen. An order that was unpaid there is not asked about once it is paid. */
export const CancelAsk = z.object({ seen: z.optional(PurchaseStatus) })
export type CancelAsk = z.infer<typeof CancelAsk>

/** Was an order ever paid, whatever became of the money since? */
export function wasPaid({ paymentState }: { paymentState: PurchasePaymentState }): boolean {
  return paymentState !== 'unpaid' && paymentState !== 'failed'
}

/** A card that is declined later was declined by a further try, of which no page hears. */
const PRESS_MS = 10_000

/** The page of the item has told its buyer of a card that was declined so soon. */
export function isDeclinedAtOnce({
  paymentState,
  createdAt,
  statusChangedAt,
}: Pick<Purchase, 'paymentState' | 'createdAt' | 'statusChangedAt'>): boolean {
  return paymentState === 'failed' && Date.parse(statusChangedAt) - Date.parse(createdAt) <= PRESS_MS
}

/** Is some of what was paid still with us or with the seller? A refund in part leaves the rest. */
export function hasMoneyLeft(purchase: {
  paymentState: PurchasePaymentState
  totalAmount: number
  refundedAmount: number
}): boolean {
  return wasPaid(purchase) && purchase.refundedAmount < purchase.totalAmount
}

/** Was an order paid, and has all of it gone back? */
export function isPaidBack(purchase: Parameters<typeof hasMoneyLeft>[0]): boolean {
  return wasPaid(purchase) && !hasMoneyLeft(purchase)
}

/** When an order was delivered for the first time, whatever was set after it; null when it never was. */
export function deliveredAt(history: readonly { at: string; status: PurchaseStatus }[]): string | null {
  return history.find(({ status }) => status === 'delivered')?.at ?? null
}

/**
 * May the seller set this status? Any of them, as often as they like, with these exceptions: the one that it has, anything
 * once the money went back, anything but `cancelled` before it was paid, and `cancelled` 7 days after it was delivered. `paid`
 * cannot be set by hand.
 */
export function statusChangeProblem(
  purchase: {
    status: PurchaseStatus
    paymentState: PurchasePaymentState
    totalAmount: number
    refundedAmount: number
    /** When it was delivered for the first time. */
    deliveredAt: string | null
  },
  wanted: PurchaseStatus,
  now: Date,
): 'same_status' | 'purchase_over' | 'not_paid' | 'paid_by_hand' | 'cancel_too_late' | null {
  if (wanted === purchase.status) return 'same_status'
  if (purchase.status === 'cancelled' || isPaidBack(purchase)) return 'purchase_over'
  if (!wasPaid(purchase)) return wanted === 'cancelled' ? null : 'not_paid'
  if (wanted === 'cancelled') {
    const isTooLate = purchase.deliveredAt !== null && now > addHours(purchase.deliveredAt, DELIVERED_CANCEL_DAYS * 24)
    return isTooLate ? 'cancel_too_late' : null
  }
  return wanted === 'pending' || (wanted === 'paid' && purchase.status === 'pending') ? 'paid_by_hand' : null
}

/** The buyer may ask for a cancellation until work has begun. */
export function canAskToCancel(purchase: { status: PurchaseStatus; cancelAskedAt: string | null }): boolean {
  return (purchase.status === 'pending' || purchase.status === 'paid') && purchase.cancelAskedAt === null
}

/** Has the seller still to decide about a wish to cancel? An order that was sent has been decided about. */
export function isAskedToCancel(purchase: { status: PurchaseStatus; cancelAskedAt: string | null }): boolean {
  return (purchase.status === 'paid' || purchase.status === 'processing') && purchase.cancelAskedAt !== null
}

export const Arrival = z.object({ arrived: z.boolean() })

/** May the buyer say that it did not arrive? Once it is said to be on its way, and until it is the seller's money. */
export function canSayNotArrived(
  purchase: Parameters<typeof hasMoneyLeft>[0] & Pick<Purchase, 'status' | 'statusChangedAt' | 'isReleased'>,
  now: Date,
): boolean {
  const releaseAt = purchase.isReleased ? null : sellerReleaseAt(purchase)
  return releaseAt !== null && now < releaseAt && hasMoneyLeft(purchase)
}

/** When an unpaid order is given up. */
export function payByOf(createdAt: Date): Date {
  return addMinutes(createdAt, UNPAID_PURCHASE_MINUTES)
}

/** When the seller's part becomes theirs: 48 hours after delivery, 14 days after shipping, else not yet. */
export function sellerReleaseAt(purchase: { status: PurchaseStatus; statusChangedAt: string }): Date | null {
  const since = new Date(purchase.statusChangedAt)
  if (purchase.status === 'delivered') return addHours(since, DELIVERED_RELEASE_HOURS)
  return purchase.status === 'shipped' ? addHours(since, SHIPPED_RELEASE_DAYS * 24) : null
}

/** The day by which an order is promised: the expected day, or a later one for which its buyer wants it. */
export function promisedDay({
  needBy,
  estimatedDeliveryDate: expected,
}: Pick<Purchase, 'needBy' | 'estimatedDeliveryDate'>): Day | null {
  return expected !== null && needBy !== null && needBy > expected ? needBy : expected
}

/**
 * The last day on which a late order may still be sent, where its promised day has passed; null for every other order. Both sides
 * have a week from the line that says so: the day that is over everywhere when that week ends.
 */
export function lastDayToSend(
  purchase: Pick<Purchase, 'status' | 'needBy' | 'estimatedDeliveryDate' | 'history' | 'isReleased'>,
  today: Day,
): Day | null {
  const { status, history, isReleased } = purchase
  const promised = promisedDay(purchase)
  const isToBeSent = (status === 'paid' || status === 'processing') && !isReleased
  if (!isToBeSent || promised === null || promised >= today) return null
  const last = dayAfter(promised, LATE_ORDER_DAYS)
  const told = history.findLast(({ reason }) => reason === 'late')
  if (!told) return last
  const week = addHours(told.at, (LATE_ORDER_DAYS - LATE_ORDER_TOLD_DAYS) * 24 - 36)
    .toISOString()
    .slice(0, 10)
  return week > last ? week : last
}

/** An order whose promised day has passed while it is still to be delivered. */
export function isLate(
  purchase: { status: PurchaseStatus; needBy: Day | null; estimatedDeliveryDate: Day | null },
  today: Day,
): boolean {
  const due = promisedDay(purchase)
  const isOpen = purchase.status !== 'delivered' && purchase.status !== 'cancelled'
  return isOpen && due !== null && due < today
}
