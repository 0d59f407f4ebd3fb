import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { todayIn } from '#schema/date-range'
import { Refusal } from '#schema/errors'
import {
  canBuy,
  customizationProblems,
  estimatedDelivery,
  type Item,
  knownCustomizations,
  takesOrders,
} from '#schema/made-to-order'
import {
  type CancelAsk,
  canAskToCancel,
  canSayNotArrived,
  deliveredAt,
  hasMoneyLeft,
  type NewPurchase,
  needByProblems,
  orderedPieces,
  type Purchase,
  type PurchaseStatus,
  type PurchaseStatusChange,
  payByOf,
  statusChangeProblem,
} from '#schema/purchase'
import { isAsShown, type WhatHolds } from '#schema/shown'
import type { Written } from '../../db/client'
import { build, guard, type Step, step, updateStep } from '../../db/steps'
import { purchases } from '../../db/tables'
import type { Deps } from '../../deps'
import { orderLimits } from '../../http/limits'
import { assertMayCancel, assertQuota, dailyLimit } from '../../http/quotas'
import type { SessionUser } from '../../http/session-user'
import { assertPayable } from '../../money/assert-payable'
import { consentColumns } from '../../money/consent'
import { hasOpenDispute } from '../../money/dispute-queries'
import { drainSoon, runCommand } from '../../money/drain-commands'
import { cancelFeeSteps } from '../../money/ledger/cancel-fee'
import { orderOf } from '../../money/ledger/sale-ledger'
import { businessKey, commandStep, commandsOf, findCommand } from '../../money/payment-commands'
import { providerCall } from '../../money/provider-call'
import { nextRefund } from '../../money/refund-outcomes'
import { heldSteps } from '../../money/sales'
import { isBlockedBetween } from '../../users/person-block-queries'
import { findItem } from '../items/item-queries'
import { convergePurchaseIntent, releaseStep } from './purchase-payments'
import {
  findPurchaseByClientId,
  findPurchaseRow,
  findPurchaseViews,
  maySeePurchase,
  type PurchaseRow,
} from './purchase-queries'
import { returnAllSteps } from './purchase-refunds'
import { movePurchaseSteps, purchaseHistoryStep } from './purchase-steps'

interface Placed {
  purchase: Purchase
  clientSecret: string | null
  isOther?: boolean
}

/**
 * Orders an item and charges the buyer's card. The same `clientId` again answers the first order, whatever became of it, and says
 * when that order is another one than is wanted now.
 * @throws Refusal `item_not_found`, `own_item`, `item_unavailable`, `validation`, `payment_setup_required` (no usable
 * card), `payment_failed` (the bank's words)
 */
export async function placeOrder(deps: Deps, user: SessionUser, itemId: number, wanted: NewPurchase): Promise<Placed> {
  const earlier = wanted.clientId ? await findPurchaseByClientId(deps.db, user.id, wanted.clientId) : null
  const placed = await outcomeOf(deps, user, earlier?.id ?? (await newOrder(deps, user, itemId, wanted)))
  return (await isAsWanted(deps, placed.purchase, wanted)) ? placed : { ...placed, isOther: true }
}

async function newOrder(deps: Deps, user: SessionUser, itemId: number, wanted: NewPurchase): Promise<number> {
  const item = await findItem(deps.db, itemId)
  if (!item) throw new Refusal('item_not_found')
  if (!canBuy(user, item)) throw new Refusal('own_item')
  await assertNotBlocked(deps, user, item)
  assertOrderable(item, wanted, todayIn(deps.env.timezone, deps.now()))
  const cardId = await findUsableCard(deps, user, wanted.paymentMethodId ?? null)
  return storeOrder(deps, user, item.id, wanted, cardId)
}

/** Nobody is told that they are blocked. */
async function assertNotBlocked({ db }: Deps, user: SessionUser, item: Item): Promise<void> {
  if (await isBlockedBetween(db, user.id, item.userId)) throw new Refusal('item_unavailable')
}

