import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/client'
import { paymentDisputes } from '../db/tables'
import type { About } from './payment-commands'

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

/** Everything that a bank still has to decide, the first to be answered first. */
export function listOpenDisputes(db: Db): Promise<DisputeRow[]> {
  const { state, answerBy } = paymentDisputes
  return db.read.select().from(paymentDisputes).where(eq(state, 'open')).orderBy(answerBy)
}

/** Cents of a booking's damage that its payer's bank has taken back for good. */
export async function findLostDamage(db: Db, bookingId: number): Promise<number> {
  const lost = await db.read
    .select({ taken: paymentDisputes.taken })
    .from(paymentDisputes)
    .where(
      and(
        eq(paymentDisputes.bookingId, bookingId),
        eq(paymentDisputes.isDamage, true),
        eq(paymentDisputes.state, 'lost'),
      ),
    )
  return lost.reduce((sum, { taken }) => sum + taken, 0)
}
