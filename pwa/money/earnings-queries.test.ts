import { expect, test } from 'bun:test'
import type { Transaction } from '#schema/earnings'
import { freshDb } from '../test-support/disk-in-memory'
import { waitingForPayouts } from './earnings-queries'

const line = (more: Partial<Transaction>) =>
  ({
    bookingId: null,
    purchaseId: null,
    totalAmount: 4000,
    status: 'available',
    heldBecause: null,
    ...more,
  }) as Transaction
const money = (what: 'netted' | 'released', amount: number) => ({ at: '2026-11-29T10:00:00.000Z', what, amount })

test('an amount that waits for a payout account is what will come, without a debt that it settles', async () => {
  const db = freshDb()
  await db.purchases.put({ id: 3, money: [money('released', 4000), money('netted', 146)] } as never)
  await db.bookings.put({ id: 3, money: [money('netted', 1000)] } as never)
  const held = line({ purchaseId: 3, heldBecause: 'payout_account' })
  expect(await waitingForPayouts(db, [])).toBe(0)
  expect(await waitingForPayouts(db, [held, line({ purchaseId: 4 })])).toBe(3854)
  const refund = line({ purchaseId: 3, heldBecause: 'payout_account', totalAmount: -500 })
  expect(await waitingForPayouts(db, [held, refund])).toBe(3354)
  expect(await waitingForPayouts(db, [held, line({ bookingId: 3, heldBecause: 'payout_account' })])).toBe(6854)
  await db.delete()
})