/** A request that was slow may have been overtaken by a later one of the same try. */
async function isAsWanted(deps: Deps, purchase: Purchase, wanted: NewPurchase): Promise<boolean> {
  const options = (await findItem(deps.db, purchase.itemId))?.customizationOptions ?? []
  const chosen = Object.entries(purchase.customizations)
  const known = Object.entries(knownCustomizations(options, wanted.customizations))
  return (
    orderedPieces(purchase) === wanted.quantity &&
    purchase.note === (wanted.note || null) &&
    purchase.needBy === (wanted.needBy ?? null) &&
    isDeepStrictEqual(purchase.deliveryAddress, wanted.deliveryAddress) &&
    chosen.every(([name, value]) => wanted.customizations[name]?.trim() === value) &&
    known.every(([name, value]) => purchase.customizations[name] === value)
  )
}

function assertOrderable(item: Item, wanted: NewPurchase, today: string): void {
  if (!takesOrders(item, today)) throw new Refusal('item_unavailable')
  const choices = customizationProblems(item.customizationOptions, wanted.customizations)
  const fields = {
    ...Object.fromEntries(Object.entries(choices).map(([name, words]) => [`customizations.${name}`, words])),
    ...needByProblems(wanted, estimatedDelivery(today, item.leadTimeInDays), today),
  }
  const message = Object.values(fields)[0]
  if (message) throw new Refusal('validation', message, fields)
}

/** The card that was asked for, else the default, the only, or the newest one. */
async function findUsableCard(deps: Deps, user: SessionUser, wanted: string | null): Promise<string> {
  const customerId = user.stripeCustomerId
  const cards = customerId ? await providerCall(() => deps.payments.gateway.listCards(customerId)) : []
  const standard = cards.find(({ id }) => id === user.defaultPaymentMethodId) ?? cards[0]
  const card = wanted === null ? standard : cards.find(({ id }) => id === wanted)
  if (!card && wanted !== null && cards.length > 0) throw new Refusal('payment_method_not_found')
  if (!card) throw new Refusal('payment_setup_required')
  return card.id
}

async function storeOrder(
  deps: Deps,
  user: SessionUser,
  itemId: number,
  wanted: NewPurchase,
  cardId: string,
): Promise<number> {
  const now = deps.now()
  const at = now.toISOString()
  const today = todayIn(deps.env.timezone, now)
  try {
    const { value } = await deps.db.write(async (ids) => {
      await assertQuota(deps, user.id, 'order')
      const item = await findItem(deps.db, itemId)
      if (!item) throw new Refusal('item_not_found')
      await assertNotBlocked(deps, user, item)
      const holds = holdsFor(item, wanted.quantity)
      if (!isAsShown(wanted, holds)) throw new Refusal('price_changed', undefined, undefined, { now: holds })
      // Its maker may have changed it while the cards were read.
      assertOrderable(item, wanted, today)
      assertPayable(holds.totalAmount, 'price')
      const id = await ids.next('made_to_order_purchases')
      const row: typeof purchases.$inferInsert = {
        id,
        itemId: item.id,
        userId: user.id,
        sellerId: item.userId,
        quantity: wanted.quantity,
        customizations: knownCustomizations(item.customizationOptions, wanted.customizations),
        deliveryAddress: wanted.deliveryAddress,
        note: wanted.note || null,
        statusChangedAt: at,
        paymentMethodId: cardId,
        payBy: payByOf(now).toISOString(),
        totalAmount: holds.totalAmount,
        estimatedDeliveryDate: estimatedDelivery(today, item.leadTimeInDays),
        needBy: wanted.needBy ?? null,
        itemTitle: item.title,
        itemPhoto: item.mainImage,
        terms: item.terms,
        ...consentColumns(wanted, at),
        termsVersion: user.termsVersion,
        createdAt: at,
        clientId: wanted.clientId ?? null,
      }
      return {
        value: id,
        steps: [
          unchangedItem(item),
          // The same order sent twice at once: the second finds the first's client id taken.
          step(build.insert(purchases).values(row), new Refusal('in_progress')),
          purchaseHistoryStep(id, { at, actor: 'buyer', status: 'pending', reason: null }),
          commandStep({ purchaseId: id, kind: 'charge', attempt: 1, amount: holds.totalAmount, now }),
        ],
      }
    })
    return value
  } catch (error) {
    const isTwin = error instanceof Refusal && error.kind === 'in_progress' && wanted.clientId
    const twin = isTwin ? await findPurchaseByClientId(deps.db, user.id, wanted.clientId ?? '') : null
    if (twin) return twin.id
    throw error
  }
}

