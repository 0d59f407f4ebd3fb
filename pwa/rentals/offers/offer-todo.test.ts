import { describe, expect, test } from 'bun:test'
import type { BookingStatus } from '#schema/booking'
import { groupOffers, handoverToday, todoPlace } from './offer-todo'

/** Noon of a Monday in New York. */
const NOW = new Date('2026-11-23T17:00:00.000Z')
const TODAY = '2026-11-23'
const offer = (status: BookingStatus, part = {}) => ({
  id: 1,
  status,
  paymentState: 'captured' as const,
  declining: false,
  expiresAt: '2026-11-25T17:00:00.000Z',
  payBy: null as string | null,
  startDate: '2026-11-28',
  endDate: '2026-11-30',
  timezone: 'America/New_York',
  createdAt: '2026-11-20T10:00:00.000Z',
  statusChangedAt: '2026-11-21T10:00:00.000Z',
  ...part,
})
const claim = (status: string, part = {}) =>
  ({
    status,
    responseDeadline: '2026-11-26T17:00:00.000Z',
    paymentState: 'none',
    repairEstimate: 4500,
    ...part,
  }) as Parameters<typeof todoPlace>[1]

describe('which group', () => {
  test.each([
    ['an offer that waits for its owner', offer('pending', { paymentState: 'held' }), 'waiting', 'needs'],
    ['one whose payment is not finished', offer('pending', { paymentState: 'unconfirmed' }), 'needs', 'waiting'],
    ['one that is being declined', offer('pending', { paymentState: 'held', declining: true }), 'waiting', 'waiting'],
    ['one that has run out', offer('pending', { expiresAt: '2026-11-22T00:00:00.000Z' }), 'past', 'past'],
    ['one whose money is being taken', offer('approved', { paymentState: 'capturing' }), 'coming', 'coming'],
    ['one whose card was refused', offer('approved', { paymentState: 'capture_failed' }), 'needs', 'waiting'],
    ['a paid one ahead', offer('paid'), 'coming', 'coming'],
    ['one that is handed over today', offer('paid', { startDate: TODAY }), 'needs', 'needs'],
    ['one whose pickup is written down', offer('paid', { startDate: TODAY, written: ['pickup'] }), 'coming', 'coming'],
    [
      'one of a single day that has begun',
      offer('paid', { startDate: TODAY, endDate: TODAY, written: ['pickup'] }),
      'needs',
      'needs',
    ],
    ['one in the middle', offer('paid', { startDate: '2026-11-22', endDate: '2026-11-24' }), 'coming', 'coming'],
    ['one that is brought back today', offer('paid', { startDate: '2026-11-21', endDate: TODAY }), 'needs', 'needs'],
    [
      'a paid one whose days are over',
      offer('paid', { startDate: '2026-11-20', endDate: '2026-11-21' }),
      'past',
      'past',
    ],
    ['a completed one', offer('completed'), 'past', 'past'],
    ['a declined one', offer('declined'), 'past', 'past'],
    ['a status of a newer build', offer('borrowed' as BookingStatus), 'waiting', 'waiting'],
  ])('%s', (_, booking, renter, owner) => {
    expect(todoPlace(booking, undefined, 'renter', NOW).group).toBe(renter as 'past')
    expect(todoPlace(booking, undefined, 'owner', NOW).group).toBe(owner as 'past')
  })

  test.each([
    ['to be answered', claim('pending_review'), 'needs', 'waiting'],
    ['without an estimate', claim('pending_review', { repairEstimate: null }), 'needs', 'needs'],
    [
      'not answered in time',
      claim('pending_review', { responseDeadline: '2026-11-23T16:59:00.000Z' }),
      'waiting',
      'waiting',
    ],
    ['contested', claim('under_review'), 'waiting', 'waiting'],
    ['to be paid by hand', claim('resolved_approved', { paymentState: 'action_needed' }), 'needs', 'waiting'],
    ['paid', claim('resolved_approved', { paymentState: 'charged' }), 'past', 'past'],
    ['rejected', claim('resolved_rejected'), 'past', 'past'],
  ])('a claim %s', (_, report, renter, owner) => {
    expect(todoPlace(offer('completed'), report, 'renter', NOW).group).toBe(renter as 'past')
    expect(todoPlace(offer('completed'), report, 'owner', NOW).group).toBe(owner as 'past')
  })
})

test('what runs out first comes first, claims before all; the past has the latest first', () => {
  const held = { paymentState: 'held' }
  const offers = [
    offer('pending', { ...held, id: 1, expiresAt: '2026-11-25T10:00:00.000Z' }),
    offer('pending', { ...held, id: 2, expiresAt: '2026-11-24T10:00:00.000Z' }),
    offer('paid', { id: 3, startDate: TODAY }),
    offer('completed', { id: 4 }),
    offer('paid', { id: 5, startDate: '2026-12-05', endDate: '2026-12-06' }),
    offer('paid', { id: 6 }),
    offer('declined', { id: 7, statusChangedAt: '2026-11-22T10:00:00.000Z' }),
    offer('completed', { id: 8 }),
  ]
  const claims = new Map([[4, claim('pending_review', { repairEstimate: null })]]) as Parameters<typeof groupOffers>[1]
  const groups = groupOffers(offers, claims, 'owner', NOW)
  const ids = Object.fromEntries(Object.entries(groups).map(([group, list]) => [group, list.map(({ id }) => id)]))
  expect(ids).toEqual({ needs: [4, 3, 2, 1], coming: [6, 5], waiting: [], past: [7, 8] })
})

test.each([
  [offer('paid', { startDate: TODAY }), 'Today: pick it up from olga.', 'Today: hand it over to rosa.'],
  [
    offer('paid', { startDate: '2026-11-21', endDate: TODAY }),
    'Today: bring it back to olga.',
    'Today: rosa brings it back.',
  ],
  [offer('paid', { startDate: TODAY, deliveryFee: 0 }), 'Today: olga brings it.', 'Today: bring it to rosa.'],
  [
    offer('paid', { startDate: '2026-11-21', endDate: TODAY, deliveryFee: 1500 }),
    'Today: olga fetches it.',
    'Today: fetch it from rosa.',
  ],
  [
    offer('paid', { startDate: TODAY, endDate: TODAY, written: ['pickup'] }),
    'Today: bring it back to olga.',
    'Today: rosa brings it back.',
  ],
  [offer('paid', { startDate: TODAY, written: ['pickup'] }), undefined, undefined],
  [offer('paid', { startDate: '2026-11-22' }), undefined, undefined],
  [offer('completed', { startDate: TODAY }), undefined, undefined],
])('what changes hands today: %p', (booking, renter, owner) => {
  const named = { ...booking, ownerUsername: 'olga', renterUsername: 'rosa' }
  expect(handoverToday(named, 'renter', NOW)?.words).toBe(renter as string)
  expect(handoverToday(named, 'owner', NOW)?.words).toBe(owner as string)
})

test('of two hundred offers the few that need their person come first', () => {
  const all = Array.from({ length: 200 }, (_, id) =>
    id % 50 === 0 ? offer('pending', { id, paymentState: 'held' }) : offer('completed', { id }),
  )
  const { needs, past } = groupOffers(all, new Map(), 'owner', NOW)
  expect([needs.length, past.length]).toEqual([4, 196])
})
