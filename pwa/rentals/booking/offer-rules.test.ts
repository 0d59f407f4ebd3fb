import { describe, expect, test } from 'bun:test'
import { renterRefundPercent } from '#schema/booking'
import { addDays } from '#schema/date-range'
import { CANCELLATION_PRESETS, type CatalogueListing } from '#schema/listing'
import { listingPrices } from '#schema/money'
import { startOfDayIn } from '#schema/zone'
import {
  bookSection,
  cancellationWords,
  type OfferGround,
  offerProblems,
  ownBookWords,
  pickableDays,
  piecesWords,
  priceLine,
  rangeWords,
  stillClashing,
} from './offer-rules'

const ZONE = 'America/New_York'
/** Four in the morning in New York, and already the next day in Tokyo. */
const now = new Date('2026-11-21T09:00:00.000Z')
const ground = (part: Partial<CatalogueListing> = {}, rest: Partial<OfferGround> = {}): OfferGround => ({
  listing: { price: 12, quantity: 4, timezone: ZONE, busy: [], ...part },
  blocked: [],
  clashing: [],
  now,
  ...rest,
})
const offer = (startDate: string, endDate: string, quantity = 1, note = '') => ({
  range: { startDate, endDate },
  quantity,
  note,
})

test.each([
  [true, false, 'Closed to you: owners cannot book their own listings. Renters pick their dates here.'],
  [false, false, 'Closed: you have paused this listing, so nobody can make offers for it.'],
  [true, true, 'Closed: the operators have hidden this listing.'],
])('on show %p, hidden %p: its owner reads why Book Dates is closed', (available, hidden, words) => {
  expect(ownBookWords({ availability: { available }, hidden })).toBe(words)
})

describe('the views of Book Dates', () => {
  const listing = { userId: 7, availability: { available: true } }
  test.each([
    ['nobody is known yet', undefined, listing, 'unknown'],
    ['a visitor', null, listing, 'open'],
    ['a renter', { id: 8 }, listing, 'open'],
    ['the owner', { id: 7 }, listing, 'own'],
    [
      'the owner of a listing that takes no offers',
      { id: 7 },
      { ...listing, availability: { available: false } },
      'own',
    ],
    ['a renter of one that takes no offers', { id: 8 }, { ...listing, availability: { available: false } }, 'closed'],
  ] as const)('%s', (_, user, shown, expected) => expect(bookSection(user, shown)).toBe(expected))
})

