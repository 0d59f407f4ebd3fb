import { expect, test } from 'bun:test'
import { holdOffer, makeOffer, openRental } from '../test-support/rental-kit'
import { openTestApp } from '../test-support/test-app'
import { startTimers } from './timers'

test('time passes for bookings without anybody visiting', async () => {
  const t = await openTestApp()
  const rental = await openRental(t)
  const unconfirmed = (await makeOffer(t, rental, 'renter')).body.booking.id
  const held = await holdOffer(t, rental, 'rival', { startDate: '2026-12-03', endDate: '2026-12-03' })
  const approved = await t.call('POST', `/api/bookings/${held}/status`, {
    as: rental.owner.as,
    body: { status: 'approved' },
  })
  expect(approved.status).toBe(200)
  t.clock.advance(3 * 86_400_000)
  // Stopping waits for what is under way: the first turn.
  await startTimers(t.deps)()
  const rows = await t.deps.db.read.query.bookings.findMany({ columns: { id: true, status: true } })
  expect(rows.sort((a, b) => a.id - b.id)).toEqual([
    { id: unconfirmed, status: 'expired' },
    { id: held, status: 'completed' },
  ])
  expect(t.errors).toEqual([])
  await t.close()
})
