import { canAnswerClaim, type DamageReport, isClaimOpen } from '#schema/damage-report'
import { todayIn } from '#schema/date-range'
import { endOfDayIn } from '#schema/zone'
import type { ShownBooking } from './booking-queries'
import { type OfferPhase, offerPhase } from './offer-phase'

/** An offer's place on a person's list of what to do. */
export type TodoGroup = 'needs' | 'coming' | 'waiting' | 'past'

export interface TodoPlace {
  group: TodoGroup
  /** Comes before all others of its group. */
  isFirst?: true
  /** The instant by which it is sorted within its group, the earliest first; the past has the latest first. */
  at: string
}

type Side = 'renter' | 'owner'
type Judged = Parameters<typeof offerPhase>[0] & Pick<ShownBooking, 'createdAt' | 'statusChangedAt'>
type Claim = Pick<DamageReport, 'status' | 'responseDeadline' | 'paymentState' | 'repairEstimate'>

const GROUPS: Record<OfferPhase, Record<Side, TodoGroup>> = {
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
export function todoPlace(booking: Judged, claim: Claim | undefined, side: Side, now: Date): TodoPlace {
  if (claim && isClaimOpen(claim.status)) return claimPlace(claim, side, now)
  if (claim?.paymentState === 'action_needed')
    return { group: side === 'renter' ? 'needs' : 'waiting', isFirst: true, at: claim.responseDeadline }
  const phase = offerPhase(booking, now)
  const { timezone, startDate, endDate } = booking
  const today = todayIn(timezone, now)
  if (phase === 'under-way' && (today === startDate || today === endDate))
    return { group: 'needs', at: endOfDayIn(timezone, today).toISOString() }
  const group = GROUPS[phase][side]
  if (group === 'past') return { group, at: booking.statusChangedAt }
  if (group === 'coming')
    return { group, at: endOfDayIn(timezone, phase === 'under-way' ? endDate : startDate).toISOString() }
  return { group, at: (phase === 'unpaid' ? booking.payBy : booking.expiresAt) ?? booking.createdAt }
}

/** Today's hand-over in words, and the press that writes it down; null on all other days. */
export function handoverToday(
  booking: Judged & Pick<ShownBooking, 'ownerUsername' | 'renterUsername'>,
  side: Side,
  now: Date,
): { words: string; label: string } | null {
  if (offerPhase(booking, now) !== 'under-way') return null
  const today = todayIn(booking.timezone, now)
  const { startDate, endDate, ownerUsername: owner, renterUsername: renter } = booking
  if (today === startDate)
    return {
      words: side === 'owner' ? `Today: hand it over to ${renter}.` : `Today: pick it up from ${owner}.`,
      label: 'Write down the pickup',
    }
  if (today !== endDate) return null
  return {
    words: side === 'owner' ? `Today: ${renter} brings it back.` : `Today: bring it back to ${owner}.`,
    label: 'Write down the return',
  }
}

function claimPlace(claim: Claim, side: Side, now: Date): TodoPlace {
  const isMine = side === 'renter' ? canAnswerClaim(claim, now) : claim.repairEstimate === null
  return { group: isMine ? 'needs' : 'waiting', isFirst: true, at: claim.responseDeadline }
}

const ORDER: Record<TodoGroup, number> = { needs: 0, coming: 1, waiting: 2, past: 3 }

/** The offers of one side by group, each in order. */
export function groupTodo<Offer extends Judged & { id: number }>(
  offers: readonly Offer[],
  claims: ReadonlyMap<number, Claim>,
  side: Side,
  now: Date,
): Record<TodoGroup, Offer[]> {
  const placed = offers.map((offer) => ({ offer, place: todoPlace(offer, claims.get(offer.id), side, now) }))
  placed.sort((a, b) => comparePlaces(a.place, b.place) || b.offer.id - a.offer.id)
  const of = (group: TodoGroup) => placed.flatMap(({ offer, place }) => (place.group === group ? [offer] : []))
  return { needs: of('needs'), coming: of('coming'), waiting: of('waiting'), past: of('past') }
}

function comparePlaces(a: TodoPlace, b: TodoPlace): number {
  if (a.group !== b.group) return ORDER[a.group] - ORDER[b.group]
  if (a.isFirst !== b.isFirst) return a.isFirst ? -1 : 1
  const earlier = a.at < b.at ? -1 : a.at > b.at ? 1 : 0
  return a.group === 'past' ? -earlier : earlier
}
