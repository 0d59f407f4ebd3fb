import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  BOOKING_STATUSES,
  type BookingActor,
  type BookingStatus,
  blocksDates,
  bookingDateProblems,
  bookingLifecycle,
  canChangeBooking,
  capturePaymentDueBy,
  firstBookableDay,
  hasReachedOwner,
  NewBooking,
  offerExpiresAt,
  refundFor,
  refundSteps,
  renterRefundPercent,
} from '#schema/booking'
import { fieldMessages } from '#schema/errors'
import { CANCELLATION_PRESETS } from '#schema/listing'

const ZONE = 'America/New_York'
const HOUR_MS = 3_600_000
const ACTORS: BookingActor[] = ['renter', 'owner', 'clock', 'provider']
const WANTED = { listingId: 7, startDate: '2026-12-05', endDate: '2026-12-06', paymentMethodId: 'pm_card' }

test('an offer is for one piece unless it says more', () => {
  expect(NewBooking.parse(WANTED)).toEqual({ ...WANTED, quantity: 1 })
  expect(NewBooking.parse({ ...WANTED, note: ' For my mother ', totalAmount: 1 })).toEqual({
    ...WANTED,
    quantity: 1,
    note: 'For my mother',
  })
})

test.each([
  [{ listingId: '7' }, { listingId: 'Listing not found' }],
  [{ startDate: undefined }, { startDate: 'Please choose a date' }],
  [{ endDate: '2026-02-30' }, { endDate: 'Please choose a date' }],
  [{ paymentMethodId: undefined }, { paymentMethodId: 'Please select a payment method' }],
  [{ paymentMethodId: '' }, { paymentMethodId: 'Please select a payment method' }],
  [{ quantity: 0 }, { quantity: 'Quantity must be at least 1' }],
  [{ note: 'x'.repeat(2001) }, { note: 'Please keep the note under 2,000 characters' }],
])('an offer with %j is refused', (change, messages) => {
  expect(fieldMessages(NewBooking.safeParse({ ...WANTED, ...change }).error?.issues ?? [])).toEqual(messages)
})

test('today and the same day three months on can be booked, the days beside them cannot', () => {
  const problems = (startDate: string, endDate: string) =>
    bookingDateProblems({ startDate, endDate }, { timezone: ZONE }, new Date('2026-12-01T16:59:59.999Z'))
  expect(problems('2026-12-01', '2027-03-01')).toEqual({})
  expect(problems('2026-11-30', '2026-12-01')).toEqual({ startDate: 'Start date must be in the future' })
  expect(problems('2026-12-01', '2027-03-02')).toEqual({ endDate: 'Cannot book more than 3 months in advance' })
})

test.each([
  ['2026-12-01T05:00:00.000Z', '2026-12-01'],
  ['2026-12-01T16:59:59.999Z', '2026-12-01'],
  ['2026-12-01T17:00:00.000Z', '2026-12-02'],
  // The night on which the clocks go back has 25 hours, and noon is twelve by the clock.
  ['2026-11-01T16:59:59.999Z', '2026-11-01'],
  ['2026-11-01T17:00:00.000Z', '2026-11-02'],
])('an offer made at %s may begin on %s at the earliest: it must be answered by noon', (at, first) => {
  const now = new Date(at)
  expect(firstBookableDay(ZONE, now)).toBe(first)
  const problems = (startDate: string) =>
    bookingDateProblems({ startDate, endDate: '2026-12-10' }, { timezone: ZONE }, now)
  expect(problems(first)).toEqual({})
  const today = at.slice(0, 10)
  if (first > today)
    expect(problems(today)).toEqual({ startDate: 'Offers for today end at noon. Please begin tomorrow or later.' })
})

const CREATED = new Date('2026-12-01T17:00:00.000Z')
test.each([
  ['six days', '2026-12-20', '2026-12-08T17:00:00.000Z', '2026-12-07T17:00:00.000Z'],
  ['six days, without a deadline of the provider', '2026-12-20', null, '2026-12-07T17:00:00.000Z'],
  ['the hold, less twelve hours', '2026-12-20', '2026-12-06T17:00:00.000Z', '2026-12-06T05:00:00.000Z'],
  ['noon of the first day', '2026-12-03', '2026-12-08T17:00:00.000Z', '2026-12-03T17:00:00.000Z'],
  ['noon of today', '2026-12-01', null, '2026-12-01T17:00:00.000Z'],
])('an offer ends with %s', (_, startDate, captureBefore, ends) => {
  const offer = {
    createdAt: CREATED,
    captureBefore: captureBefore ? new Date(captureBefore) : null,
    startDate,
    zone: ZONE,
  }
  expect(offerExpiresAt(offer).toISOString()).toBe(ends)
})

