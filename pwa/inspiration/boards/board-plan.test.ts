import { expect, test } from 'bun:test'
import type { Booking } from '#schema/booking'
import type { CatalogueListing } from '#schema/listing'
import type { Item } from '#schema/made-to-order'
import type { Purchase } from '#schema/purchase'
import { type PlanSources, planBoard } from './board-plan'
import { missingWords } from './board-words'

const DAY = '2027-05-01'
const plates = { id: 7, title: 'Plates', price: 12.5, quantity: 40, busy: [], away: [] } as unknown as CatalogueListing
const cards = { id: 7, title: 'Cards', price: 300, leadTimeInDays: 10, pausedUntil: null } as unknown as Item
const booking = (status: Booking['status'], startDate = DAY, endDate = DAY, quantity = 30) => ({
  ...{ listingId: 7, status, startDate, endDate, quantity, totalAmount: quantity * 1_000 },
  paymentState: 'held' as Booking['paymentState'],
})
const order = (status: Purchase['status'], needBy: string | null, estimatedDeliveryDate = '2027-04-20') => ({
  ...{ itemId: 7, status, needBy, estimatedDeliveryDate, totalAmount: 250, refundedAmount: 0 },
  paymentState: 'paid' as Purchase['paymentState'],
})
const refunded = (refundedAmount: number) => ({
  ...order('delivered', null),
  ...{ paymentState: 'refunded' as const, refundedAmount },
})
const unpaid = (paymentState: Purchase['paymentState']) => ({ ...order('pending', null), paymentState })

const NOTHING: PlanSources = {
  today: '2027-04-01',
  firstBookable: '2027-04-01',
  listing: () => undefined,
  item: () => undefined,
  bookings: [],
  purchases: [],
  rest: { listing: 'none', item: 'none' },
}

function stand(kind: 'listing' | 'item', given: Partial<PlanSources>, eventDate: string | null = DAY, pieces = 30) {
  const sources = { ...NOTHING, listing: () => plates, item: () => cards }
  const plan = planBoard({ eventDate, things: [{ kind, id: 7, pieces }] }, { ...sources, ...given })
  return [plan.things[0]?.standing, plan.totalCents, plan.missing.length]
}

const AFTER = { today: DAY, firstBookable: '2027-05-02' }
const busy = (taken: number) => ({ ...plates, busy: [[DAY, DAY, taken]] }) as CatalogueListing
test.each<[string, Partial<PlanSources>, string, number, number]>([
  ['free', {}, 'open', 37_500, 1],
  ['an offer that waits', { bookings: [booking('pending')] }, 'offered', 30_000, 0],
  [
    'an offer whose payment was not finished',
    { bookings: [{ ...booking('pending'), paymentState: 'unconfirmed' }] },
    ...(['open', 37_500, 1] as const),
  ],
  ['paid, over several days', { bookings: [booking('declined'), booking('paid', '2027-04-30')] }, 'booked', 30_000, 0],
  ['paid for another day', { bookings: [booking('paid', '2027-05-02', '2027-05-03')] }, 'open', 37_500, 1],
  ['declined', { bookings: [booking('declined')] }, 'open', 37_500, 1],
  ['some of them booked', { bookings: [booking('paid', DAY, DAY, 10)] }, 'open', 10_000 + 20 * 1_250, 1],
  [
    'booked in two halves, one not answered',
    { bookings: [booking('paid', DAY, DAY, 10), booking('pending', DAY, DAY, 20)] },
    ...(['offered', 30_000, 0] as const),
  ],
  ['fewer pieces', { listing: () => busy(15) }, 'few', 37_500, 1],
  [
    'as many pieces as are still needed',
    { listing: () => busy(20), bookings: [booking('paid', DAY, DAY, 10)] },
    ...(['open', 35_000, 1] as const),
  ],
  [
    'rented for a week only',
    { listing: () => ({ ...plates, minDays: 7, weekPrice: 60 }) as CatalogueListing },
    'open',
    180_000,
    1,
  ],
  [
    'the day after is for getting ready',
    {
      listing: () =>
        ({ ...plates, bufferDays: 1, busy: [['2027-05-02', '2027-05-02', 40]] }) as unknown as CatalogueListing,
    },
    ...(['taken', 37_500, 1] as const),
  ],
  ['no piece', { listing: () => busy(40) }, 'taken', 37_500, 1],
  ['its owner away', { listing: () => ({ ...plates, away: [[DAY, DAY]] }) as CatalogueListing }, 'taken', 37_500, 1],
  ['not offered any more', { listing: () => undefined }, 'gone', 0, 1],
  [
    'not on this device',
    { listing: () => undefined, rest: { listing: 'unknown', item: 'none' } },
    ...(['unknown', 0, 1] as const),
  ],
  ['booked, and not offered any more', { listing: () => undefined, bookings: [booking('paid')] }, 'booked', 30_000, 0],
  ['the day is over', { ...AFTER, today: '2027-05-02', listing: () => busy(40) }, 'open', 37_500, 1],
  ['the day is today, after the last offer for it', { ...AFTER, listing: () => busy(40) }, 'open', 37_500, 1],
  ['the day is today, and it is booked', { ...AFTER, bookings: [booking('paid')] }, 'booked', 30_000, 0],
])('a listing: %s', (_, given, ...expected) => expect<unknown[]>(stand('listing', given)).toEqual(expected))

