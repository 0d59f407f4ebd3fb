import { afterEach, beforeEach, expect, test } from 'bun:test'
import { BOOKING_STATUSES, type BookingStatus } from '#schema/booking'
import type { LocalDb } from '../../disk/local-db'
import { freshDb } from '../../test-support/disk-in-memory'
import { countUnread, markOffersRead, readUnreadCount } from './unread-offers'

const ME = 7
const READ = '2026-12-01T12:00:00.000Z'
const BEFORE = '2026-12-01T11:59:59.999Z'
const AFTER = '2026-12-01T12:00:00.001Z'

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
  expect(countUnread([booking], ME, READ)).toBe(count)
})

test.each([...BOOKING_STATUSES])('one’s own offer that became %s is news unless it is still pending', (status) => {
  expect(countUnread([made(status, BEFORE, AFTER)], ME, READ)).toBe(status === 'pending' ? 0 : 1)
  expect(countUnread([received(status, AFTER, AFTER)], ME, READ)).toBe(status === 'pending' ? 1 : 0)
})

test('someone who never opened Offers has everything before them', () => {
  const bookings = [
    received('pending', BEFORE, BEFORE),
    made('declined', BEFORE, BEFORE),
    made('pending', BEFORE, BEFORE),
  ]
  expect(countUnread(bookings, ME, '')).toBe(2)
})

let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

test('the badge counts what is on this device and is reset by opening Offers', async () => {
  await db.bookings.bulkPut([
    { id: 1, ...received('pending', AFTER, AFTER), _q: 1 },
    { id: 2, ...made('approved', BEFORE, AFTER), _q: 2 },
    { id: 3, ...made('pending', BEFORE, BEFORE), _q: 3 },
  ] as never[])
  expect(await readUnreadCount(db, ME)).toBe(2)
  await markOffersRead(db, READ)
  expect(await readUnreadCount(db, ME)).toBe(2)
  await markOffersRead(db, AFTER)
  expect(await readUnreadCount(db, ME)).toBe(0)
})
