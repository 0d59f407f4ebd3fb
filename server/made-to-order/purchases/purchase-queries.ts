import { and, asc, desc, eq, isNotNull, lt, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type * as z from 'zod/mini'
import type { Purchase, PurchaseHistoryEntry } from '#schema/purchase'
import type { Reads } from '../../db/client'
import { findRow } from '../../db/find-row'
import { isOneOf } from '../../db/is-one-of'
import { purchaseHistory, purchases, users } from '../../db/tables'
import { findMoments, momentsFor, type OwnMoment } from '../../money/ledger/money-moments'

export type PurchaseRow = typeof purchases.$inferSelect
export type PurchaseHistory = z.infer<typeof PurchaseHistoryEntry>

const buyers = alias(users, 'buyers')
const sellers = alias(users, 'sellers')

interface FoundPurchase {
  row: PurchaseRow
  buyerUsername: string
  sellerUsername: string
  history: PurchaseHistory[]
  money: OwnMoment[]
}

/** An order as one of its two sides sees it. */
export function toPurchase(found: FoundPurchase, viewerId: number): Purchase {
  const { row, buyerUsername, sellerUsername, history, money } = found
  return {
    id: row.id,
    itemId: row.itemId,
    userId: row.userId,
    sellerId: row.sellerId,
    buyerUsername,
    sellerUsername,
    itemTitle: row.itemTitle,
    itemPhoto: row.itemPhoto,
    quantity: row.quantity,
    customizations: row.customizations,
    deliveryAddress: row.deliveryAddress,
    note: row.note,
    status: row.status,
    statusChangedAt: row.statusChangedAt,
    paymentState: row.paymentState,
    payBy: row.payBy,
    totalAmount: row.totalAmount,
    refundedAmount: row.refundedAmount,
    ...(row.disputeState ? { disputeState: row.disputeState } : {}),
    estimatedDeliveryDate: row.estimatedDeliveryDate,
    needBy: row.needBy,
    trackingNote: row.trackingNote,
    cancelAskedAt: row.cancelAskedAt,
    notArrivedAt: row.notArrivedAt,
    ...(row.releasedAt && { isReleased: true }),
    terms: row.terms,
    createdAt: row.createdAt,
    history,
    money: momentsFor(money, viewerId === row.sellerId),
    clientId: viewerId === row.userId ? row.clientId : null,
  }
}

/** The buyer always sees an order; the seller once it has been paid. */
export function maySeePurchase(row: PurchaseRow, viewerId: number): boolean {
  return row.userId === viewerId || (row.sellerId === viewerId && row.stripeChargeId !== null)
}

/** Orders by id for one viewer; those that the viewer may not see are left out. */
export async function findPurchaseViews(db: Reads, ids: number[], viewerId: number): Promise<Map<number, Purchase>> {
  const found = await findPurchases(db, ids)
  const visible = found.filter(({ row }) => maySeePurchase(row, viewerId))
  return new Map(visible.map((purchase) => [purchase.row.id, toPurchase(purchase, viewerId)]))
}

export async function findPurchases(db: Reads, ids: number[]): Promise<FoundPurchase[]> {
  const rows = await db.read
    .select({ row: purchases, buyerUsername: buyers.username, sellerUsername: sellers.username })
    .from(purchases)
    .innerJoin(buyers, eq(buyers.id, purchases.userId))
    .innerJoin(sellers, eq(sellers.id, purchases.sellerId))
    .where(isOneOf(purchases.id, ids))
  const entries = await db.read
    .select()
    .from(purchaseHistory)
    .where(isOneOf(purchaseHistory.purchaseId, ids))
    .orderBy(asc(purchaseHistory.id))
  const moments = await findMoments(db, 'purchase_id', ids)
  const byId = Map.groupBy(entries, (entry) => entry.purchaseId)
  return rows.map((found) => ({
    ...found,
    history: (byId.get(found.row.id) ?? []).map(({ at, actor, status, reason }) => ({ at, actor, status, reason })),
    money: moments.get(found.row.id) ?? [],
  }))
}

export async function findPurchaseRow(db: Reads, id: number): Promise<PurchaseRow | null> {
  return findRow(db, purchases, eq(purchases.id, id))
}

/** The order that this buyer placed under `clientId`, or null. */
export async function findPurchaseByClientId(db: Reads, userId: number, clientId: string): Promise<PurchaseRow | null> {
  return findRow(db, purchases, and(eq(purchases.userId, userId), eq(purchases.clientId, clientId)))
}

/** Orders whose buyer says that they did not arrive, the first one first. */
export function listNotArrived(db: Reads): Promise<PurchaseRow[]> {
  const hasMoney = lt(purchases.refundedAmount, purchases.totalAmount)
  const isOpen = and(isNotNull(purchases.notArrivedAt), ne(purchases.status, 'cancelled'), hasMoney)
  return db.read.select().from(purchases).where(isOpen).orderBy(asc(purchases.notArrivedAt))
}

export async function findPurchaseByIntent(db: Reads, intentId: string): Promise<PurchaseRow | null> {
  return findRow(db, purchases, eq(purchases.stripePaymentIntentId, intentId))
}

/** Orders that a person placed, newest first. */
export async function listPurchases(db: Reads, userId: number): Promise<Purchase[]> {
  return viewsOf(db, eq(purchases.userId, userId), userId)
}

/** Paid orders of an item, for its seller, newest first. */
export async function listItemPurchases(db: Reads, itemId: number, sellerId: number): Promise<Purchase[]> {
  const own = and(eq(purchases.itemId, itemId), eq(purchases.sellerId, sellerId), isNotNull(purchases.stripeChargeId))
  return viewsOf(db, own, sellerId)
}

async function viewsOf(db: Reads, which: ReturnType<typeof and>, viewerId: number): Promise<Purchase[]> {
  const rows = await db.read.select({ id: purchases.id }).from(purchases).where(which).orderBy(desc(purchases.id))
  const ids = rows.map(({ id }) => id)
  const views = await findPurchaseViews(db, ids, viewerId)
  return ids.flatMap((id) => views.get(id) ?? [])
}
