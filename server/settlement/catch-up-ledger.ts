import { and, eq, inArray, sql } from 'drizzle-orm'
import { splitAmount } from '#schema/earnings'
import type { Step } from '../db/steps'
import { bookingHistory, bookings, purchaseHistory, purchases } from '../db/tables'
import type { Deps } from '../deps'
import type { PurchaseRow } from '../made-to-order/purchases/purchase-queries'
import { purchasePaymentStep } from '../made-to-order/purchases/purchase-steps'
import type { About } from '../money/about'
import {
  capturedLedger,
  orderOf,
  refundDecidedLedger,
  refundedLedger,
  rentalOf,
  type Sale,
} from '../money/ledger/sale-ledger'
import { nameOf } from '../money/payment-commands'
import type { BookingRow } from '../rentals/bookings/booking-queries'
import { paymentStep } from '../rentals/bookings/booking-steps'

/** Money was taken at some point, whatever became of it. */
const TAKEN = ['captured', 'refunding', 'refunded', 'refund_failed'] as const

/**
 * Writes into the books what happened before there were any: an older database, or the demo, whose bookings and orders
 * come into the world finished. Sales that the books know are left alone.
 */
export async function catchUpLedger(deps: Deps): Promise<void> {
  const steps: Step[] = []
  for (const row of await listUnknownBookings(deps)) {
    const { fee: feeAmount } = splitAmount(row.totalAmount, deps.env.feeBps)
    const past = { ...row, refunded: row.refundedAmount, paidAt: await rentalPaidAt(deps, row) }
    steps.push(paymentStep(row, { feeAmount }), ...pastSteps(rentalOf({ ...row, feeAmount, refundedAmount: 0 }), past))
  }
  for (const row of await listUnknownOrders(deps)) {
    const { fee: feeAmount } = splitAmount(row.totalAmount, deps.env.feeBps)
    const past = { ...row, refunded: row.refundedAmount, paidAt: await orderPaidAt(deps, row) }
    const sale = orderOf({ ...row, feeAmount, refundedAmount: 0 })
    steps.push(purchasePaymentStep(row, { feeAmount }), ...pastSteps(sale, past))
  }
  if (steps.length > 0) await deps.db.write(() => steps)
}

function listUnknownBookings({ db }: Deps): Promise<BookingRow[]> {
  const isUnknown = sql`NOT EXISTS (SELECT 1 FROM ledger_txs WHERE booking_id = ${bookings.id} AND kind = 'capture')`
  return db.read
    .select()
    .from(bookings)
    .where(and(inArray(bookings.paymentState, TAKEN), isUnknown))
    .orderBy(bookings.id)
}

function listUnknownOrders({ db }: Deps): Promise<PurchaseRow[]> {
  const isUnknown = sql`NOT EXISTS (SELECT 1 FROM ledger_txs WHERE purchase_id = ${purchases.id} AND kind = 'capture')`
  return db.read
    .select()
    .from(purchases)
    .where(and(inArray(purchases.paymentState, TAKEN), isUnknown))
    .orderBy(purchases.id)
}

interface Past {
  paymentState: string
  statusChangedAt: string
  refunded: number
  paidAt: Date
}

/** The course of a sale's money, when nothing of the sale is in the books yet. */
function pastSteps(sale: Sale, { paymentState, statusChangedAt, refunded, paidAt }: Past): Step[] {
  const endedAt = new Date(statusChangedAt)
  return [
    ...capturedLedger(sale, sale.feeAmount, paidAt),
    ...(refunded > 0 ? refundDecidedLedger(sale, refunded, 1, endedAt) : []),
    ...(paymentState === 'refunded' ? refundedLedger(sale, refunded, pastRefundId(sale.about), endedAt) : []),
  ]
}

/** The name in the books of a refund that was made before there were any. */
export const pastRefundId = (about: About): string => `${nameOf(about)}:1`

async function rentalPaidAt({ db }: Deps, row: BookingRow): Promise<Date> {
  const [paid] = await db.read
    .select({ at: bookingHistory.at })
    .from(bookingHistory)
    .where(and(eq(bookingHistory.bookingId, row.id), eq(bookingHistory.status, 'paid')))
  return new Date(paid?.at ?? row.statusChangedAt)
}

async function orderPaidAt({ db }: Deps, row: PurchaseRow): Promise<Date> {
  const [paid] = await db.read
    .select({ at: purchaseHistory.at })
    .from(purchaseHistory)
    .where(and(eq(purchaseHistory.purchaseId, row.id), eq(purchaseHistory.status, 'paid')))
  return new Date(paid?.at ?? row.statusChangedAt)
}
