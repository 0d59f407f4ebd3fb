import { describe, expect, test } from 'bun:test'
import type { Booking } from '#schema/booking'
import type { DamageReport } from '#schema/damage-report'
import { AnswerForm, damageFields, estimateForm, reportForm } from './damage-form'
import {
  canReportNow,
  type DamageRole,
  damageSentence,
  damageStory,
  estimateWords,
  whyUnsent,
  windowWords,
} from './damage-words'

const NOW = new Date('2026-11-22T15:00:00')
const SIDES = { ownerUsername: 'Rosa', renterUsername: 'Rene' }
const report: DamageReport = {
  id: 1,
  bookingId: 7,
  reporterId: 2,
  description: 'Chipped',
  images: ['https://example.com/a.jpg'],
  repairEstimate: 2000,
  repairInvoiceUrl: null,
  status: 'pending_review',
  paymentState: 'none',
  renterResponse: null,
  renterResponseImages: [],
  finalAmount: null,
  decisionNote: null,
  createdAt: new Date('2026-11-22T14:00:00').toISOString(),
  reviewedAt: null,
  resolvedAt: null,
  responseDeadline: new Date('2026-11-25T14:00:00').toISOString(),
}
const approved = { status: 'resolved_approved', finalAmount: 2000 } as const
const decided = { ...approved, finalAmount: 1500, decisionNote: 'Both photos show it.' }
const DECIDES = 'Trestle looks at what both sides wrote down and decides.'

const sentences: [change: Partial<DamageReport>, role: DamageRole, sentence: string][] = [
  [{}, 'renter', 'Rosa reports damage. Please answer by Wednesday, 2:00 PM. Nothing has been charged.'],
  [{}, 'owner', 'Rene has until Wednesday, 2:00 PM to answer. Nothing has been charged.'],
  [
    { responseDeadline: new Date('2026-11-22T14:59:59').toISOString() },
    'renter',
    'The time to answer is over. Nothing was charged. Trestle will decide.',
  ],
  [{ status: 'under_review' }, 'renter', `You contested this. ${DECIDES}`],
  [{ status: 'under_review' }, 'owner', `Rene contests this. ${DECIDES}`],
  [{ status: 'expired' }, 'renter', `You did not answer in time. Nothing was charged. ${DECIDES}`],
  [{ status: 'expired' }, 'owner', `Rene did not answer in time. Nothing was charged. ${DECIDES}`],
  [{ status: 'resolved_rejected' }, 'owner', 'Trestle has decided: nothing is to be paid.'],
  [
    { ...approved, paymentState: 'charging' },
    'renter',
    'You accepted responsibility. Your card is being charged $20.00.',
  ],
  [{ ...approved, paymentState: 'charging' }, 'owner', 'Rene accepted responsibility. Rene is being charged $20.00.'],
  [{ ...approved, paymentState: 'charged' }, 'renter', 'You accepted responsibility. Your card was charged $20.00.'],
  [{ ...approved, paymentState: 'charged' }, 'owner', 'Rene accepted responsibility. Rene has paid $20.00.'],
  [
    { ...approved, paymentState: 'charged', disputeState: 'lost' },
    'renter',
    'You accepted responsibility. Your card was charged $20.00. Your bank decided for you and has given you the money back.',
  ],
  [
    { ...approved, paymentState: 'charged', disputeState: 'open' },
    'owner',
    'Rene accepted responsibility. Rene has paid $20.00. Rene’s bank asks for this payment back. We answer for you, and the bank decides.',
  ],
  [
    { ...decided, paymentState: 'action_needed' },
    'renter',
    'Trestle has approved this claim. Your bank did not let us take $15.00 without you. Please pay it here.',
  ],
  [
    { ...decided, paymentState: 'action_needed' },
    'owner',
    'Trestle has approved this claim. Rene’s bank did not let us take $15.00. We have asked Rene to pay it.',
  ],
]

describe('a claim in a sentence', () => {
  test.each(sentences)('%j, %s', (change, role, sentence) => {
    expect(damageSentence({ ...report, ...change }, SIDES, role, NOW)).toBe(sentence)
  })
})

test('the estimate, and what is paid of it', () => {
  expect(estimateWords(report)).toBe('Repair estimate: $20.00')
  expect(estimateWords({ ...report, ...approved })).toBe('Repair estimate: $20.00')
  expect(estimateWords({ ...report, ...decided })).toBe('Repair estimate: $20.00, of which $15.00 is to be paid')
  expect(estimateWords({ ...report, repairEstimate: null })).toBe(
    'No repair estimate yet. Nothing can be charged without one.',
  )
})