function holdsFor({ price, terms, leadTimeInDays }: Item, quantity: number): WhatHolds {
  return { totalAmount: price * quantity, unitAmount: price, terms, cancellationPreset: null, leadTimeInDays }
}

/** Undoes the batch when another server has changed what was compared. */
function unchangedItem({ id, price, terms, leadTimeInDays, pausedUntil }: Item): Step {
  return guard(
    sql`EXISTS (SELECT 1 FROM made_to_order_items WHERE id = ${id} AND price = ${price} AND terms = ${terms} AND lead_time_in_days = ${leadTimeInDays}
      AND paused_until IS ${pausedUntil} AND deleted_at IS NULL AND hidden_at IS NULL)`,
    new Refusal('in_progress'),
  )
}

/** Sends the charge of an order, if it was not sent yet, and says what came of it. */
async function outcomeOf(deps: Deps, user: SessionUser, purchaseId: number): Promise<Placed> {
  await runCommand(deps, { purchaseId }, 'charge', 1)
  const row = await findPurchaseRow(deps.db, purchaseId)
  if (!row) throw new Refusal('not_found')
  if (row.paymentState === 'failed') {
    const command = await findCommand(deps.db, businessKey({ purchaseId }, 'charge', 1))
    throw new Refusal('payment_failed', declineWords(command?.errorCode ?? null))
  }
  drainSoon(deps)
  const clientSecret = await openSecret(deps, row)
  return { purchase: await viewOf(deps, purchaseId, user.id), clientSecret }
}

const DECLINES: Record<string, string> = {
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: 'Your card’s security code is incorrect.',
  processing_error: 'Your card could not be processed just now. Nothing was charged; please try again.',
}

function declineWords(code: string | null): string {
  return DECLINES[code ?? ''] ?? 'Your card was declined.'
}

/** The secret of an order that the bank wants a step for; null when there is nothing to do. */
async function openSecret(
  deps: Deps,
  { status, stripePaymentIntentId: intentId }: PurchaseRow,
): Promise<string | null> {
  if (status !== 'pending' || !intentId) return null
  const { state, clientSecret } = await providerCall(() => deps.payments.gateway.getIntent(intentId))
  if (state !== 'captured') return clientSecret
  // The bank has agreed, and its message is still on its way.
  await providerCall(() => convergePurchaseIntent(deps, intentId))
  return null
}

/**
 * Gives the buyer the means to finish paying an order.
 * @throws Refusal `not_found`, `not_pending` when it is paid or over, `payment_provider_unavailable` while its charge is under way
 */
export async function openOrderPayment(deps: Deps, user: SessionUser, purchaseId: number): Promise<Placed> {
  const row = await findPurchaseRow(deps.db, purchaseId)
  if (row?.userId !== user.id) throw new Refusal('not_found')
  if (row.status !== 'pending') throw new Refusal('not_pending', 'This order is not waiting for a payment.')
  const opened = await outcomeOf(deps, user, purchaseId)
  // Its charge is under way, and nobody knows yet what the bank wants.
  if (opened.purchase.status === 'pending' && opened.clientSecret === null)
    throw new Refusal('payment_provider_unavailable')
  return opened
}

/**
 * The seller moves an order. `cancelled` returns what was paid. When the order has moved on since the seller's screen showed
 * it, nothing is changed.
 * @throws Refusal `not_found`, `forbidden` (the buyer), `purchase_moved`, `in_progress` (a cancel while money is moving), and what `statusChangeProblem` names
 */
export async function changePurchaseStatus(
  deps: Deps,
  user: SessionUser,
  purchaseId: number,
  change: PurchaseStatusChange,
  receipt: (answer: Purchase) => Step[],
): Promise<Written<Purchase>> {
  const written = await deps.db.write(async () => {
    const row = await visiblePurchase(deps, user, purchaseId)
    if (row.sellerId !== user.id) throw new Refusal('forbidden')
    const before = await viewOf(deps, purchaseId, user.id)
    const problem = statusChangeProblem({ ...row, deliveredAt: deliveredAt(before.history) }, change.status, deps.now())
    if (problem) throw new Refusal(problem)
    if (!isAsSeen(row, change)) throw new Refusal('purchase_moved')
    if (change.status !== 'cancelled') assertMayAddLine(deps, before, 'seller')
    if (change.status === 'cancelled') {
      if (await hasOpenDispute(deps.db, { purchaseId })) throw new Refusal('disputed')
      // A transfer on its way can be taken back once it has arrived, and the rest of one once some of it is back.
      for (const kind of ['transfer', 'reversal'] as const)
        if ((await commandsOf(deps.db, { purchaseId }, kind)).isUnderWay) throw new Refusal('in_progress')
      if (hasMoneyLeft(row)) await assertMayCancel(deps, user.id)
    }
    const moved = await moveSteps(deps, row, change)
    const at = deps.now().toISOString()
    const value: Purchase = {
      ...before,
      ...moved.changes,
      status: change.status,
      statusChangedAt: at,
      history: [...before.history, { at, actor: 'seller', status: change.status, reason: null }],
    }
    return { value, steps: [...moved.steps, ...receipt(value)] }
  })
  drainSoon(deps)
  return written
}

