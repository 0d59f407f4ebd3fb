import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { BOOKING_STATUSES, type BookingStatus } from '#schema/booking'
import type { LocalDb } from '../../disk/local-db'
import { freshDb } from '../../test-support/disk-in-memory'
import { markNewsSeen, type News } from '../../todo/news'
import { readOfferNews } from './offer-news'

const ME = 7
/** Noon of a Monday in New York. */
const NOW = new Date('2026-11-23T17:00:00.000Z')
const TODAY = '2026-11-23'

let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const offer = (id: number, isMine: boolean, status: BookingStatus, part = {}) => ({
  id,
  userId: isMine ? ME : 8,
  ownerId: isMine ? 8 : ME,
  status,
  paymentState: status === 'pending' ? 'held' : 'captured',
  expiresAt: '2026-11-25T17:00:00.000Z',
  payBy: null,
  startDate: '2026-11-28',
  endDate: '2026-11-30',
  timezone: 'America/New_York',
  createdAt: '2026-11-20T10:00:00.000Z',
  statusChangedAt: '2026-11-21T10:00:00.000Z',
  _q: 1,
  ...part,
})
const put = (...offers: ReturnType<typeof offer>[]) => db.bookings.bulkPut(offers as never[])
const news = (now = NOW) => readOfferNews(db, ME, now)
const keys = async (now = NOW) => (await news(now)).map(({ key }) => key)
const seeAll = async (now = NOW) => {
  await markNewsSeen(db, await news(now))
}

describe('what is new', () => {
  test.each([...BOOKING_STATUSES])('one’s own offer that became %s, unless it is still pending', async (status) => {
    await put(offer(1, true, status))
    expect(await keys()).toEqual(status === 'pending' ? [] : ['booking:1'])
  })

  test.each([...BOOKING_STATUSES])('an offer for one’s own listing that is %s, while it is pending', async (status) => {
    await put(offer(1, false, status))
    expect(await keys()).toEqual(status === 'pending' ? ['booking:1'] : [])
  })

  test('an answer of three weeks ago is told no more', async () => {
    await put(offer(1, true, 'declined', { statusChangedAt: '2026-11-01T10:00:00.000Z' }))
    expect(await keys()).toEqual([])
  })

  test('an answer that an earlier build had shown is not told again; what needs its person is', async () => {
    await put(offer(1, true, 'declined'), offer(2, true, 'approved', { paymentState: 'capture_failed' }))
    await db.meta.put({ k: 'offersReadAt', v: '2026-11-22T00:00:00.000Z' })
    expect(await keys()).toEqual(['booking:2'])
  })
})

test('what needs its person comes first, and its link leads to it', async () => {
  await put(offer(1, true, 'declined'), offer(2, false, 'pending'), offer(3, false, 'paid', { startDate: TODAY }))
  const found = await news()
  expect(found.map(({ to }) => to)).toEqual([
    '/offers?tab=received#offer-3',
    '/offers?tab=received#offer-2',
    '/offers?tab=made#offer-1',
  ])
})

describe('what has been seen', () => {
  test('counts no more; another offer does, whatever this device’s clock says', async () => {
    await put(offer(1, false, 'pending'))
    await seeAll(new Date('2026-11-24T17:00:00.000Z'))
    expect(await keys()).toEqual([])
    await put(offer(2, false, 'pending', { createdAt: '2026-11-19T10:00:00.000Z' }))
    expect(await keys()).toEqual(['booking:2'])
  })

  test('is new again when it changes, and on the day on which it needs its person', async () => {
    await put(offer(1, true, 'approved', { paymentState: 'capturing' }))
    await seeAll()
    await put(offer(1, true, 'paid', { statusChangedAt: '2026-11-22T10:00:00.000Z' }))
    expect(await keys()).toEqual(['booking:1'])
    await seeAll()
    const firstDay = new Date('2026-11-28T17:00:00.000Z')
    const dayAfter = new Date('2026-11-29T17:00:00.000Z')
    expect([await keys(), await keys(firstDay), await keys(dayAfter)]).toEqual([[], ['booking:1'], []])
    await seeAll(firstDay)
    expect([await keys(firstDay), await keys(dayAfter)]).toEqual([[], []])
  })

  test('a claim to be answered counts until it is answered', async () => {
    const claim = { id: 5, bookingId: 1, status: 'pending_review', responseDeadline: '2026-11-26T17:00:00.000Z' }
    await put(offer(1, true, 'completed'))
    await db.damageReports.put({ ...claim, paymentState: 'none', repairEstimate: 4500, _q: 1 } as never)
    await seeAll()
    expect(await keys()).toEqual(['booking:1'])
    await db.damageReports.update(5, { status: 'under_review' })
    await seeAll()
    expect(await keys()).toEqual([])
  })

  test('a look that comes late does not take away what came after', async () => {
    await put(offer(1, true, 'approved', { paymentState: 'capturing' }))
    const [earlier] = await news()
    await put(offer(1, true, 'paid', { statusChangedAt: '2026-11-22T10:00:00.000Z' }))
    await markNewsSeen(db, [earlier as News])
    expect(await keys()).toEqual(['booking:1'])
  })
})
