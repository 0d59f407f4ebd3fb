import { expect, test } from 'bun:test'
import { needsCard } from './card-use'

const ENDED = {
  statusReason: null,
  statusChangedAt: '2026-10-01T00:00:00.000Z',
  paymentState: 'captured' as const,
  startDate: '2026-10-30',
}
const OVER = new Date('2026-12-20T00:00:00Z')
const claimed = (status: 'pending_review' | 'under_review' | 'expired' | 'resolved_rejected') => ({
  status,
  paymentState: 'none' as const,
})
const owed = (paymentState: 'charging' | 'action_needed' | 'charged') => ({
  status: 'resolved_approved' as const,
  paymentState,
})
test.each([
  ['pending', null, true],
  ['approved', null, true],
  ['paid', null, true],
  ['completed', null, false],
  ['declined', null, false],
  ['expired', null, false],
  ['cancelled', null, false],
  ['completed', claimed('pending_review'), true],
  ['completed', claimed('under_review'), true],
  ['completed', claimed('expired'), true],
  ['completed', claimed('resolved_rejected'), false],
  ['completed', owed('charging'), true],
  ['completed', owed('action_needed'), true],
  ['completed', owed('charged'), false],
] as const)('a week after the end, %s with the claim %j needs the card: %p', (status, claim, needed) => {
  const booking = { ...ENDED, status, endDate: '2026-12-12', timezone: 'America/New_York', claim }
  expect(needsCard(booking, OVER)).toBe(needed)
})

test.each([
  ['America/New_York', '2026-12-12', '2026-12-14T04:59:59.999Z', true],
  ['America/New_York', '2026-12-12', '2026-12-14T05:00:00.000Z', false],
  ['Asia/Tokyo', '2026-12-12', '2026-12-13T14:59:59.999Z', true],
  ['Asia/Tokyo', '2026-12-12', '2026-12-13T15:00:00.000Z', false],
  // The clocks go back in the night after the last day: 24 hours are 24 hours.
  ['America/New_York', '2026-10-31', '2026-11-02T03:59:59.999Z', true],
  ['America/New_York', '2026-10-31', '2026-11-02T04:00:00.000Z', false],
])('in %s, after %s, the card is needed at %s: %p', (timezone, endDate, at, needed) => {
  expect(needsCard({ ...ENDED, status: 'completed', endDate, timezone, claim: null }, new Date(at))).toBe(needed)
})