test.each([
  ['2026-12-20', '2026-12-21', '2026-12-02T17:00:00.000Z'],
  ['2026-12-02', '2026-12-02', '2026-12-02T05:00:00.000Z'],
  // The first day is going on: nobody pays for a day that is over.
  ['2026-12-01', '2026-12-05', '2026-12-02T04:59:59.999Z'],
  ['2026-11-30', '2026-12-05', '2026-12-02T17:00:00.000Z'],
  ['2026-11-29', '2026-12-01', '2026-12-02T04:59:59.999Z'],
  ['2026-11-30', '2026-11-30', '2026-12-01T17:00:00.000Z'],
])('a capture that failed for %s to %s must be mended by %s', (startDate, endDate, due) => {
  expect(capturePaymentDueBy(CREATED, { startDate, endDate, timezone: ZONE }).toISOString()).toBe(due)
})

const START = new Date('2026-12-10T05:00:00.000Z')
test.each([
  ['flexible', 24, 100, 0],
  ['standard', 120, 100, 50],
  ['standard', 48, 50, 0],
  ['strict', 168, 50, 0],
] as const)('%s: %d hours before the start %d percent come back, a moment later %d', (preset, hours, before, after) => {
  const at = START.getTime() - hours * HOUR_MS
  expect(renterRefundPercent(preset, '2026-12-10', ZONE, new Date(at))).toBe(before)
  expect(renterRefundPercent(preset, '2026-12-10', ZONE, new Date(at + 1))).toBe(after)
})

test('the refund never grows as the day comes nearer, and the milder preset never gives less', () => {
  const hours = fc.integer({ min: -48, max: 400 })
  fc.assert(
    fc.property(hours, hours, (a, b) => {
      const [early, late] = [Math.max(a, b), Math.min(a, b)]
      const at = (left: number) => new Date(START.getTime() - left * HOUR_MS)
      const percents = CANCELLATION_PRESETS.map((preset) => renterRefundPercent(preset, '2026-12-10', ZONE, at(late)))
      for (const preset of CANCELLATION_PRESETS) {
        const then = renterRefundPercent(preset, '2026-12-10', ZONE, at(early))
        expect(then).toBeGreaterThanOrEqual(renterRefundPercent(preset, '2026-12-10', ZONE, at(late)))
      }
      const [, standard = 0, strict = 0] = percents
      expect(standard).toBeGreaterThanOrEqual(strict)
    }),
  )
})

test.each([
  ['pending', 'renter', 1, 9999],
  ['approved', 'owner', 1, 9999],
  ['paid', 'owner', -24, 9999],
  ['paid', 'renter', 121, 9999],
  ['paid', 'renter', 119, 4999],
  ['approved', 'renter', 47, 0],
  ['paid', 'renter', -24, 0],
] as const)('a %s booking cancelled by the %s %d hours ahead returns %d cents', (status, actor, hours, cents) => {
  const booking = {
    status,
    totalAmount: 9999,
    startDate: '2026-12-10',
    zone: ZONE,
    cancellationPreset: 'standard' as const,
  }
  expect(refundFor(booking, actor, new Date(START.getTime() - hours * HOUR_MS))).toBe(cents)
})

test('approved, paid and completed block the dates, and nothing else does', () => {
  expect(BOOKING_STATUSES.filter(blocksDates)).toEqual(['approved', 'paid', 'completed'])
})

test('an offer whose hold is missing has not reached its owner, unless they have approved it', () => {
  const reached = BOOKING_STATUSES.filter((status) => hasReachedOwner({ status, paymentState: 'unconfirmed' }))
  expect(reached).toEqual(BOOKING_STATUSES.filter((status) => status !== 'pending'))
  expect(hasReachedOwner({ status: 'pending', paymentState: 'held' })).toBe(true)
})

test.each([
  ['not_confirmed', false],
  ['dates_taken', false],
  ['listing_deleted', false],
  ['not_answered', true],
  ['hold_lapsed', true],
])('an offer that expired for %s has reached its owner: %p', (statusReason, hasReached) => {
  expect(hasReachedOwner({ status: 'expired', paymentState: 'released', statusReason })).toBe(hasReached)
  expect(hasReachedOwner({ status: 'declined', paymentState: 'released', statusReason })).toBe(true)
})

test('an offer that was cancelled before it was sent has not reached its owner', () => {
  const reached = (statusReason: string) =>
    hasReachedOwner({ status: 'cancelled', paymentState: 'released', statusReason })
  expect(['cancelled_unsent', 'cancelled_by_renter', 'not_paid'].map(reached)).toEqual([false, true, true])
})

