import type { DamageReport } from '#schema/damage-report'
import type { LocalDb } from '../../disk/local-db'

/** The claim about a booking, as this device knows it; null when it knows none. */
export async function readDamageReport(db: LocalDb, bookingId: number): Promise<DamageReport | null> {
  return (await db.damageReports.where('bookingId').equals(bookingId).first()) ?? null
}
