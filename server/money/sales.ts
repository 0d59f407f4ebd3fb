import { eq } from 'drizzle-orm'
import type { HeldBecause } from '#schema/earnings'
import type { DisputeState } from '#schema/payment'
import type { Db } from '../db/client'
import { type Step, updateStep } from '../db/steps'
import { bookings, damageReports, purchases } from '../db/tables'
import type { About } from './about'
import { orderOf, rentalOf, type Sale } from './ledger/sale-ledger'

/** The booking or order that money is about, as the books see it now. */
export async function findSale(db: Db, about: About): Promise<Sale | null> {
  if ('bookingId' in about) {
    const [row] = await db.read.select().from(bookings).where(eq(bookings.id, about.bookingId))
    return row ? rentalOf(row) : null
  }
  const [row] = await db.read.select().from(purchases).where(eq(purchases.id, about.purchaseId))
  return row ? orderOf(row) : null
}

/** The sale that an intent pays for; null when it is none of ours. */
export async function findPaidFor(db: Db, intentId: string): Promise<{ about: About; isDamage: boolean } | null> {
  const [booking] = await db.read.select().from(bookings).where(eq(bookings.stripePaymentIntentId, intentId))
  if (booking) return { about: { bookingId: booking.id }, isDamage: false }
  const [purchase] = await db.read.select().from(purchases).where(eq(purchases.stripePaymentIntentId, intentId))
  if (purchase) return { about: { purchaseId: purchase.id }, isDamage: false }
  const [claim] = await db.read.select().from(damageReports).where(eq(damageReports.stripePaymentIntentId, intentId))
  return claim ? { about: { bookingId: claim.bookingId }, isDamage: true } : null
}

interface SaleChanges {
  refundedAmount?: number
  paymentState?: 'refunded'
  transferredAmount?: number
  disputeState?: DisputeState
  /** Why its money does not move; null when nothing holds it any more. */
  heldBecause?: HeldBecause | null
}

/** Says why a sale's money waits, as a plan: no step where the sale says so already. */
export async function heldSteps(db: Db, about: About, why: HeldBecause | null): Promise<Step[]> {
  const sale = await findSale(db, about)
  return sale && sale.heldBecause !== why ? [saleStep(about, { heldBecause: why })] : []
}

/** Changes what is known of a sale's money; for plans that have just read it. */
export function saleStep(about: About, changes: SaleChanges): Step {
  return 'bookingId' in about
    ? updateStep(bookings, changes, eq(bookings.id, about.bookingId))
    : updateStep(purchases, changes, eq(purchases.id, about.purchaseId))
}
