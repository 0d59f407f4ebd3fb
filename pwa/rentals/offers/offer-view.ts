import type { Address } from '#schema/address'
import { blocksDates, canChangeBooking, canGiveUp, endsEarly, hasReachedOwner, isDelivered } from '#schema/booking'
import { isOutEarly } from '#schema/handover'
import type { Tone } from '../../ui/status-chip'
import type { ShownBooking } from './booking-queries'
import { type OfferPhase, offerPhase } from './offer-phase'
import { offerSentence } from './offer-sentence'

export type OfferRole = 'renter' | 'owner'
export type OfferAction = 'approve' | 'decline' | 'finish-payment' | 'cancel' | 'messages' | 'ask-back'

/** Everything that a card shows of where its booking stands. */
export interface OfferView {
  /** Its standing and the next step, in one sentence or two. */
  sentence: string
  chip: { tone: Tone; word: string }
  /** The instant at which something runs out, for the countdown; null when nothing does. */
  deadline: string | null
  /** The renter owes the total now. */
  owed: boolean
  /** The other side's name. */
  other: string
  actions: OfferAction[]
  /** The pickup address, once and as long as it is agreed. */
  pickupAddress: string | null
  /** The owner brings the thing and fetches it; the address as far as this side may know it. */
  delivery: { address: string | null; place: string | null } | null
  /** The owner's words on getting there, at the same time. */
  pickupNote: string | null
  /** The name of cancelling at this point. */
  cancelLabel: string
  /** The actions that wait for a connection, in words; empty when none does. */
  offlineReason: string
}

const ACTIONS: Record<OfferPhase, Record<OfferRole, OfferAction[]>> = {
  unfinished: { renter: ['finish-payment', 'cancel'], owner: [] },
  waiting: { renter: ['messages', 'cancel'], owner: ['approve', 'decline', 'messages'] },
  'run-out': both('messages'),
  declining: both('messages'),
  capturing: both('messages'),
  unpaid: { renter: ['finish-payment', 'messages', 'cancel'], owner: ['messages', 'cancel'] },
  'unpaid-over': both('messages'),
  ahead: { renter: ['messages', 'cancel'], owner: ['messages', 'ask-back', 'cancel'] },
  'under-way': { renter: ['messages', 'cancel'], owner: ['messages', 'ask-back', 'cancel'] },
  over: both('messages'),
  completed: both('messages'),
  declined: both('messages'),
  expired: both('messages'),
  cancelled: both('messages'),
  unknown: both('messages'),
}

const TONES: Record<OfferPhase, Tone> = {
  unfinished: 'waiting',
  waiting: 'waiting',
  'run-out': 'danger',
  declining: 'waiting',
  capturing: 'success',
  unpaid: 'danger',
  'unpaid-over': 'danger',
  ahead: 'success',
  'under-way': 'success',
  over: 'success',
  completed: 'neutral',
  declined: 'refused',
  expired: 'danger',
  cancelled: 'danger',
  unknown: 'danger',
}

/** Phases whose word is not simply the status. */
const PHASE_WORDS: Partial<Record<OfferPhase, Partial<Record<OfferRole, string>>>> = {
  unfinished: { renter: 'Payment needed' },
  declining: { owner: 'Declining...' },
  unpaid: { renter: 'Payment needed' },
}

/** A booking as one of its two sides sees it at `now`. */
export function offerView(booking: ShownBooking, role: OfferRole, now: Date): OfferView {
  const phase = offerPhase(booking, now)
  const actions = ACTIONS[phase][role].filter((action) => isAllowed(action, booking, role, now))
  return {
    sentence: offerSentence(booking, phase, role, now),
    chip: { tone: TONES[phase], word: PHASE_WORDS[phase]?.[role] ?? statusWord(booking.status) },
    deadline: deadlineOf(booking, phase),
    owed: phase === 'unpaid' && role === 'renter',
    other: role === 'renter' ? booking.ownerUsername : booking.renterUsername,
    actions,
    pickupAddress: blocksDates(booking.status) ? booking.pickupAddress : null,
    pickupNote: blocksDates(booking.status) ? booking.pickupNote : null,
    delivery: deliveryOf(booking),
    cancelLabel: cancelLabel(booking, role, now),
    offlineReason: offlineReason(actions),
  }
}

function deliveryOf(booking: ShownBooking): OfferView['delivery'] {
  const { status, deliveryAddress, deliveryPlace } = booking
  if (!isDelivered(booking) || (status !== 'pending' && !blocksDates(status))) return null
  return { address: deliveryAddress ? deliveryLine(deliveryAddress) : null, place: deliveryPlace ?? null }
}

/** '34 Ditmars Blvd, Astoria, NY 11105'. */
export function deliveryLine({ street, city, state, zipCode }: Address): string {
  return `${street}, ${city}, ${state} ${zipCode}`
}

/** The other person of a booking's thread, and its subject. */
export function talkOf(
  booking: Pick<ShownBooking, 'userId' | 'ownerUsername' | 'renterUsername' | 'listingTitle'>,
  userId: number,
): { other: string; title: string } {
  const other = booking.userId === userId ? booking.ownerUsername : booking.renterUsername
  return { other, title: booking.listingTitle }
}

/** 'Pending' for pending; also for words that a newer server may have. */
export function statusWord(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1)
}

/** Money moves while its person watches, so these wait for a connection; everything else may be pressed at any time. */
function offlineReason(actions: readonly OfferAction[]): string {
  if (actions.includes('approve')) return 'Approving needs a connection. Declining can wait for one.'
  if (actions.includes('finish-payment')) return 'Not paid yet. Connect to finish the payment or to cancel.'
  return actions.includes('cancel') ? 'Cancelling needs a connection.' : ''
}

function both(...actions: OfferAction[]): Record<OfferRole, OfferAction[]> {
  return { renter: actions, owner: actions }
}

function deadlineOf({ expiresAt, payBy }: ShownBooking, phase: OfferPhase): string | null {
  if (phase === 'waiting' || phase === 'unfinished') return expiresAt
  return phase === 'unpaid' ? payBy : null
}

function cancelLabel(booking: ShownBooking, role: OfferRole, now: Date): string {
  const isEarly = role === 'renter' && isOutEarly(booking, booking.pages ?? [], now)
  if (isEarly || endsEarly(booking, role, now)) return 'End early'
  return booking.status === 'pending' ? 'Cancel offer' : 'Cancel booking'
}

/** No button ever promises what the server refuses. */
function isAllowed(action: OfferAction, booking: ShownBooking, role: OfferRole, now: Date): boolean {
  switch (action) {
    case 'approve':
      return canChangeBooking(booking.status, 'approved', role)
    case 'decline':
      return canChangeBooking(booking.status, 'declined', role)
    case 'cancel':
      return canGiveUp(booking, role, now)
    case 'messages':
      return hasReachedOwner(booking)
    default:
      return true
  }
}