describe('the problems that stop an offer', () => {
  test('nothing, for free days in the window', () => {
    expect(offerProblems(offer('2026-11-21', '2027-02-21', 4), ground())).toEqual({})
  })

  test('no dates', () => {
    expect(offerProblems({ range: null, quantity: 1, note: '' }, ground())).toEqual({ dates: 'Please select dates' })
  })

  test.each([
    ['a day that is over in the zone of the listing', '2026-11-20', '2026-11-22', 'Start date must be in the future'],
    ['a day beyond three months', '2027-02-20', '2027-02-22', 'Cannot book more than 3 months in advance'],
  ])('%s', (_, startDate, endDate, words) => {
    expect(offerProblems(offer(startDate, endDate), ground()).dates).toBe(words)
  })

  test('a total that cannot be paid', () => {
    expect(offerProblems(offer('2026-11-28', '2026-11-28'), ground({ price: 0.49 })).dates).toBe(
      'This comes to $0.49. A payment is at least $0.50 and at most $50,000.00.',
    )
    expect(offerProblems(offer('2026-11-28', '2026-11-29'), ground({ price: 0.49 }))).toEqual({})
    expect(offerProblems(offer('2026-11-28', '2026-11-28', 4), ground({ price: 20_000 })).dates).toStartWith(
      'This comes to $80,000.00.',
    )
  })

  test("today is the day of the listing's zone", () => {
    const inTokyo = ground({ timezone: 'Pacific/Kiritimati' }, { now: new Date('2026-11-21T11:00:00.000Z') })
    expect(offerProblems(offer('2026-11-21', '2026-11-22'), inTokyo).dates).toBe('Start date must be in the future')
    expect(offerProblems(offer('2026-11-22', '2026-11-22'), inTokyo)).toEqual({})
  })

  test('days on which too little is left for what is wanted are named', () => {
    const busy: CatalogueListing['busy'] = [
      ['2026-11-28', '2026-11-29', 2],
      ['2026-11-29', '2026-11-30', 1],
    ]
    expect(offerProblems(offer('2026-11-27', '2026-11-30', 1), ground({ busy }))).toEqual({})
    expect(offerProblems(offer('2026-11-27', '2026-11-30', 2), ground({ busy })).dates).toBe(
      'Already taken: Sun, Nov 29 (1 left). Please choose fewer, or other dates.',
    )
    expect(offerProblems(offer('2026-11-27', '2026-11-30', 3), ground({ busy })).dates).toBe(
      'Already taken: Sat, Nov 28 (2 left); Sun, Nov 29 (1 left). Please choose fewer, or other dates.',
    )
    const all: CatalogueListing['busy'] = [['2026-11-28', '2026-11-28', 4], ...busy.slice(1)]
    expect(offerProblems(offer('2026-11-28', '2026-11-29', 4), ground({ busy: all })).dates).toBe(
      'Already taken: Sat, Nov 28; Sun, Nov 29 (3 left). Please choose other dates.',
    )
  })

  test.each([
    [null, '4 available in all'],
    [{ startDate: '2026-11-27', endDate: '2026-11-27' }, 'All 4 are free on these days'],
    [{ startDate: '2026-11-27', endDate: '2026-11-29' }, '1 of 4 left on these days'],
  ])('pieces on %p: %s', (range, words) => {
    const busy: CatalogueListing['busy'] = [['2026-11-28', '2026-11-29', 3]]
    expect(piecesWords(range, ground({ busy }))).toBe(words)
  })

  test.each<[string, Partial<OfferGround>, number, string]>([
    ['the owner has blocked', { blocked: [['2026-11-28', '2026-11-28']] }, 4, '0 of 4 left on these days'],
    [
      'the owner has blocked beside them',
      { blocked: [['2026-11-30', '2026-12-01']] },
      4,
      'All 4 are free on these days',
    ],
    ['the server has just named', { clashing: ['2026-11-29'] }, 4, '0 of 4 left on these days'],
    ['the owner of one piece has blocked', { blocked: [['2026-11-27', '2026-12-02']] }, 1, 'It is taken on these days'],
  ])('pieces on days that %s', (_, rest, quantity, words) => {
    const range = { startDate: '2026-11-27', endDate: '2026-11-29' }
    expect(piecesWords(range, ground({ quantity }, rest))).toBe(words)
  })

  test('a listing of one piece is free or taken', () => {
    const range = { startDate: '2026-11-27', endDate: '2026-11-27' }
    const busy: CatalogueListing['busy'] = [['2026-11-27', '2026-11-27', 1]]
    expect(piecesWords(range, ground({ quantity: 1, busy: [] }))).toBe('It is free on these days')
    expect(piecesWords(range, ground({ quantity: 1, busy }))).toBe('It is taken on these days')
  })

  test('days that the owner has blocked', () => {
    const blocked = ground({}, { blocked: [['2026-11-30', '2026-12-02']] })
    expect(offerProblems(offer('2026-11-28', '2026-11-30'), blocked).dates).toBe(
      'The owner is not available on those dates.',
    )
    expect(offerProblems(offer('2026-11-28', '2026-11-29'), blocked)).toEqual({})
  })

  test('days that the server has just named, before the calendar knows them', () => {
    const clash = ground({}, { clashing: ['2026-11-29'] })
    expect(offerProblems(offer('2026-11-28', '2026-11-30'), clash).dates).toBe(
      'Already taken: Sun, Nov 29. Please choose other dates.',
    )
    expect(offerProblems(offer('2026-11-30', '2026-11-30'), clash)).toEqual({})
  })

  test('days that the server has named, until the calendar knows better', () => {
    const before = { quantity: 40, busy: [] }
    const after: Pick<CatalogueListing, 'quantity' | 'busy'> = { quantity: 40, busy: [['2026-11-28', '2026-11-28', 1]] }
    const clash = { days: ['2026-11-28'], over: before }
    const all = offer('2026-11-28', '2026-11-28', 40)
    const told = ground(before, { clashing: stillClashing(clash, { ...before, busy: [] }) })
    expect(offerProblems(all, told).dates).toBe('Already taken: Sat, Nov 28. Please choose other dates.')
    const known = ground(after, { clashing: stillClashing(clash, after) })
    expect(piecesWords(all.range, known)).toBe('39 of 40 left on these days')
    expect(offerProblems(all, known).dates).toBe(
      'Already taken: Sat, Nov 28 (39 left). Please choose fewer, or other dates.',
    )
    expect(stillClashing(clash, { ...before, quantity: 39 })).toEqual([])
  })

  test('more than there is, said once and not as taken days', () => {
    expect(offerProblems(offer('2026-11-28', '2026-11-28', 5), ground())).toEqual({ quantity: 'There are only 4' })
    expect(offerProblems(offer('2026-11-28', '2026-11-28', 2), ground({ quantity: 1 })).quantity).toBe(
      'There is only one',
    )
  })

  test('a note beyond the limit', () => {
    expect(offerProblems(offer('2026-11-28', '2026-11-28', 1, 'x'.repeat(2001)), ground())).toEqual({
      note: 'Please keep the note under 2,000 characters',
    })
    expect(offerProblems(offer('2026-11-28', '2026-11-28', 1, 'x'.repeat(2000)), ground())).toEqual({})
  })
})

