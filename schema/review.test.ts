import { afterEach, describe, expect, test } from 'bun:test'
import {
  canAnswerReview,
  canReview,
  orderReviewUntil,
  REVIEW_MAX,
  ReviewChange,
  rentalReviewUntil,
} from '#schema/review'

const AT = '2026-12-13T05:00:00.000Z'
const UNTIL = new Date('2026-12-27T05:00:00.000Z')

const ZONE = process.env.TZ ?? 'UTC'

afterEach(() => {
  process.env.TZ = ZONE
})

describe('the time for a review', () => {
  test.each(['America/New_York', 'Europe/Berlin', 'UTC'])(
    'ends at the same instant on a device in %s, over a change of its clocks',
    (zone) => {
      process.env.TZ = zone
      for (const [since, until] of [
        ['2026-10-20T04:00:00.000Z', '2026-11-03T04:00:00.000Z'],
        ['2027-03-10T05:00:00.000Z', '2027-03-24T05:00:00.000Z'],
      ] as const) {
        expect(rentalReviewUntil({ status: 'completed', statusChangedAt: since })?.toISOString()).toBe(until)
        expect(orderReviewUntil({ history: [{ at: since, status: 'delivered' }] })?.toISOString()).toBe(until)
      }
    },
  )

  test('begins when a rental is completed and lasts 14 days', () => {
    expect(rentalReviewUntil({ status: 'completed', statusChangedAt: AT })).toEqual(UNTIL)
    for (const status of ['pending', 'approved', 'paid', 'declined', 'expired', 'cancelled'] as const)
      expect(rentalReviewUntil({ status, statusChangedAt: AT })).toBeNull()
  })

  test('begins when an order is delivered for the first time', () => {
    const paid = { at: '2026-12-01T05:00:00.000Z', status: 'paid' } as const
    expect(orderReviewUntil({ history: [paid] })).toBeNull()
    const history = [paid, { at: AT, status: 'delivered' }, { at: '2026-12-20T05:00:00.000Z', status: 'delivered' }]
    expect(orderReviewUntil({ history } as Parameters<typeof orderReviewUntil>[0])).toEqual(UNTIL)
  })

  test.each([
    ['before its end', new Date(UNTIL.getTime() - 1), null, true],
    ['at its end', UNTIL, null, false],
    ['while one’s own waits', new Date(AT), { revealedAt: null }, true],
    ['when one’s own can be read', new Date(AT), { revealedAt: AT }, false],
  ])('%s', (_when, now, own, may) => {
    expect(canReview(UNTIL, own, now)).toBe(may)
    expect(canReview(null, own, now)).toBe(false)
  })
})

test.each([
  [{}, true],
  [{ subjectId: 8 }, false],
  [{ revealedAt: null }, false],
  [{ hidden: true }, false],
  [{ answer: 'Thank you' }, false],
])('an answer to %j', (further, may) => {
  const review = { subjectId: 7, revealedAt: AT, hidden: false, answer: null, ...further }
  expect(canAnswerReview({ id: 7 }, review)).toBe(may)
})

test('words are trimmed, may be missing, and have an end', () => {
  expect(ReviewChange.parse({ stars: 5 })).toEqual({ stars: 5, points: [], content: '' })
  expect(ReviewChange.parse({ stars: 1, content: '  Late ' }).content).toBe('Late')
  expect(ReviewChange.safeParse({ stars: 1, content: 'x'.repeat(REVIEW_MAX) }).success).toBe(true)
  expect(ReviewChange.safeParse({ stars: 1, content: 'x'.repeat(REVIEW_MAX + 1) }).success).toBe(false)
})
