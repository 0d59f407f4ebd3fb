import { isDelivered } from '#schema/booking'
import { canAnswerClaim, type DamageReport, isClaimOpen } from '#schema/damage-report'
import { todayIn } from '#schema/date-range'
import type { HandoverMoment } from '#schema/handover'
import { endOfDayIn } from '#schema/zone'
import { groupTodo, type Todo, type TodoGroup, type TodoPlace } from '../../todo/todo-groups'
import type { ShownBooking } from './booking-queries'
import { type OfferPhase, offerPhase } from './offer-phase'

export type OfferSide = 'renter' | 'owner'
type Judged = Parameters<typeof offerPhase>[0] & Pick<ShownBooking, 'createdAt' | 'statusChangedAt' | 'written'>
type Claim = Pick<DamageReport, 'status' | 'responseDeadline' | 'paymentState' | 'repairEstimate'>

const GROUPS: Record<OfferPhase, Record<OfferSide, TodoGroup>> = {
  unfinished: { renter: 'needs', owner: 'waiting' },
  waiting: { renter: 'waiting', owner: 'needs' },
  declining: { renter: 'waiting', owner: 'waiting' },
  'run-out': { renter: 'past', owner: 'past' },
  capturing: { renter: 'coming', owner: 'coming' },
  unpaid: { renter: 'needs', owner: 'waiting' },
  'unpaid-over': { renter: 'past', owner: 'past' },
  ahead: { renter: 'coming', owner: 'coming' },
  'under-way': { renter: 'coming', owner: 'coming' },
  over: { renter: 'past', owner: 'past' },
  completed: { renter: 'past', owner: 'past' },
  declined: { renter: 'past', owner: 'past' },
  expired: { renter: 'past', owner: 'past' },
  cancelled: { renter: 'past', owner: 'past' },
  unknown: { renter: 'waiting', owner: 'waiting' },
}

/** The group of an offer for one of its sides, and its place there: what runs out first, comes first; claims before all. */
export function todoPlace(booking: Judged, claim: Claim | undefined, side: OfferSide, now: Date): TodoPlace {
  if (claim && isClaimOpen(claim.status)) return claimPlace(claim, side, now)
  if (claim?.paymentState === 'action_needed')
    return { group: side === 'renter' ? 'needs' : 'waiting', isFirst: true, at: claim.responseDeadline }
  const phase = offerPhase(booking, now)
  const { timezone, startDate, endDate } = booking
  if (momentToday(booking, now))
    return { group: 'needs', at: endOfDayIn(timezone, todayIn(timezone, now)).toISOString() }
  const group = GROUPS[phase][side]
  if (group === 'past') return { group, at: booking.statusChangedAt }
  if (group === 'coming')
    return { group, at: endOfDayIn(timezone, phase === 'under-way' ? endDate : startDate).toISOString() }
  return { group, at: (phase === 'unpaid' ? booking.payBy : booking.expiresAt) ?? booking.createdAt }
}

/** The hand-over of today that this person has not written down yet. On a rental of one day the return comes after the pickup. */
function momentToday(booking: Judged, now: Date): HandoverMoment | null {
  if (offerPhase(booking, now) !== 'under-way') return null
  const { startDate, endDate, timezone, written = [] } = booking
  const today = todayIn(timezone, now)
  if (today === startDate && !written.includes('pickup')) return 'pickup'
  return today === endDate && !written.includes('return') ? 'return' : null
}

/** Today's hand-over in words, and the press that writes it down; null on all other days. */
export function handoverToday(
  booking: Judged & Pick<ShownBooking, 'ownerUsername' | 'renterUsername' | 'deliveryFee'>,
  side: OfferSide,
  now: Date,
): { words: string; label: string } | null {
  const moment = momentToday(booking, now)
  if (!moment) return null
  const { ownerUsername: owner, renterUsername: renter } = booking
  const words = isDelivered(booking)
    ? {
        pickup: { owner: `Today: bring it to ${renter}.`, renter: `Today: ${owner} brings it.` },
        return: { owner: `Today: fetch it from ${renter}.`, renter: `Today: ${owner} fetches it.` },
      }
    : {
        pickup: { owner: `Today: hand it over to ${renter}.`, renter: `Today: pick it up from ${owner}.` },
        return: { owner: `Today: ${renter} brings it back.`, renter: `Today: bring it back to ${owner}.` },
      }
  return { words: words[moment][side], label: `Write down the ${moment}` }
}

function claimPlace(claim: Claim, side: OfferSide, now: Date): TodoPlace {
  const isMine = side === 'renter' ? canAnswerClaim(claim, now) : claim.repairEstimate === null
  return { group: isMine ? 'needs' : 'waiting', isFirst: true, at: claim.responseDeadline }
}

/** The offers of one side by group, each in order. */
export function groupOffers<Offer extends Judged & { id: number }>(
  offers: readonly Offer[],
  claims: ReadonlyMap<number, Claim>,
  side: OfferSide,
  now: Date,
): Todo<Offer> {
  return groupTodo(offers, (offer) => todoPlace(offer, claims.get(offer.id), side, now))
}
