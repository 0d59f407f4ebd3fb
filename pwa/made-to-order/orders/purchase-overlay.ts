import type { Day } from '#schema/date-range'
import { isPaidBack, lastDayToSend, type Purchase, type PurchaseStatus } from '#schema/purchase'
import type { OutboxItem } from '../../disk/local-db'
import { acceptedOf, type PendingWrite, pendingOf } from '../../disk/pending-of'
import { waitReason } from '../../outbox/outbox-times'
import { stateOf, type WaitingState } from '../../sync/overlay'

/** A status that the seller has set and the server would not take. */
export interface RefusedStatus {
  opId: string
  status: PurchaseStatus
  trackingNote: string | null
  /** It was missing on the seller's screen, and its buyer has received it since. */
  hasArrived: boolean
  code: string
  message: string
}

/** An order with what this person has pressed since. `status`, its time and `trackingNote` are their last word. */
export interface ShownPurchase extends Purchase {
  /** The status that the server last told this device. */
  knownStatus: PurchaseStatus
  /** How far a change of the status has come; null when there is none on its way. */
  changing: Exclude<WaitingState, 'attention'> | null
  /** Why that change has to wait, in the server's words, where the seller should know. */
  waitReason: string | null
  refused: RefusedStatus | null
  /** The buyer's wish to cancel is on its way. */
  askingToCancel: boolean
}

/** Is the order still to be paid, and is there time? */
export function isPayable({ status, payBy }: Pick<Purchase, 'status' | 'payBy'>, now: Date): boolean {
  return status === 'pending' && (payBy === null || new Date(payBy) > now)
}

/** The last day on which a late order may still be sent, as the server sees it; null for every other order. */
export function knownLastDay(order: ShownPurchase, today: Day): Day | null {
  const isSettledElsewhere = isPaidBack(order) || order.disputeState === 'open'
  return isSettledElsewhere ? null : lastDayToSend({ ...order, status: order.knownStatus }, today)
}

/** Is “sent” still to reach the server, which would end this late order without it? */
export function isLateNews(order: ShownPurchase, today: Day): boolean {
  const isSent = order.status === 'shipped' || order.status === 'delivered'
  return isSent && order.changing !== null && knownLastDay(order, today) !== null
}

/** An order as this device shows it. A refused change counts no more, but stays to be seen until its person decides. */
export function overlayPurchase(purchase: Purchase, items: readonly OutboxItem[]): ShownPurchase {
  const line = statusChanges(purchase.id, items)
  const last = line.findLast(({ item }) => item.state !== 'attention')
  const isNews = last !== undefined && (last.item.state !== 'acked' || last.payload.status !== purchase.status)
  const state = last && stateOf(last.item)
  const refused = line.findLast(({ item }) => item.state === 'attention')
  return {
    ...purchase,
    ...(isNews ? shownChange(last, purchase) : {}),
    knownStatus: purchase.status,
    changing: isNews && state && state !== 'attention' ? state : null,
    waitReason: isNews ? waitReason(last.item) : null,
    refused: refused ? refusedStatus(refused, purchase) : null,
    askingToCancel:
      purchase.status !== 'cancelled' && purchase.cancelAskedAt === null && asksToCancel(items, purchase.id),
  }
}

type Placed = PendingWrite<'purchase.status'>

function shownChange({ item, payload: { status, trackingNote } }: Placed, purchase: Purchase) {
  return {
    status,
    statusChangedAt: status === purchase.status ? purchase.statusChangedAt : item.composedAt,
    trackingNote: trackingNote === undefined ? purchase.trackingNote : trackingNote,
  }
}

/** The changes of an order's status that are still on this device, in the order in which they were pressed. */
function statusChanges(purchaseId: number, items: readonly OutboxItem[]): Placed[] {
  return pendingOf(items, 'purchase.status').filter(({ payload }) => payload.purchaseId === purchaseId)
}

/** The tracking note that the form of an order starts with. What is saved takes the place of a refused change, note included. */
export function firstNote({ refused, trackingNote }: Pick<ShownPurchase, 'refused' | 'trackingNote'>): string {
  return refused?.trackingNote ?? trackingNote ?? ''
}

function refusedStatus({ item, payload: change }: Placed, { status }: Purchase): RefusedStatus {
  return {
    opId: item.opId,
    status: change.status,
    trackingNote: change.trackingNote ?? null,
    hasArrived: change.status === 'cancelled' && change.seenMissing === true && change.seen === status,
    code: item.error?.code ?? '',
    message: item.error?.message ?? 'The server did not accept this.',
  }
}

function asksToCancel(items: readonly OutboxItem[], purchaseId: number): boolean {
  return acceptedOf(items, 'purchase.askCancel').some(({ payload }) => payload.purchaseId === purchaseId)
}
