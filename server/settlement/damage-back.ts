import type { Db } from '../db/client'
import type { About } from '../money/about'
import { findLostDamage } from '../money/dispute-queries'
import type { DamageBack } from '../money/ledger/correction-ledger'
import { findDamageOfBooking } from '../rentals/damage-reports/damage-queries'

/** Divides the loss of `amount` cents more that go back to the payer of damage: its owner bears the paid amount once, the platform the rest. */
export async function findDamageBack(db: Db, about: About, amount: number): Promise<DamageBack> {
  const report = 'bookingId' in about ? await findDamageOfBooking(db, about.bookingId) : null
  if (!report) return { amount, borne: 0, isSent: false }
  const paid = report.finalAmount ?? 0
  const lost = await findLostDamage(db, report.bookingId)
  const borne = Math.min(paid, lost + amount) - Math.min(paid, lost)
  return { amount, borne, isSent: report.transferredAt !== null }
}
