import type { Transaction } from '#schema/earnings'
import { type LocalDb, readMeta } from '../disk/local-db'
import { isOwnScopeHere } from '../disk/own-scope'
import { heldByClaims } from './transaction-queries'

export interface OwnEarnings {
  /** Newest first. */
  lines: Transaction[]
  /** False until this device has received all of them once: no lines prove nothing then. */
  complete: boolean
  /** When this device last heard from the server, in milliseconds since the epoch. */
  asOf: number | null
}

/** A person's earnings, line by line, as this device has them. */
export async function readEarnings(db: LocalDb, userId: number): Promise<OwnEarnings> {
  const [lines, complete, asOf] = await Promise.all([
    db.transactions.toArray().then((all) => heldByClaims(db, all)),
    isOwnScopeHere(db, userId),
    readMeta<number>(db, 'pulledAt'),
  ])
  return {
    lines: lines.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id),
    complete,
    asOf: asOf ?? null,
  }
}

/**
 * Cents that wait for nothing but a payout account, without what they settle of a debt first. The fee of a cancellation is such
 * a debt, and a sale's part in settling one is taken off the sale's own money alone.
 */
export async function waitingForPayouts(db: LocalDb, lines: readonly Transaction[]): Promise<number> {
  const held = lines.filter(({ heldBecause, cause }) => heldBecause === 'payout_account' && cause !== 'cancel_fee')
  const sales = [...Map.groupBy(held, ({ bookingId, purchaseId }) => `${bookingId}/${purchaseId}`).values()]
  const sums = await Promise.all(sales.map(async (sale) => Math.max(0, sumOf(sale) - (await nettedOf(db, sale)))))
  return sums.reduce((sum, one) => sum + one, 0)
}

const sumOf = (lines: readonly Transaction[]) => lines.reduce((sum, { totalAmount }) => sum + totalAmount, 0)

/** So much of a sale's money has settled a debt. Money for damage settles none. */
async function nettedOf(db: LocalDb, sale: readonly Transaction[]): Promise<number> {
  const line = sale.find(({ type }) => type === 'rental' || type === 'made_to_order')
  if (!line) return 0
  const { bookingId, purchaseId } = line
  const row = bookingId === null ? await db.purchases.get(purchaseId ?? 0) : await db.bookings.get(bookingId)
  return (row?.money ?? []).reduce((sum, { what, amount }) => sum + (what === 'netted' ? amount : 0), 0)
}