/** An order that its buyer missed, and has received since, keeps its money. */
function isAsSeen(row: PurchaseRow, { status, seen, seenMissing }: PurchaseStatusChange): boolean {
  const hasArrived = status === 'cancelled' && seenMissing === true && row.notArrivedAt === null
  return !hasArrived && (seen === undefined || seen === row.status)
}

const DAY_MS = 86_400_000

/** @throws Refusal `daily_limit` with the seconds until there is room again */
function assertMayAddLine(deps: Deps, { history }: Purchase, side: 'buyer' | 'seller'): void {
  const own = history.filter(({ actor }) => actor === side)
  const oldest = own[own.length - orderLimits.linesADay]
  const freeAt = new Date(oldest ? Date.parse(oldest.at) + DAY_MS : 0)
  if (freeAt > deps.now())
    throw dailyLimit(deps, { one: 'change', several: 'changes of an order' }, orderLimits.linesADay, freeAt)
}

async function moveSteps(deps: Deps, row: PurchaseRow, { status, trackingNote }: PurchaseStatusChange) {
  const now = deps.now()
  const tracking = trackingNote === undefined ? {} : { trackingNote: trackingNote || null }
  const isRefunded = status === 'cancelled' && hasMoneyLeft(row)
  const refund = isRefunded ? { paymentState: 'refunding' as const, refundedAmount: row.totalAmount } : {}
  const changes = { ...tracking, ...refund, ...(status === 'cancelled' ? { payBy: null } : {}) }
  const warning = isSetBack(row.status, status) ? { lateToldAt: null } : {}
  const attempt = await nextRefund(deps.db, { purchaseId: row.id })
  return {
    changes,
    steps: [
      ...movePurchaseSteps(row, status, { actor: 'seller', reason: null, now, changes: { ...changes, ...warning } }),
      ...(isRefunded ? await returnAllSteps(deps, row, attempt, now) : []),
      ...(isRefunded ? await cancelFeeSteps(deps.db, orderOf(row), now) : []),
      ...(status === 'cancelled' && row.paymentState === 'unpaid' ? [releaseStep(row, now)] : []),
    ],
  }
}

/** Is a sent order set back to be sent again? It may be late by then, so both sides are warned anew. */
function isSetBack(from: PurchaseStatus, to: PurchaseStatus): boolean {
  return (from === 'shipped' || from === 'delivered') && (to === 'paid' || to === 'processing')
}

/**
 * The buyer asks for a cancellation; the seller decides. An order that nobody has paid ends, or has ended already.
 * @throws Refusal `not_found`, `cancel_asked`, `purchase_moved` when it was unpaid on the buyer's screen and is paid by now
 */