test.each<[string, Partial<PlanSources>, string, number, number]>([
  ['made in time', {}, 'open', 600, 1],
  ['ready on the very day', { today: '2027-04-21' }, 'open', 600, 1],
  ['a day late', { today: '2027-04-22' }, 'late', 600, 1],
  ['its maker takes no orders', { item: () => ({ ...cards, pausedUntil: '2027-06-01' }) }, 'late', 600, 1],
  ['its maker takes orders again in time', { item: () => ({ ...cards, pausedUntil: '2027-04-20' }) }, 'open', 600, 1],
  [
    'its maker takes orders again a day late',
    { item: () => ({ ...cards, pausedUntil: '2027-04-21' }) },
    'late',
    600,
    1,
  ],
  ['ordered', { purchases: [order('paid', null), order('paid', null)] }, 'booked', 500, 0],
  ['one of two ordered', { purchases: [order('paid', null)] }, 'open', 550, 1],
  ['ordered for the day before', { purchases: Array(2).fill(order('shipped', '2027-04-30')) }, 'booked', 500, 0],
  ['ordered for a later event', { purchases: Array(2).fill(order('paid', '2027-08-01')) }, 'open', 600, 1],
  ['ordered for an event long ago', { purchases: Array(2).fill(order('delivered', '2026-08-01')) }, 'open', 600, 1],
  ['cancelled', { purchases: Array(2).fill(order('cancelled', DAY)) }, 'open', 600, 1],
  ['not paid', { purchases: [unpaid('unpaid'), unpaid('failed')] }, 'open', 600, 1],
  ['paid back in part', { purchases: Array(2).fill(refunded(100)) }, 'booked', 500, 0],
  ['delivered, and all paid back', { purchases: Array(2).fill(refunded(250)) }, 'open', 600, 1],
  ['not offered any more', { item: () => undefined }, 'gone', 0, 1],
  [
    'asked for, not here yet',
    { item: () => undefined, rest: { listing: 'none', item: 'asked' } },
    ...(['unknown', 0, 1] as const),
  ],
  ['the day is over', { today: '2027-05-02' }, 'open', 600, 1],
])('an item: %s', (_, given, ...expected) => expect<unknown[]>(stand('item', given, DAY, 2)).toEqual(expected))

test('a board without a day knows prices, and of nothing taken', () => {
  const gone = { bookings: [booking('paid')], listing: () => busy(40) }
  expect<unknown[]>(stand('listing', gone, null, 2)).toEqual(['open', 2_500, 1])
  expect<unknown[]>(stand('item', { purchases: [order('paid', null)] }, null, 2)).toEqual(['open', 600, 1])
})

test('a rental for two days at least is opened with two days that are free', () => {
  const weekend = { ...plates, minDays: 2, busy: [['2027-05-02', '2027-05-02', 40]] } as unknown as CatalogueListing
  const sources = { ...NOTHING, listing: () => weekend }
  const [thing] = planBoard({ eventDate: DAY, things: [{ kind: 'listing', id: 7, pieces: 1 }] }, sources).things
  expect([thing?.standing, thing?.range]).toEqual(['open', { startDate: '2027-04-30', endDate: DAY }])
})

test('a rental for two days at least is opened with days that an offer can still begin on', () => {
  const weekend = { ...plates, minDays: 2, busy: [['2027-05-03', '2027-05-03', 40]] } as unknown as CatalogueListing
  const sources = { ...NOTHING, ...AFTER, listing: () => weekend }
  const [thing] = planBoard(
    { eventDate: '2027-05-02', things: [{ kind: 'listing', id: 7, pieces: 1 }] },
    sources,
  ).things
  expect([thing?.standing, thing?.range]).toEqual(['taken', { startDate: '2027-05-02', endDate: '2027-05-03' }])
})

test('says how many pieces are left where they are too few', () => {
  const sources = { ...NOTHING, today: DAY, listing: () => busy(15) }
  expect(planBoard({ eventDate: DAY, things: [{ kind: 'listing', id: 7, pieces: 30 }] }, sources).things[0]?.left).toBe(
    25,
  )
  expect(planBoard({ eventDate: DAY, things: [{ kind: 'listing', id: 7, pieces: 90 }] }, sources).things[0]?.left).toBe(
    25,
  )
  expect(planBoard({ eventDate: DAY }, sources)).toEqual({ things: [], totalCents: 0, missing: [] })
})

test.each<[string, Partial<PlanSources>]>([
  ['Nothing is booked or ordered yet.', {}],
  ['Everything is booked, ordered or offered for.', { bookings: [booking('paid')], purchases: [order('paid', DAY)] }],
  ['1 of 2 booked, ordered or offered for. Still missing: Cards.', { bookings: [booking('paid')] }],
  [
    '0 of 2 booked, ordered or offered for in full. Still missing: Plates, Cards.',
    { bookings: [booking('paid', DAY, DAY, 10)] },
  ],
  [
    '0 of 2 booked, ordered or offered for in full. Still missing: Plates, Cards.',
    { bookings: [booking('pending', DAY, DAY, 10)] },
  ],
  [
    '1 of 2 booked, ordered or offered for in full. Still missing: Plates.',
    { bookings: [booking('paid', DAY, DAY, 10)], purchases: [order('paid', DAY)] },
  ],
])('a board says: %s', (words, given) => {
  const things = [
    { kind: 'listing', id: 7, pieces: 30 },
    { kind: 'item', id: 7, pieces: 1 },
  ] as const
  const sources = { ...NOTHING, listing: () => plates, item: () => cards, ...given }
  const said = missingWords(planBoard({ eventDate: DAY, things: [...things] }, sources))
  expect(said.replaceAll(/[\u2066-\u2069]/g, '')).toBe(words)
})
