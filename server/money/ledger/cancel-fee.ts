import { eq } from 'drizzle-orm'
import type { Db } from '../../db/client'
import type { Step } from '../../db/steps'
import { bookings, purchases } from '../../db/tables'
import type { About } from '../about'
import { aboutColumns, nameOf } from '../payment-commands'
import { postSteps } from './ledger'
import { orderOf, rentalOf, type Sale } from './sale-ledger'

/**
 * The provider keeps its fee when a payment goes back. An owner or seller who cancels after the money was taken bears the
 * fee: it is set off against what they earn next. Nothing is posted until the provider has named the fee, and nothing twice.
 * @param fee cents that are being booked in the same batch, beside those in the books
 */
export async function cancelFeeSteps(db: Db, sale: Sale, now: Date, fee = 0): Promise<Step[]> {
  const amount = fee + (await bookedFee(db, sale.about))
  if (amount <= 0) return []
  return postSteps({
    kind: 'cancel_fee',
    about: sale.about,
    dedupe: `cancel-fee:${nameOf(sale.about)}`,
    at: now,
    entries: [
      [`owner_receivable:${sale.ownerId}`, amount],
      ['stripe_fees', -amount],
    ],
  })
}

/** A sale that its owner or seller has cancelled after it was paid; null for every other. */
export async function findOwnersCancel(db: Db, about: About): Promise<Sale | null> {
  if ('bookingId' in about) {
    const [row] = await db.read.select().from(bookings).where(eq(bookings.id, about.bookingId))
    return row?.statusReason === 'cancelled_by_owner' ? rentalOf(row) : null
  }
  const [row] = await db.read.select().from(purchases).where(eq(purchases.id, about.purchaseId))
  const [found] = await db.readBatch([
    {
      sql: `SELECT actor FROM purchase_history c WHERE purchase_id = ? AND status = 'cancelled' AND EXISTS (SELECT 1 FROM purchase_history h
        WHERE h.purchase_id = c.purchase_id AND h.status = 'paid' AND h.id < c.id) ORDER BY id LIMIT 1`,
      args: [about.purchaseId],
    },
  ])
  return row?.status === 'cancelled' && found?.rows[0]?.actor === 'seller' ? orderOf(row) : null
}

/** Cents that the provider has kept of a sale's payment, as far as the books know. */
async function bookedFee(db: Db, about: About): Promise<number> {
  const { bookingId, purchaseId } = aboutColumns(about)
  const [found] = await db.readBatch([
    {
      sql: `SELECT coalesce(sum(e.amount), 0) AS cents FROM ledger_txs t JOIN ledger_entries e ON e.tx_id = t.id
        JOIN ledger_accounts a ON a.id = e.account_id
        WHERE t.${bookingId === null ? 'purchase_id' : 'booking_id'} = ? AND t.kind = 'fee' AND a.name = 'stripe_fees'`,
      args: [bookingId ?? purchaseId],
    },
  ])
  return Number(found?.rows[0]?.cents ?? 0)
}
