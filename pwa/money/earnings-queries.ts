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

/** Cents that wait for nothing but a payout account. */
export function waitingForPayouts(lines: readonly Transaction[]): number {
  return lines.reduce((sum, line) => (line.heldBecause === 'payout_account' ? sum + line.totalAmount : sum), 0)
}