test('the calendar offers what an offer would pass with', () => {
  const busy: CatalogueListing['busy'] = [['2026-11-28', '2026-11-29', 3]]
  const rest = { blocked: [['2026-12-10', '2026-12-11']] as const, clashing: ['2026-12-24'] }
  for (const quantity of [1, 2]) {
    const where = ground({ busy }, rest)
    const { first, last, isClosed } = pickableDays(quantity, where)
    expect([first, last]).toEqual(['2026-11-21', '2027-02-21'])
    for (let day = first; day <= last; day = addDays(day, 1))
      expect({ day, closed: isClosed(day) }).toEqual({
        day,
        closed: 'dates' in offerProblems(offer(day, day, quantity), where),
      })
  }
})

test('of a day that is closed for too few pieces it is known how many are left; of a blocked one none are', () => {
  const busy = [['2026-11-28', '2026-11-29', 3]] as CatalogueListing['busy']
  const { leftOn } = pickableDays(2, ground({ busy }, { blocked: [['2026-11-29', '2026-11-30']] }))
  expect(['2026-11-28', '2026-11-29', '2026-12-01'].map(leftOn)).toEqual([1, 0, 4])
})

test.each([
  ['2026-11-28', '2026-11-30', 2, 12, '3 days x 2 x $12.00 = $72.00', '$72.00'],
  ['2026-11-28', '2026-11-28', 1, 7.5, '1 day x $7.50 = $7.50', '$7.50'],
  ['2026-11-28', '2026-12-07', 40, 67.96, '10 days x 40 x $67.96 = $27,184.00', '$27,184.00'],
])('%s to %s, %i at %d a day: %s', (startDate, endDate, quantity, price, line, total) => {
  expect(priceLine({ startDate, endDate }, quantity, listingPrices({ price }))).toEqual({ line, total })
})

test('a week, the days that remain and the delivery are named in the sum', () => {
  const prices = listingPrices({ price: 12, weekPrice: 60, deliveryFee: 20 }, true)
  expect(priceLine({ startDate: '2026-11-28', endDate: '2026-12-06' }, 2, prices).line).toBe(
    '1 week x 2 x $60.00 + 2 days x 2 x $12.00 + delivery $20.00 = $188.00',
  )
  expect(priceLine({ startDate: '2026-11-28', endDate: '2026-12-02' }, 1, { day: 2000, week: 6000 }).line).toBe(
    '5 days as 1 week x $60.00 = $60.00',
  )
})

