import { describe, expect, test } from 'bun:test'
import type { DamageReport } from '#schema/damage-report'
import { AnswerForm, EstimateForm, formFields, ReportForm } from './damage-form'
import { type DamageRole, damageDates, damageSentence, estimateWords, windowWords } from './damage-words'

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

test('the estimate, what is paid of it, and when things happened', () => {
  expect(estimateWords(report)).toBe('Repair estimate: $20.00')
  expect(estimateWords({ ...report, ...approved })).toBe('Repair estimate: $20.00')
  expect(estimateWords({ ...report, ...decided })).toBe('Repair estimate: $20.00, of which $15.00 is to be paid')
  expect(estimateWords({ ...report, repairEstimate: null })).toBe(
    'No repair estimate yet. Nothing can be charged without one.',
  )
  const answeredAt = new Date('2026-11-23T09:10:00').toISOString()
  expect(damageDates({ ...report, reviewedAt: answeredAt, resolvedAt: answeredAt })).toEqual([
    'Reported on Sunday, Nov 22, 2:00 PM',
    'Answered on Monday, Nov 23, 9:10 AM',
  ])
  const decidedAt = new Date('2026-11-24T09:10:00').toISOString()
  expect(damageDates({ ...report, resolvedAt: decidedAt }).at(-1)).toBe('Decided on Tuesday, Nov 24, 9:10 AM')
})

test('the end of the window carries its weekday', () => {
  const until = windowWords({ endDate: '2026-11-21', timezone: 'America/New_York' }, new Date('2026-11-22T12:00:00Z'))
  expect(until).toMatch(/^You can report damage until (Sunday|Monday), \d+:59 [AP]M\.$/)
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
  [{ estimate: '100000.01' }, { estimate: 'Please enter at most $100,000.00' }],
  [{ invoice: 'in the drawer' }, { invoice: 'Please provide a valid invoice address' }],
  [
    { description: ' ', photos: [] },
    { description: 'Description is required', photos: 'At least one damage photo is required' },
  ],
]
test.each(typed)('a report typed as %j', (change, errors) => {
  const issues = ReportForm.safeParse({ ...form, ...change }).error?.issues ?? []
  expect(Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))).toEqual(errors)
})

test('an answer is chosen, an estimate is an amount, and the server’s words find their fields', () => {
  const unchosen = AnswerForm.safeParse({ accepts: null, response: '', photos: [] })
  expect(unchosen.error?.issues[0]?.message).toBe('Please choose whether you accept responsibility')
  expect(EstimateForm.safeParse({ estimate: '' }).error?.issues[0]?.message).toBe('Please enter dollars, such as 12.50')
  expect(formFields({ 'images.0': 'Bad', repairEstimate: 'Less', description: 'More' })).toEqual({
    photos: 'Bad',
    estimate: 'Less',
    description: 'More',
  })
})
