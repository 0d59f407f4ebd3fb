import { expect, test } from 'bun:test'
import type { ShownBooking } from './booking-queries'
import { withSameDays } from './offers-of-listing'

const offer = (id: number, startDate: string, endDate: string, paymentState = 'held', status = 'pending') =>
  ({ id, startDate, endDate, paymentState, status }) as ShownBooking
const OFFERS = [
  offer(1, '2026-12-20', '2026-12-22'),
  offer(2, '2026-12-27', '2026-12-28', 'unconfirmed'),
  offer(3, '2026-12-30', '2026-12-31', 'unconfirmed', 'approved'),
]

test.each([
  ['2026-12-20', '2026-12-22', 1],
  ['2026-12-22', '2026-12-24', 1],
  ['2026-12-21', '2026-12-21', 1],
  ['2026-12-23', '2026-12-24', undefined],
  ['2026-12-27', '2026-12-28', undefined],
  ['2026-12-30', '2026-12-30', 3],
])('an offer for %s to %s meets offer %p', (startDate, endDate, id) => {
  expect(withSameDays(OFFERS, { startDate, endDate })?.id).toBe(id)
})