describe("an owner's rules", () => {
  const dates = (startDate: string, endDate: string, part: Partial<CatalogueListing>) =>
    offerProblems(offer(startDate, endDate), ground({ quantity: 1, ...part })).dates
  test('too few and too many days are said', () => {
    expect(dates('2026-11-28', '2026-11-28', { minDays: 2 })).toBe('Rented for at least 2 days.')
    expect(dates('2026-11-28', '2026-11-29', { minDays: 2, maxDays: 3 })).toBeUndefined()
    expect(dates('2026-11-28', '2026-12-01', { minDays: 2, maxDays: 3 })).toBe('Rented for at most 3 days.')
  })
  test('days that their owner needs for getting ready are said, and the calendar closes them', () => {
    const busy: CatalogueListing['busy'] = [['2026-12-05', '2026-12-07', 1]]
    expect(dates('2026-11-28', '2026-12-03', { busy, bufferDays: 2 })).toBe(
      'Its owner needs 2 days after your rental to prepare it, and Sat, Dec 5 is taken. Please end earlier.',
    )
    expect(dates('2026-11-28', '2026-12-02', { busy, bufferDays: 2 })).toBeUndefined()
    const { isClosed } = pickableDays(1, ground({ quantity: 1, busy, bufferDays: 2 }))
    expect(['2026-12-02', '2026-12-03', '2026-12-07', '2026-12-08'].map(isClosed)).toEqual([false, true, true, false])
  })
  test('a delivery needs a whole address, and an owner who delivers', () => {
    const home = { street: '1 Elm Street', city: 'Astoria', state: 'NY', zipCode: '11101' }
    const problems = (deliverTo: typeof home, part: Partial<CatalogueListing>) =>
      offerProblems({ ...offer('2026-11-28', '2026-11-29'), deliverTo }, ground(part)).delivery
    expect(problems(home, { deliveryMiles: 5, deliveryFee: 20 })).toBeUndefined()
    expect(problems({ ...home, street: ' ', zipCode: '1' }, { deliveryMiles: 5 })).toEqual({
      street: 'Street address is required',
      zipCode: 'Valid ZIP code is required',
    })
    expect(problems(home, {})?.choice).toContain('not delivered any more')
  })
})

test('every date to act on says its weekday', () => {
  expect(rangeWords({ startDate: '2026-11-28', endDate: '2026-11-30' })).toBe('Sat, Nov 28 to Mon, Nov 30')
  expect(rangeWords({ startDate: '2026-11-28', endDate: '2026-11-28' })).toBe('Sat, Nov 28')
})

test('the words about cancelling say what the refund rule does', () => {
  const units = { hours: 3_600_000, days: 86_400_000 }
  const start = startOfDayIn(ZONE, '2027-01-15').getTime()
  for (const preset of CANCELLATION_PRESETS) {
    const limits = [...cancellationWords(preset).matchAll(/(everything|half)[^.,]*? until (\d+) (hours|days)/g)]
    const promised = [start - 60 * units.days, start - 60_000]
    for (const [, , count, unit] of limits) {
      const limit = start - Number(count) * units[unit as 'hours' | 'days']
      promised.push(limit - 60_000, limit + 60_000)
    }
    for (const at of promised) {
      const before = limits.filter(([, , count, unit]) => at <= start - Number(count) * units[unit as 'hours' | 'days'])
      const percent = before.some(([, share]) => share === 'everything') ? 100 : before.length > 0 ? 50 : 0
      expect({ preset, at, percent }).toEqual({
        preset,
        at,
        percent: renterRefundPercent(preset, '2027-01-15', ZONE, new Date(at)),
      })
    }
    expect(limits.length).toBeGreaterThan(0)
  }
})
