import type { Booking } from '#schema/booking'
import type { Transaction } from '#schema/earnings'
import { formatCents } from '#schema/money'
import { inOrder, moneyStory } from '../../money/money-story'
import type { StoryLine } from '../../ui/timeline'
import { historyWords } from './history-words'
import type { OfferRole } from './offer-view'

/** All that happened to a booking and its money, and what comes next, as one of its sides reads it. `lines` are the owner's. */
export function offerStory(booking: Booking, role: OfferRole, lines: readonly Transaction[]): StoryLine[] {
  const other = role === 'renter' ? booking.ownerUsername : booking.renterUsername
  const side = role === 'renter' ? 'payer' : 'payee'
  return inOrder([
    ...booking.history.map((entry) => ({ at: entry.at, ...historyWords(entry, booking, role) })),
    ...moneyStory(booking.money, { side, other, of: 'sale' }),
    ...holdAhead(booking, role),
    ...yoursAhead(lines),
  ])
}

function holdAhead({ status, paymentState, expiresAt, totalAmount, renterUsername }: Booking, role: OfferRole) {
  if (status !== 'pending' || paymentState !== 'held' || expiresAt === null) return []
  const card = role === 'renter' ? 'your card' : `${renterUsername}’s card`
  const what = `${formatCents(totalAmount)} is held on ${card} until then`
  return [{ at: expiresAt, what, tone: 'waiting' as const, ahead: true as const }]
}

/** A pending amount becomes theirs on a day that is known, unless something holds it: then no day is promised. */
export function yoursAhead(lines: readonly Transaction[]): StoryLine[] {
  const waiting = lines.filter(({ type, status }) => type !== 'payout' && status === 'pending')
  const dueAt = waiting.find((line) => line.dueAt !== null)?.dueAt
  const sum = waiting.reduce((total, { totalAmount }) => total + totalAmount, 0)
  if (!dueAt || sum <= 0 || waiting.some(({ heldBecause }) => heldBecause !== null)) return []
  return [{ at: dueAt, what: `${formatCents(sum)} becomes yours`, tone: 'waiting', ahead: true }]
}