test('a claim and its money in the order in which it happened, and until when it is to be answered', () => {
  const story = (change: Partial<DamageReport>, role: 'renter' | 'owner' | 'operator', money: Booking['money'] = []) =>
    damageStory({ ...report, ...change }, { ...SIDES, money }, role).map(({ what, ahead }) =>
      ahead ? `(${what})` : what,
    )
  expect(story({}, 'renter')).toEqual(['Rosa reported damage', '(The time to answer ends)'])
  const reviewedAt = new Date('2026-11-23T09:10:00').toISOString()
  const resolvedAt = new Date('2026-11-24T09:10:00').toISOString()
  const at = (hour: number) => new Date(2026, 10, 25, hour).toISOString()
  const money = [
    { at: at(1), what: 'damage' as const, amount: 1500 },
    { at: at(2), what: 'damage_sent' as const, amount: 1500 },
    { at: at(3), what: 'refunded' as const, amount: 900 },
  ]
  expect(story({ ...decided, reviewedAt, resolvedAt }, 'owner', money)).toEqual([
    'You reported damage',
    'Rene answered',
    'Trestle decided',
    'Rene paid $15.00 for the damage',
    '$15.00 was sent on to your payout account',
  ])
  expect(story({ ...approved, reviewedAt, resolvedAt: reviewedAt }, 'operator')).toEqual([
    'Rosa reported damage',
    'Rene answered',
  ])
})

test('the end of the window carries its weekday', () => {
  const booking = {
    status: 'completed' as const,
    statusReason: null,
    statusChangedAt: '2026-11-22T05:00:00Z',
    paymentState: 'captured' as const,
    startDate: '2026-11-21',
    endDate: '2026-11-21',
    timezone: 'America/New_York',
  }
  const until = windowWords(booking, new Date('2026-11-22T12:00:00Z'))
  expect(until).toMatch(/^You can report damage until (today|Monday), \d+:59 [AP]M\.$/)
})

const form = { description: 'Chipped', photos: [{ blobId: crypto.randomUUID() }], estimate: '', invoice: '' }
const typed: [change: object, errors: Record<string, string>][] = [
  [{}, {}],
  [{ estimate: '20' }, {}],
  [{ estimate: ' 12.50 ', invoice: 'https://potter.example/1.pdf' }, {}],
  [{ estimate: '12,50' }, { estimate: 'Please enter dollars, such as 12.50' }],
  [{ estimate: '-5' }, { estimate: 'Please enter dollars, such as 12.50' }],
  [{ estimate: '1e9' }, { estimate: 'Please enter dollars, such as 12.50' }],
  [{ estimate: '0' }, { estimate: 'Please enter at least $0.50' }],
  [{ estimate: '100000.01' }, { estimate: 'Please enter at most $100,000.00: more cannot be charged for this rental' }],
  [{ invoice: 'in the drawer' }, { invoice: 'Please provide a valid invoice address' }],
  [
    { description: ' ', photos: [] },
    { description: 'Description is required', photos: 'At least one damage photo is required' },
  ],
]
test.each([
  [3750, '2000', undefined],
  [3750, '2000.01', 'Please enter at most $2,000.00: more cannot be charged for this rental'],
  [30_000, '3000', undefined],
  [30_000, '3000.01', 'Please enter at most $3,000.00: more cannot be charged for this rental'],
  [9_000_000, '100000.01', 'Please enter at most $100,000.00: more cannot be charged for this rental'],
])('for a rental of %i cents, $%s: %p', (total, estimate, problem) => {
  expect(reportForm(total).safeParse({ ...form, estimate }).error?.issues[0]?.message).toBe(problem as string)
})

test.each(typed)('a report typed as %j', (change, errors) => {
  const issues = reportForm(1_000_000).safeParse({ ...form, ...change }).error?.issues ?? []
  expect(Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))).toEqual(errors)
})

test('an answer is chosen, an estimate is an amount, and the server’s words find their fields', () => {
  const unchosen = AnswerForm.safeParse({ accepts: null, response: '', photos: [] })
  expect(unchosen.error?.issues[0]?.message).toBe('Please choose whether you accept responsibility')
  expect(estimateForm(3750).safeParse({ estimate: '' }).error?.issues[0]?.message).toBe(
    'Please enter dollars, such as 12.50',
  )
  expect(damageFields({ 'images.0': 'Bad', repairEstimate: 'Less', description: 'More' })).toEqual({
    photos: 'Bad',
    estimate: 'Less',
    description: 'More',
  })
})

test.each([
  [null, 'The time to answer is over.'],
  ['2026-11-28T12:00:00.000Z', 'You have already sent a different answer.'],
])('an answer to a claim that was answered at %p cannot be sent: %s', (reviewedAt, words) => {
  expect(whyUnsent({ reviewedAt })).toBe(words)
})

test.each([
  ['paid', '2026-11-23T04:59:59.999Z', false],
  ['paid', '2026-11-23T05:00:00.000Z', true],
  ['completed', '2026-11-23T05:00:00.000Z', true],
  ['paid', '2026-11-24T04:59:59.999Z', true],
  ['paid', '2026-11-24T05:00:00.000Z', false],
  ['approved', '2026-11-23T05:00:00.000Z', false],
  ['cancelled', '2026-11-23T05:00:00.000Z', false],
] as const)('a rental that this device knows as %s: damage can be reported at %s: %p', (status, at, expected) => {
  const rental = {
    startDate: '2026-11-20',
    endDate: '2026-11-22',
    timezone: 'America/New_York',
    paymentState: 'captured' as const,
    statusReason: null,
    statusChangedAt: '2026-11-10T12:00:00.000Z',
  }
  expect(canReportNow({ ...rental, status }, new Date(at))).toBe(expected)
})
