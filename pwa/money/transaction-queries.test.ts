import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Transaction } from '#schema/earnings'
import type { LocalDb } from '../disk/local-db'
import { freshDb } from '../test-support/disk-in-memory'
import { heldByClaims } from './transaction-queries'

let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

test.each([
  [{ status: 'pending_review' }, 'claim'],
  [{ status: 'resolved_approved', disputeState: 'open' }, 'claim'],
  [{ status: 'resolved_approved', disputeState: 'won' }, null],
  [{ status: 'resolved_approved' }, null],
])('rental money beside a claim of %j is held because of: %p', async (claim, heldBecause) => {
  await db.damageReports.put({ id: 1, bookingId: 7, ...claim, _q: 1 } as never)
  const line = { id: 2, type: 'rental', status: 'pending', heldBecause: null, bookingId: 7 } as Transaction
  const elsewhere = { ...line, id: 3, bookingId: 8 }
  const held = await heldByClaims(db, [line, elsewhere])
  expect(held.map((one) => one.heldBecause)).toEqual([heldBecause as never, null])
})
