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

/** Cents that wait for nothing but a payout account, without what they settle of a debt first. */
export async function waitingForPayouts(db: LocalDb, lines: readonly Transaction[]): Promise<number> {
  const held = lines.filter(({ heldBecause }) => heldBecause === 'payout_account')
  const idsOf = (name: 'bookingId' | 'purchaseId') => [...new Set(held.flatMap((line) => line[name] ?? []))]
  const sales = await Promise.all([db.bookings.bulkGet(idsOf('bookingId')), db.purchases.bulkGet(idsOf('purchaseId'))])
  const netted = sales.flat().flatMap((sale) => sale?.money?.filter(({ what }) => what === 'netted') ?? [])
  return sumOf(held.map(({ totalAmount }) => totalAmount)) - sumOf(netted.map(({ amount }) => amount))
}

const sumOf = (cents: number[]) => cents.reduce((sum, one) => sum + one, 0)
