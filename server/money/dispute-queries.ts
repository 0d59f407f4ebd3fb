import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../db/client'
import { paymentDisputes } from '../db/tables'
import type { About } from './about'

export type DisputeRow = typeof paymentDisputes.$inferSelect

/** Disputes about a booking or an order, its damage included. */
export function listDisputes(db: Db, about: About): Promise<DisputeRow[]> {
  const { bookingId, purchaseId } = paymentDisputes
  const which = 'bookingId' in about ? eq(bookingId, about.bookingId) : eq(purchaseId, about.purchaseId)
  return db.read.select().from(paymentDisputes).where(which).orderBy(paymentDisputes.openedAt)
}

/** Is some of its money in dispute right now? Then nothing of it is sent on or refunded. */
export async function hasOpenDispute(db: Db, about: About): Promise<boolean> {
  return (await listDisputes(db, about)).some(({ state }) => state === 'open')
}

/** Why a sale's money waits for a bank: it decides about the sale, or about the claim for its damage alone; null without a dispute. */
export async function whyBankHolds(db: Db, about: About): Promise<'dispute' | 'claim' | null> {
  const open = (await listDisputes(db, about)).filter(({ state }) => state === 'open')
  if (open.length === 0) return null
  return open.every(({ isDamage }) => isDamage) ? 'claim' : 'dispute'
}

/** Everything that a bank still has to decide or asks about, the first to be answered first. */
export function listOpenDisputes(db: Db): Promise<DisputeRow[]> {
  const { state, answerBy } = paymentDisputes
  return db.read
    .select()
    .from(paymentDisputes)
    .where(inArray(state, ['open', 'asked']))
    .orderBy(answerBy)
}

/** In SQL: cents of a booking's damage that its payer's bank has taken back for good, or that were refunded by hand. */
export const lostDamageSql = (bookingId: string) => `(SELECT coalesce(sum(cents), 0) FROM (
  SELECT taken AS cents FROM payment_disputes WHERE booking_id = ${bookingId} AND is_damage = 1 AND state = 'lost'
  UNION ALL SELECT -e.amount FROM ledger_txs t JOIN ledger_entries e ON e.tx_id = t.id JOIN ledger_accounts a ON a.id = e.account_id
    WHERE t.booking_id = ${bookingId} AND t.kind IN ('damage_refund', 'damage_refund_returned') AND a.name = 'stripe_balance'))`

/** Cents of a booking's damage that its owner keeps no longer, wherever they are. */
export async function findLostDamage(db: Db, bookingId: number): Promise<number> {
  const [found] = await db.readBatch([{ sql: `SELECT ${lostDamageSql('?1')} AS cents`, args: [bookingId] }])
  return Number(found?.rows[0]?.cents ?? 0)
}
