import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { LocalDb } from '../disk/local-db'
import { freshDb } from '../test-support/disk-in-memory'
import { readBookingTransactions } from './transaction-queries'

let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const rental = { type: 'rental', status: 'pending', heldBecause: null, dueAt: '2026-12-01T10:00:00.000Z', bookingId: 7 }

test.each([
  ['pending_review', rental, 'claim'],
  ['expired', rental, 'claim'],
  ['resolved_rejected', rental, null],
  ['pending_review', { ...rental, heldBecause: 'dispute' }, 'dispute'],
  ['pending_review', { ...rental, status: 'available' }, null],
  ['pending_review', { ...rental, type: 'payout' }, null],
])('while the claim is %s, the money of %p is held by %p', async (status, line, held) => {
  await db.transactions.put({ id: 1, ...line, _q: 1 } as never)
  await db.damageReports.put({ id: 1, bookingId: 7, status, _q: 2 } as never)
  expect((await readBookingTransactions(db, 7)).map(({ heldBecause }) => heldBecause)).toEqual([held as null])
})
