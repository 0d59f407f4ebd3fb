import { afterEach, beforeEach, expect, test } from 'bun:test'
import { BOOKING_STATUSES, type BookingStatus } from '#schema/booking'
import type { LocalDb } from '../../disk/local-db'
import { freshDb } from '../../test-support/disk-in-memory'
import { countUnread, markOffersRead, readUnreadCounts } from './unread-offers'

const ME = 7
const READ = '2026-12-01T12:00:00.000Z'
const BEFORE = '2026-12-01T11:59:59.999Z'
const AFTER = '2026-12-01T12:00:00.001Z'

const total = (bookings: Parameters<typeof countUnread>[0], readAt: string) => {
  const { renter, owner } = countUnread(bookings, ME, { renter: readAt, owner: readAt })
  return renter + owner
}

const made = (status: BookingStatus, createdAt: string, statusChangedAt: string) => ({
  userId: ME,
  ownerId: 8,
  status,
  createdAt,
  statusChangedAt,
})
const received = (status: BookingStatus, createdAt: string, statusChangedAt: string) => ({
  ...made(status, createdAt, statusChangedAt),
  userId: 8,
  ownerId: ME,
})

test.each([
  ['a pending offer that came since', received('pending', AFTER, AFTER), 1],
  ['a pending offer that was there already', received('pending', BEFORE, BEFORE), 0],
  ['one that came at the very moment', received('pending', READ, READ), 0],
  ['one that came and was answered since', received('declined', AFTER, AFTER), 0],
  ['one’s own offer, still waiting', made('pending', AFTER, AFTER), 0],
  ['one’s own, answered since', made('approved', BEFORE, AFTER), 1],
  ['one’s own, answered before', made('approved', BEFORE, BEFORE), 0],
  ['one’s own, answered at the very moment', made('approved', BEFORE, READ), 0],
] as const)('%s', (_, booking, count) => {
  expect(total([booking], READ)).toBe(count)
})

test.each([...BOOKING_STATUSES])('one’s own offer that became %s is news unless it is still pending', (status) => {
  expect(total([made(status, BEFORE, AFTER)], READ)).toBe(status === 'pending' ? 0 : 1)
  expect(total([received(status, AFTER, AFTER)], READ)).toBe(status === 'pending' ? 1 : 0)
})

test('someone who never opened Offers has everything before them', () => {
  const bookings = [
    received('pending', BEFORE, BEFORE),
    made('declined', BEFORE, BEFORE),
    made('pending', BEFORE, BEFORE),
  ]
  expect(total(bookings, '')).toBe(2)
})

let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

test('the badge counts what is on this device and each list resets its part', async () => {
  await db.bookings.bulkPut([
    { id: 1, ...received('pending', AFTER, AFTER), _q: 1 },
    { id: 2, ...made('approved', BEFORE, AFTER), _q: 2 },
    { id: 3, ...made('pending', BEFORE, BEFORE), _q: 3 },
  ] as never[])
  expect(await readUnreadCounts(db, ME)).toEqual({ renter: 1, owner: 1 })
  await markOffersRead(db, 'renter', READ)
  expect(await readUnreadCounts(db, ME)).toEqual({ renter: 1, owner: 1 })
  await markOffersRead(db, 'renter', AFTER)
  expect(await readUnreadCounts(db, ME)).toEqual({ renter: 0, owner: 1 })
  await markOffersRead(db, 'owner', AFTER)
  expect(await readUnreadCounts(db, ME)).toEqual({ renter: 0, owner: 0 })
})

test('the one instant that earlier builds kept holds for both lists, until each is read', async () => {
  await db.bookings.bulkPut([{ id: 1, ...received('pending', BEFORE, BEFORE), _q: 1 }] as never[])
  await db.meta.put({ k: 'offersReadAt', v: READ })
  expect(await readUnreadCounts(db, ME)).toEqual({ renter: 0, owner: 0 })
  await markOffersRead(db, 'renter', BEFORE)
  expect(await readUnreadCounts(db, ME)).toEqual({ renter: 0, owner: 0 })
})
