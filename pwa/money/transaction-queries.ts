import { isClaimOpen } from '#schema/damage-report'
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
 * The server says that a claim holds the money once the money falls due. It will, while the claim is open: no day is promised
 * before it is settled.
 */
export async function heldByClaims(db: LocalDb, lines: readonly Transaction[]): Promise<Transaction[]> {
  const reports = await db.damageReports.toArray()
  const open = new Set(reports.flatMap(({ bookingId, status }) => (isClaimOpen(status) ? [bookingId] : [])))
  return lines.map((line) => {
    const isHeld = line.type === 'rental' && line.status === 'pending' && line.heldBecause === null
    return isHeld && line.bookingId !== null && open.has(line.bookingId) ? { ...line, heldBecause: 'claim' } : line
  })
}
