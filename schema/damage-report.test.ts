import { describe, expect, test } from 'bun:test'
import { BOOKING_STATUSES } from '#schema/booking'
import {
  canAnswerClaim,
  canMoveClaim,
  canReportDamage,
  DAMAGE_STATUSES,
  type DamageActor,
  DamageResponse,
  type DamageStatus,
  damageStatusNames,
  damageWindow,
  isClaimOpen,
  MAX_DAMAGE_CENTS,
  MIN_DAMAGE_CENTS,
  NewDamageReport,
  responseDeadline,
} from '#schema/damage-report'

const MINUTE_MS = 60_000
const NEW_YORK = 'America/New_York'

/** When it ended does not count where the last day was over. */
const ENDED = {
  statusReason: null,
  statusChangedAt: '2026-01-01T00:00:00.000Z',
  paymentState: 'captured' as const,
}

/** Zone, last day, the first and the last instant at which damage can be reported. */
const windows: [zone: string, endDate: string, opens: string, closes: string][] = [
  [NEW_YORK, '2026-11-21', '2026-11-22T05:00:00.000Z', '2026-11-23T04:59:59.999Z'],
  [NEW_YORK, '2026-07-04', '2026-07-05T04:00:00.000Z', '2026-07-06T03:59:59.999Z'],
  // The clocks go back during the window: 24 hours end at 11 PM.
  [NEW_YORK, '2026-10-31', '2026-11-01T04:00:00.000Z', '2026-11-02T03:59:59.999Z'],
  // The last day has 25 hours.
  [NEW_YORK, '2026-11-01', '2026-11-02T05:00:00.000Z', '2026-11-03T04:59:59.999Z'],
  // The clocks go forward during the window: 24 hours end at 1 AM.
  [NEW_YORK, '2026-03-07', '2026-03-08T05:00:00.000Z', '2026-03-09T04:59:59.999Z'],
  // The last day has 23 hours.
  [NEW_YORK, '2026-03-08', '2026-03-09T04:00:00.000Z', '2026-03-10T03:59:59.999Z'],
  ['Europe/London', '2026-10-24', '2026-10-24T23:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ['Asia/Kolkata', '2026-11-21', '2026-11-21T18:30:00.000Z', '2026-11-22T18:29:59.999Z'],
  ['Pacific/Kiritimati', '2026-11-21', '2026-11-21T10:00:00.000Z', '2026-11-22T09:59:59.999Z'],
  // Half an hour of daylight saving begins on the night after the last day.
  ['Australia/Lord_Howe', '2026-10-03', '2026-10-03T13:30:00.000Z', '2026-10-04T13:29:59.999Z'],
  ['UTC', '2028-02-29', '2028-03-01T00:00:00.000Z', '2028-03-01T23:59:59.999Z'],
]

describe.each(windows)('%s, last day %s', (timezone, endDate, opens, closes) => {
  const booking = { ...ENDED, status: 'completed' as const, startDate: endDate, endDate, timezone }
  const open = (instant: number) => canReportDamage(booking, new Date(instant))

  test('damage can be reported from the first instant after the last day to the last of 24 hours', () => {
    const [first, last] = [Date.parse(opens), Date.parse(closes)]
    expect([open(first - MINUTE_MS), open(first - 1), open(first), open(first + MINUTE_MS)]).toEqual([
      false,
      false,
      true,
      true,
    ])
    expect([open(last - MINUTE_MS), open(last), open(last + 1), open(last + MINUTE_MS)]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('the window lasts 24 hours, whatever the clocks do', () => {
    const { from, until } = damageWindow(booking)
    expect([until.getTime() - from.getTime(), until.toISOString()]).toEqual([24 * 60 * MINUTE_MS, closes])
  })
})

test('only damage to a completed booking can be reported', () => {
  const now = new Date('2026-11-22T12:00:00.000Z')
  const open = BOOKING_STATUSES.filter((status) =>
    canReportDamage({ ...ENDED, status, startDate: '2026-11-21', endDate: '2026-11-21', timezone: NEW_YORK }, now),
  )
  expect(open).toEqual(['completed'])
})

describe('a rental from Nov 20 to Nov 22 that was given up', () => {
  const rental = {
    startDate: '2026-11-20',
    endDate: '2026-11-22',
    timezone: NEW_YORK,
    paymentState: 'captured' as const,
  }
  const early = { ...rental, status: 'completed' as const, statusReason: 'ended_early' }
  const cancelled = { ...rental, status: 'cancelled' as const, statusReason: 'cancelled_by_owner' }
  const GIVEN_UP = '2026-11-21T15:00:00.000Z'
  const CLOSES = '2026-11-24T04:59:59.999Z'

  test.each([
    ['ended early: at once', early, GIVEN_UP, GIVEN_UP, true],
    ['ended early: a day after the last day', early, GIVEN_UP, CLOSES, true],
    ['ended early: later', early, GIVEN_UP, '2026-11-24T05:00:00.000Z', false],
    ['cancelled by its owner after it had begun', cancelled, GIVEN_UP, GIVEN_UP, true],
    ['cancelled before it had begun', cancelled, '2026-11-20T04:59:59.000Z', GIVEN_UP, false],
    ['cancelled as it began', cancelled, '2026-11-20T05:00:00.000Z', GIVEN_UP, true],
    ['never paid', { ...cancelled, paymentState: 'released' as const }, GIVEN_UP, GIVEN_UP, false],
    ['refunded in full', { ...cancelled, paymentState: 'refunded' as const }, GIVEN_UP, GIVEN_UP, true],
  ])('damage can be reported (%s)', (_, booking, statusChangedAt, at, isOpen) => {
    expect(canReportDamage({ ...booking, statusChangedAt }, new Date(at))).toBe(isOpen)
  })
})

test.each([
  ['2026-11-22T06:00:00.000Z', '2026-11-25T06:00:00.000Z'],
  ['2026-10-31T12:00:00.000Z', '2026-11-03T12:00:00.000Z'],
  ['2026-03-07T12:00:00.000Z', '2026-03-10T12:00:00.000Z'],
])('a report of %s is to be answered by %s', (reportedAt, deadline) => {
  expect(responseDeadline(new Date(reportedAt)).toISOString()).toBe(deadline)
  const report = { status: 'pending_review' as const, responseDeadline: deadline }
  const answerable = [-MINUTE_MS, 0, 1, MINUTE_MS].map((ms) =>
    canAnswerClaim(report, new Date(Date.parse(deadline) + ms)),
  )
  expect(answerable).toEqual([true, true, false, false])
})

test('an answer is given once', () => {
  const responseDeadline = '2026-11-25T06:00:00.000Z'
  const now = new Date('2026-11-23T06:00:00.000Z')
  expect(DAMAGE_STATUSES.filter((status) => canAnswerClaim({ status, responseDeadline }, now))).toEqual([
    'pending_review',
  ])
})

test('a claim moves along these ways and no others', () => {
  const actors: DamageActor[] = ['renter', 'clock', 'operator']
  const moves = DAMAGE_STATUSES.flatMap((from) =>
    DAMAGE_STATUSES.flatMap((to) =>
      actors.filter((actor) => canMoveClaim(from, to, actor)).map((actor) => `${from} -> ${to}: ${actor}`),
    ),
  )
  expect(moves.toSorted()).toEqual([
    'expired -> resolved_approved: operator',
    'expired -> resolved_rejected: operator',
    'pending_review -> expired: clock',
    'pending_review -> resolved_approved: renter',
    'pending_review -> under_review: renter',
    'under_review -> resolved_approved: operator',
    'under_review -> resolved_rejected: operator',
  ])
})

test('an open claim keeps the money where it is, and every status has the words of the specification', () => {
  expect(DAMAGE_STATUSES.filter(isClaimOpen)).toEqual(['pending_review', 'under_review', 'expired'])
  expect(Object.entries(damageStatusNames) as [DamageStatus, string][]).toEqual([
    ['pending_review', 'Pending Renter Review'],
    ['under_review', 'Under Review'],
    ['resolved_approved', 'Damage Claim Approved'],
    ['resolved_rejected', 'Damage Claim Rejected'],
    ['expired', 'Review Period Expired'],
  ])
})

const photo = `/uploads/${'d7'.repeat(32)}.jpg`
const report = { description: 'Two plates came back chipped.', images: [photo] }
const refused: [field: string, input: object, message: string][] = [
  ['description', { images: [photo] }, 'Description is required'],
  ['description', { ...report, description: '  ' }, 'Description is required'],
  ['images', { description: 'Chipped' }, 'At least one damage photo is required'],
  ['images', { ...report, images: [] }, 'At least one damage photo is required'],
  ['images', { ...report, images: Array(13).fill(photo) }, 'Please use at most 12 photos'],
  ['repairEstimate', { ...report, repairEstimate: 12.5 }, 'Please enter an amount in whole cents'],
  ['repairEstimate', { ...report, repairEstimate: MIN_DAMAGE_CENTS - 1 }, 'Please enter at least $0.50'],
  ['repairEstimate', { ...report, repairEstimate: -100 }, 'Please enter at least $0.50'],
  ['repairEstimate', { ...report, repairEstimate: MAX_DAMAGE_CENTS + 1 }, 'Please enter at most $100,000.00'],
  ['repairInvoiceUrl', { ...report, repairInvoiceUrl: 'my invoice' }, 'Please provide a valid invoice address'],
  [
    'repairInvoiceUrl',
    { ...report, repairInvoiceUrl: 'javascript:alert(1)' },
    'Please provide a valid invoice address',
  ],
]
test.each(refused)('a report with a wrong %s is refused (%j): %s', (field, input, message) => {
  const parsed = NewDamageReport.safeParse(input)
  expect(parsed.error?.issues.map(({ path, message: words }) => [path[0], words])).toEqual([[field, message]])
})

test.each([
  report,
  { ...report, repairEstimate: null, repairInvoiceUrl: '' },
  { ...report, repairEstimate: MIN_DAMAGE_CENTS, repairInvoiceUrl: 'https://potter.example/invoices/12.pdf' },
  { ...report, repairEstimate: MAX_DAMAGE_CENTS, clientId: crypto.randomUUID() },
])('a report is taken as %j', (input) => {
  expect(NewDamageReport.safeParse(input).success).toBe(true)
})

test('an answer says yes or no; words and photos are optional', () => {
  expect(DamageResponse.parse({ acceptResponsibility: true })).toEqual({ acceptResponsibility: true, images: [] })
  expect(DamageResponse.safeParse({ response: 'It was like that.' }).error?.issues[0]?.message).toBe(
    'Please choose whether you accept responsibility',
  )
})