export async function askToCancel(
  deps: Deps,
  user: SessionUser,
  purchaseId: number,
  { seen }: CancelAsk,
  receipt: (answer: Purchase) => Step[],
): Promise<Written<Purchase>> {
  await catchUp(deps, user, purchaseId)
  return deps.db.write(async () => {
    const row = await findPurchaseRow(deps.db, purchaseId)
    if (row?.userId !== user.id) throw new Refusal('not_found')
    const before = await viewOf(deps, purchaseId, user.id)
    if (seen === 'pending' && row.status === 'cancelled') return { value: before, steps: receipt(before) }
    if (seen === 'pending' && hasMoneyLeft(row)) throw new Refusal('purchase_moved')
    if (!canAskToCancel(row)) throw new Refusal('cancel_asked')
    const at = deps.now().toISOString()
    const entry = { at, actor: 'buyer' as const, status: row.status, reason: 'cancel_asked' }
    const value = { ...before, cancelAskedAt: at, history: [...before.history, entry] }
    // An order that nobody has paid for, or whose money is back already, is nobody's loss: it ends at once.
    if (!hasMoneyLeft(row)) {
      const isPaid = row.refundedAmount > 0
      const payment = row.paymentState === 'captured' ? { paymentState: 'refunded' as const } : {}
      const ended = { ...value, ...payment, status: 'cancelled' as const, statusChangedAt: at, payBy: null }
      const changes = { ...payment, cancelAskedAt: at, payBy: null }
      const move = { actor: 'buyer' as const, reason: 'cancel_asked', now: deps.now(), changes }
      const release = isPaid ? [] : [releaseStep(row, deps.now())]
      const steps = [...movePurchaseSteps(row, 'cancelled', move), ...release]
      const history = [...before.history, { ...entry, status: 'cancelled' as const }]
      return { value: { ...ended, history }, steps: [...steps, ...receipt({ ...ended, history })] }
    }
    const asked = updateStep(purchases, { cancelAskedAt: at }, eq(purchases.id, row.id))
    return { value, steps: [asked, purchaseHistoryStep(row.id, entry), ...receipt(value)] }
  })
}

const PROVIDER_WAIT_MS = 3_000

/**
 * An order that looks unpaid here may be paid at the provider. A provider that is slow or away keeps nobody from giving an order up:
 * a charge that is found later is returned.
 */
async function catchUp(deps: Deps, user: SessionUser, purchaseId: number): Promise<void> {
  const row = await findPurchaseRow(deps.db, purchaseId)
  if (row?.userId !== user.id || row.status !== 'pending' || !row.stripePaymentIntentId) return
  const known = convergePurchaseIntent(deps, row.stripePaymentIntentId).catch(() => false)
  await Promise.race([known, Bun.sleep(PROVIDER_WAIT_MS)])
}

/**
 * The buyer says that an order did not arrive, which holds its money until this is settled; or that it did after all.
 * @throws Refusal `not_found`, `arrival_settled` (not on its way yet, or its money is the seller's already)
 */
export function sayArrival(
  deps: Deps,
  user: SessionUser,
  purchaseId: number,
  arrived: boolean,
  receipt: (answer: Purchase) => Step[],
): Promise<Written<Purchase>> {
  return deps.db.write(async () => {
    const row = await findPurchaseRow(deps.db, purchaseId)
    if (row?.userId !== user.id) throw new Refusal('not_found')
    const before = await viewOf(deps, purchaseId, user.id)
    const changesNothing = arrived ? row.notArrivedAt === null || row.status === 'cancelled' : row.notArrivedAt !== null
    if (changesNothing) return { value: before, steps: receipt(before) }
    if (!arrived && (row.releasedAt !== null || !canSayNotArrived(row, deps.now())))
      throw new Refusal('arrival_settled')
    assertMayAddLine(deps, before, 'buyer')
    const at = deps.now().toISOString()
    const entry = { at, actor: 'buyer' as const, status: row.status, reason: arrived ? 'arrived' : 'not_arrived' }
    const value = { ...before, notArrivedAt: arrived ? null : at, history: [...before.history, entry] }
    const said = build.update(purchases).set({ notArrivedAt: value.notArrivedAt }).where(eq(purchases.id, row.id))
    // An open dispute weighs more; its end looks at what was said here.
    const why =
      row.disputeState === 'open' ? [] : await heldSteps(deps.db, { purchaseId }, arrived ? null : 'not_arrived')
    return { value, steps: [step(said), ...why, purchaseHistoryStep(row.id, entry), ...receipt(value)] }
  })
}

/** An order that the caller may see. @throws Refusal `not_found`, whether it is missing or somebody else's */
export async function visiblePurchase(deps: Deps, user: SessionUser, purchaseId: number): Promise<PurchaseRow> {
  const row = await findPurchaseRow(deps.db, purchaseId)
  if (!row || !maySeePurchase(row, user.id)) throw new Refusal('not_found')
  return row
}

async function viewOf(deps: Deps, purchaseId: number, viewerId: number): Promise<Purchase> {
  const found = (await findPurchaseViews(deps.db, [purchaseId], viewerId)).get(purchaseId)
  if (!found) throw new Refusal('not_found')
  return found
}
