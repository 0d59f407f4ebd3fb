import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { LocalDb } from '../../disk/local-db'
import { enqueue } from '../../sync/outbox'
import { freshDb } from '../../test-support/disk-in-memory'
import { readBooking } from './booking-queries'

const [OWNER, RENTER, BOOKING] = [7, 8, 40]

let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

test('the pages of both sides come with a paid rental, also one that waits, and none that was refused', async () => {
  await db.bookings.put({ id: BOOKING, userId: RENTER, ownerId: OWNER, status: 'paid', _q: 1 } as never)
  await db.handovers.put({ id: 1, bookingId: BOOKING, userId: RENTER, moment: 'pickup', _q: 1 } as never)
  const page = { bookingId: BOOKING, checks: [], photos: [], composedAt: '2026-11-20T10:00:00.000Z' }
  const opId = await enqueue(db, OWNER, 'handover.put', { ...page, moment: 'pickup' }, 1)
  const read = () => readBooking(db, OWNER, BOOKING)
  expect(await read()).toMatchObject({
    pages: [
      { moment: 'pickup', userId: RENTER },
      { moment: 'pickup', userId: OWNER },
    ],
    written: ['pickup'],
  })
  await db.outbox.update(opId, { state: 'attention' })
  expect(await read()).toMatchObject({ pages: [{ moment: 'pickup', userId: RENTER }], written: [] })
})
