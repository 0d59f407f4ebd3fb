import { type DamageReport, isClaimOpen } from '#schema/damage-report'
import type { Transaction } from '#schema/earnings'
import type { LocalDb } from '../disk/local-db'

/** A person's own lines for one order, oldest first. */
export async function readOrderTransactions(db: LocalDb, purchaseId: number): Promise<Transaction[]> {
  const lines = await db.transactions.filter((line) => line.purchaseId === purchaseId).toArray()
  return lines.toSorted((a, b) => a.id - b.id)
}

/** A person's own lines for one booking, oldest first. */
export async function readBookingTransactions(db: LocalDb, bookingId: number): Promise<Transaction[]> {
  const lines = await db.transactions.where('bookingId').equals(bookingId).toArray()
  return (await heldByClaims(db, lines)).toSorted((a, b) => a.id - b.id)
}

/**
 * The server says that a claim holds the money once the money falls due. It will, while the claim is open, or a bank decides about
 * its payment: no day is promised before that is settled.
 */
export async function heldByClaims(db: LocalDb, lines: readonly Transaction[]): Promise<Transaction[]> {
  const reports = await db.damageReports.toArray()
  const holds = (report: DamageReport) => isClaimOpen(report.status) || report.disputeState === 'open'
  const open = new Set(reports.filter(holds).map(({ bookingId }) => bookingId))
  return lines.map((line) => {
    const isHeld = line.type === 'rental' && line.status === 'pending' && line.heldBecause === null
    return isHeld && line.bookingId !== null && open.has(line.bookingId) ? { ...line, heldBecause: 'claim' } : line
  })
}
