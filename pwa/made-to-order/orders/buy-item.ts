import { CONSENT_VERSION } from '#schema/consent'
import type { BodyInput, endpoints, Output } from '#schema/endpoints'
import type { Purchase } from '#schema/purchase'
import { termsHash } from '#schema/shown'
import { confirmPayment, loadConfirmer } from '../../money/confirm-payment'
import type { AskBank } from '../../money/payment-confirmer'
import { isSameSale, type Seen } from '../../money/seen'
import { ApiError, call } from '../../sync/client'
import type { SyncEngine } from '../../sync/engine'
import { findOrder, isBought, purchasePaymentEnd } from './pay-order'
import { isSameOrder, type OrderAttempt, type OrderWishes, type TryBefore } from './purchase-drafts'

/**
 * How a press of Buy ended. `bought`: it is paid. `confirmed`: the bank has agreed, and whether the money was taken is not
 * known yet; the next press goes on with this same order. `bought-before`: an earlier try with other wishes turned out to be
 * placed, and no second order was. `card-needed`: there is no card to pay with yet. `declined`: the bank's words; when
 * `isOver` the order came to nothing and the next press places a new one, else it goes on with the same one. `unknown`:
 * nobody could say; the next press goes on with this same order.
 */
export type BuyEnd =
  | { kind: 'bought'; orderId: number }
  | { kind: 'confirmed' | 'bought-before' | 'card-needed' | 'unknown' }
  | { kind: 'declined'; message: string; isOver: boolean }

export interface BuyPress {
  engine: SyncEngine
  userId: number
  itemId: number
  wishes: OrderWishes
  /** The price and conditions that its person was shown: others are refused. */
  seen: Seen
  /** Null leaves the choice to the server: the default, the only, or the newest card. */
  paymentMethodId: string | null
  /** The try before this one, if any. */
  attempt: OrderAttempt | null
  /** Keeps the attempt that the order goes out under, and answers it, see `claimOrder`. */
  claim: (order: { wishes: OrderWishes; seen: Seen }, before: TryBefore) => Promise<OrderAttempt>
  returnUrl: string
  askBank: AskBank
}

/**
 * Places an order and pays it, or goes on with the one that an earlier press began: however often it is pressed, and
 * whatever answer got lost, one order comes of it.
 * @throws PaymentsUnavailable, ApiError with the server's refusal, Unreachable
 */
export async function buyItem(press: BuyPress): Promise<BuyEnd> {
  const before = await endEarlierTry(press)
  if (before === 'bought') return { kind: 'bought-before' }
  const placed = await place(press, before)
  if ('kind' in placed) return placed
  press.engine.wake()
  const orderId = placed.purchase.id
  if (placed.purchase.status !== 'pending') return { kind: 'bought', orderId }
  if (placed.clientSecret === null) return { kind: 'unknown' }
  // The card was the server's choice, so nobody here knows yet which one the bank asks about.
  if (press.paymentMethodId === null) return { kind: 'card-needed' }
  const { returnUrl, askBank, paymentMethodId } = press
  const payment = { clientSecret: placed.clientSecret, paymentMethodId, returnUrl }
  const end = await confirmPayment(await loadConfirmer(), payment, askBank)
  press.engine.wake()
  if (end.kind === 'failed') return { kind: 'declined', message: end.message, isOver: false }
  if (end.kind === 'unavailable' || end.kind === 'action') return { kind: 'unknown' }
  const paid = await purchasePaymentEnd(placed.purchase, end.kind !== 'processing')
  if (paid.kind === 'unpaid') return { kind: 'declined', message: paid.message, isOver: true }
  return paid.kind === 'done' ? { kind: 'bought', orderId } : { kind: 'confirmed' }
}

const NONE: TryBefore = { over: null, underWay: null }

/** An earlier try with other wishes counts if it is paid, and gives way if it is not, as does an unpaid one of another price or other conditions. */
async function endEarlierTry({ userId, attempt, wishes, seen }: BuyPress): Promise<TryBefore | 'bought'> {
  if (!attempt) return NONE
  const isSame = isSameOrder(attempt.wishes, wishes)
  const isAgreed = !attempt.seen || isSameSale(attempt.seen, seen, (shown) => totalOf(wishes, shown))
  if (isSame && isAgreed) return NONE
  const order = await findOrder(userId, attempt.clientId)
  // Its request may be slow: under the same id the two never become two orders.
  if (!order) return { over: null, underWay: attempt.clientId }
  const left = await giveWay(order)
  // The order that is wanted, paid already: its answer is found under its own key.
  if (isSame && isBought(left)) return NONE
  return isBought(left) ? 'bought' : { over: attempt.clientId, underWay: null }
}

/** Ends an order that nobody has paid. @returns the order as it stands then */
async function giveWay(order: Purchase): Promise<Purchase> {
  if (order.status !== 'pending') return order
  try {
    return await call('askToCancel', { params: { id: order.id }, body: { seen: 'pending' } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'purchase_moved') throw error
    return { ...order, status: 'paid' }
  }
}

type Placed = Output<typeof endpoints.purchaseItem>

/** A try of before that ran out unpaid, or that was overtaken by this one, makes place for a new one, once. */
async function place(press: BuyPress, before: TryBefore): Promise<Placed | BuyEnd> {
  const first = await send(press, before)
  if ('kind' in first.end) return first.end
  const { purchase, isOther } = first.end
  const isAgreed = purchase.totalAmount === totalOf(press.wishes, press.seen) && purchase.terms === press.seen.terms
  const left = isOther || !isAgreed ? await giveWay(purchase) : purchase
  if (isOther && isBought(left)) return { kind: 'bought-before' }
  if (left.status === 'cancelled') return (await send(press, { over: first.clientId, underWay: null })).end
  return { ...first.end, purchase: left }
}

async function send(press: BuyPress, before: TryBefore): Promise<{ clientId: string; end: Placed | BuyEnd }> {
  // Kept before it is sent: should the answer never arrive, the next press asks under the same id.
  const { clientId } = await claim(press, before)
  try {
    return {
      clientId,
      end: await call('purchaseItem', { params: { id: press.itemId }, body: bodyOf(press, clientId) }),
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'payment_setup_required') return { clientId, end: { kind: 'card-needed' } }
    if (error.code !== 'payment_failed') throw error
    return { clientId, end: { kind: 'declined', message: error.message, isOver: true } }
  }
}

/** A try that is known here is gone on with, also when another page of this browser has finished it and forgotten it. */
function claim({ attempt, wishes, ...press }: BuyPress, before: TryBefore): Promise<OrderAttempt> | OrderAttempt {
  const isKnown = attempt !== null && attempt.clientId !== before.over && isSameOrder(attempt.wishes, wishes)
  return isKnown ? attempt : press.claim({ wishes, seen: press.seen }, before)
}

const totalOf = ({ quantity }: OrderWishes, { unitAmount }: Seen) => unitAmount * quantity

function bodyOf(
  { wishes, seen, paymentMethodId }: BuyPress,
  clientId: string,
): BodyInput<typeof endpoints.purchaseItem> {
  const { quantity, note, customizations, needBy, askedMaker, ...deliveryAddress } = wishes
  const wanted = { quantity, customizations, needBy, askedMaker, paymentMethodId, clientId }
  const shown = {
    expectedTotal: totalOf(wishes, seen),
    expectedTerms: termsHash(seen),
    consentVersion: CONSENT_VERSION,
  }
  return { deliveryAddress, note: note.trim() || null, ...wanted, ...shown }
}
