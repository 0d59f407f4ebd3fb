import { desc, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '#schema/earnings'
import { sellerReleaseAt } from '#schema/purchase'
import type { Reads } from '../../db/client'
import { earningLines } from '../../db/tables'
import { releaseDueAt } from './sale-ledger'

type Line = typeof earningLines.$inferSelect

function toTransaction(line: Line): Transaction {
  return {
    id: line.id,
    type: line.type,
    listing: line.title,
    bookingId: line.bookingId,
    purchaseId: line.purchaseId,
    totalAmount: line.amount,
    fee: line.fee,
    status: line.status,
    dueAt: line.status === 'pending' ? (dueAtOf(line)?.toISOString() ?? null) : null,
    heldBecause: line.heldBecause,
    ...(line.cause ? { cause: line.cause } : {}),
    createdAt: line.createdAt,
  }
}

/** When what is pending becomes theirs, as far as that is known. */
function dueAtOf({ timezone, endDate, orderStatus, orderStatusChangedAt }: Line): Date | null {
  if (timezone && endDate) return releaseDueAt({ timezone, endDate })
  return orderStatus && orderStatusChangedAt
    ? sellerReleaseAt({ status: orderStatus, statusChangedAt: orderStatusChangedAt })
    : null
}

/** Lines by id, for their person's devices. */
export async function findTransactions(db: Reads, ids: number[]): Promise<Map<number, Transaction>> {
  const rows = await db.read.select().from(earningLines).where(inArray(earningLines.id, ids))
  return new Map(rows.map((row) => [row.id, toTransaction(row)]))
}

/** A person's lines, newest first. */
export async function listTransactions(db: Reads, userId: number): Promise<Transaction[]> {
  // Found by their sales: the view itself has no index on its person.
  const ofSales = sql`SELECT t.id FROM bookings b JOIN ledger_txs t ON t.booking_id = b.id WHERE b.owner_id = ${userId}
    UNION ALL SELECT t.id FROM made_to_order_purchases p JOIN ledger_txs t ON t.purchase_id = p.id WHERE p.seller_id = ${userId}`
  const rows = await db.read
    .select()
    .from(earningLines)
    .where(sql`${earningLines.id} IN (${ofSales})`)
    .orderBy(desc(earningLines.id))
  return rows.map(toTransaction)
}