test('the moves of a booking are these', () => {
  const moves = BOOKING_STATUSES.flatMap((from) =>
    BOOKING_STATUSES.flatMap((to) => {
      const actors = ACTORS.filter((actor) => canChangeBooking(from, to, actor))
      return actors.length > 0 ? [`${from} -> ${to}: ${actors.join(', ')}`] : []
    }),
  )
  expect(moves).toEqual([
    'pending -> approved: owner',
    'pending -> declined: owner, clock',
    'pending -> expired: clock, provider',
    'pending -> cancelled: renter, clock',
    'approved -> paid: provider',
    'approved -> cancelled: renter, owner, clock',
    'paid -> completed: renter, clock',
    'paid -> cancelled: renter, owner',
  ])
})

test('however a booking goes, the owner approved what was paid, and an end is an end', () => {
  const wish = fc.tuple(fc.constantFrom(...BOOKING_STATUSES), fc.constantFrom(...ACTORS))
  fc.assert(
    fc.property(fc.array(wish, { maxLength: 40 }), (wishes) => {
      let status: BookingStatus = 'pending'
      let approvedBy: BookingActor | null = null
      const seen = new Set<BookingStatus>([status])
      for (const [to, actor] of wishes) {
        if (!canChangeBooking(status, to, actor)) continue
        expect(Object.keys(bookingLifecycle[status])).toContain(to)
        expect(seen.has(to)).toBe(false)
        if (to === 'approved') approvedBy = actor
        seen.add(to)
        status = to
      }
      if (seen.has('paid')) expect(approvedBy).toBe('owner')
      if (seen.has('completed')) expect(seen.has('paid')).toBe(true)
    }),
    { numRuns: 500 },
  )
  for (const end of ['completed', 'declined', 'expired', 'cancelled'] as const) {
    expect(bookingLifecycle[end]).toEqual({})
  }
})

describe('the promised refund dates', () => {
  /** First days right before, on and after each change of the clocks, and far from one. */
  const DAYS = [
    '2026-03-07',
    '2026-03-08',
    '2026-03-09',
    '2026-03-12',
    '2026-10-31',
    '2026-11-01',
    '2026-11-04',
    '2026-12-10',
  ]
  const MINUTE_MS = 60_000
  for (const zone of [ZONE, 'UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland'])
    for (const preset of CANCELLATION_PRESETS)
      test(`${preset} in ${zone}: what is promised is what is paid, to the minute, and nothing after the last date`, () => {
        for (const startDate of DAYS) {
          const steps = refundSteps(preset, startDate, zone)
          expect(steps.length).toBeGreaterThan(0)
          const percentAt = (ms: number) => renterRefundPercent(preset, startDate, zone, new Date(ms))
          steps.forEach(({ percent, until }, index) => {
            const next = steps[index + 1]?.percent ?? 0
            expect(percentAt(until.getTime() - MINUTE_MS)).toBe(percent)
            expect(percentAt(until.getTime())).toBe(percent)
            expect(percentAt(until.getTime() + 1)).toBe(next)
            expect(percentAt(until.getTime() + MINUTE_MS)).toBe(next)
          })
        }
      })

  test.each([
    ['flexible', ['100 2026-12-09T05:00:00.000Z']],
    ['standard', ['100 2026-12-05T05:00:00.000Z', '50 2026-12-08T05:00:00.000Z']],
    ['strict', ['50 2026-12-03T05:00:00.000Z']],
  ] as const)('%s', (preset, steps) => {
    const found = refundSteps(preset, '2026-12-10', ZONE)
    expect(found.map(({ percent, until }) => `${percent} ${until.toISOString()}`)).toEqual([...steps])
  })
})

describe('the refund of a cancellation', () => {
  const TOTAL = 8401
  const booking = { totalAmount: TOTAL, startDate: '2026-11-04', zone: ZONE }
  const MINUTE_MS = 60_000
  const begins = Date.parse('2026-11-04T05:00:00.000Z')
  for (const cancellationPreset of CANCELLATION_PRESETS)
    test(`${cancellationPreset}: an owner who cancels returns everything; half is rounded down; the clocks change on the way`, () => {
      for (const { percent, until } of refundSteps(cancellationPreset, booking.startDate, ZONE))
        for (const offset of [-MINUTE_MS, 0, 1, MINUTE_MS]) {
          const at = new Date(until.getTime() + offset)
          const paid = { ...booking, cancellationPreset, status: 'paid' as const }
          expect(refundFor(paid, 'owner', at)).toBe(TOTAL)
          expect(refundFor({ ...paid, status: 'pending' }, 'renter', at)).toBe(TOTAL)
          if (offset <= 0) expect(refundFor(paid, 'renter', at)).toBe(percent === 100 ? TOTAL : 4200)
          else expect(refundFor(paid, 'renter', at)).toBeLessThan(percent === 100 ? TOTAL : 4200)
        }
      expect(refundFor({ ...booking, cancellationPreset, status: 'paid' }, 'renter', new Date(begins))).toBe(0)
    })
})
