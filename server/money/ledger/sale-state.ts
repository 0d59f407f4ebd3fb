import { and, inArray, not } from 'drizzle-orm'
import type { Db } from '../../db/client'
import { paymentOps } from '../../db/tables'
import type { About } from '../about'
import { aboutColumns, NEVER_ASKED, ofSale, UNDER_WAY } from '../payment-commands'

/** Is its payment, or that of the claim about it, in the books? */
export async function isTaken(db: Db, about: About, isDamage: boolean): Promise<boolean> {
  const { bookingId, purchaseId } = aboutColumns(about)
  const [found] = await db.readBatch([
    {
      sql: 'SELECT 1 FROM ledger_txs WHERE kind = ? AND booking_id IS ? AND purchase_id IS ?',
      args: [isDamage ? 'damage' : 'capture', bookingId, purchaseId],
    },
  ])
  return (found?.rows.length ?? 0) > 0
}

/** Is a command still under way whose end decides who bears what goes back? A refund that was never asked for moves nothing yet. */
export async function isMoneyMoving(db: Db, about: About): Promise<boolean> {
  const under = await db.read
    .select({ id: paymentOps.id })
    .from(paymentOps)
    .where(
      and(
        ofSale(about),
        inArray(paymentOps.state, UNDER_WAY),
        inArray(paymentOps.kind, ['refund', 'transfer', 'damage_transfer', 'reversal']),
        not(NEVER_ASKED),
      ),
    )
  return under.length > 0
}
