import { addHours, min, subHours } from 'date-fns'
import * as z from 'zod/mini'
import { Address } from '#schema/address'
import { daysProblem } from '#schema/availability'
import { consentField } from '#schema/consent'
import {
  addDays,
  bookableWindow,
  type DateRange,
  type Day,
  DayInput,
  inclusiveDays,
  rangeProblems,
  todayIn,
} from '#schema/date-range'
import { CancellationPreset, Quantity } from '#schema/listing'
import { DisputeState, MoneyMoment } from '#schema/payment'
import { shownFields } from '#schema/shown'
import type { Lifecycle } from '#schema/state-machine'
import { canMove } from '#schema/state-machine'
import { endOfDayIn, noonIn, startOfDayIn } from '#schema/zone'

const NOTE_MAX = 2000
export const UNCONFIRMED_OFFER_MINUTES = 15
export const OFFER_ANSWER_DAYS = 6
const TOO_LATE_TODAY = 'Offers for today end at noon. Please begin tomorrow or later.'
/** The provider lets a hold lapse at `capture_before`; an offer ends this long before it. */
const HOLD_MARGIN_HOURS = 12
export const RETRY_PAYMENT_HOURS = 24
/** The owner's part of a rental is sent on this long after its end, unless a claim is open. */
export const OWNER_RELEASE_HOURS = 48

export const BOOKING_STATUSES = [
  'pending',
  'approved',
  'paid',
  'completed',
  'declined',
  'expired',
  'cancelled',
] as const
export const BookingStatus = z.enum(BOOKING_STATUSES)
export type BookingStatus = z.infer<typeof BookingStatus>
export type BookingActor = 'renter' | 'owner' | 'clock' | 'provider'

/** The place of a booking's money. A hold is not money: nothing is taken before 'captured'. */
export const PAYMENT_STATES = [
  'unconfirmed',
  'held',
  'capturing',
  'captured',
  'capture_failed',
  'releasing',
  'released',
  'refunding',
  'refunded',
  'refund_failed',
] as const
export const PaymentState = z.enum(PAYMENT_STATES)
export type PaymentState = z.infer<typeof PaymentState>

export const bookingLifecycle = {
  pending: {
    approved: ['owner'],
    declined: ['owner', 'clock'],
    expired: ['clock', 'provider'],
    cancelled: ['renter', 'clock'],
  },
  approved: { paid: ['provider'], cancelled: ['renter', 'owner', 'clock'] },
  // A renter completes a rental by ending it early.
  paid: { completed: ['clock', 'renter'], cancelled: ['renter', 'owner'] },
  completed: {},
  declined: {},
  expired: {},
  cancelled: {},
} as const satisfies Lifecycle<BookingStatus, BookingActor>

/** The one rule for what takes dates, in the calendar, in search, and on the server. */
export const BLOCKING_STATUSES = ['approved', 'paid', 'completed'] as const satisfies readonly BookingStatus[]
export function blocksDates(status: BookingStatus): boolean {
  return (BLOCKING_STATUSES as readonly BookingStatus[]).includes(status)
}

/** Why an offer expires that never reached its owner. */
export const UNSENT_REASONS: readonly string[] = ['not_confirmed', 'dates_taken', 'listing_deleted']

/** Why an offer was cancelled that never reached its owner. */
export const CANCELLED_UNSENT = 'cancelled_unsent'

/**
 * Has the offer reached its owner? One that waits for an answer does so with its hold; an approved one stays with them while
 * its renter pays again.
 */
export function hasReachedOwner(offer: {
  status: BookingStatus
  paymentState: PaymentState
  statusReason?: string | null
}): boolean {
  if (offer.status === 'cancelled') return offer.statusReason !== CANCELLED_UNSENT
  if (offer.status === 'expired') return !UNSENT_REASONS.includes(offer.statusReason ?? '')
  return offer.status !== 'pending' || offer.paymentState !== 'unconfirmed'
}

/** May the owner answer this offer, or a side cancel it? Screens show buttons by this, services refuse by it. */
export function canChangeBooking(from: BookingStatus, to: BookingStatus, actor: BookingActor): boolean {
  return canMove<BookingStatus, BookingActor>(bookingLifecycle, from, to, actor)
}

/** Why a rental is completed that its renter gave up after its first day had begun. */
export const ENDED_EARLY = 'ended_early'

/** Why a booking is cancelled whose money did not come while anybody could rely on it. */
export const NOT_PAID = 'not_paid'

/** Has the first day begun, in the listing's zone? */
export function hasBegun({ startDate, timezone }: { startDate: Day; timezone: string }, now: Date): boolean {
  return now >= startOfDayIn(timezone, startDate)
}

/**
 * Does giving up end the rental early instead of cancelling it? It does for a renter once the first day of a paid rental has
 * begun: the rental counts as completed, its days stay taken, and nothing comes back.
 */
export function endsEarly(
  booking: { status: BookingStatus; startDate: Day; endDate: Day; timezone: string },
  actor: 'renter' | 'owner',
  now: Date,
): boolean {
  const isGoingOn = hasBegun(booking, now) && now <= endOfDayIn(booking.timezone, booking.endDate)
  return actor === 'renter' && booking.status === 'paid' && isGoingOn
}

/** May this side give the booking up now, by cancelling it or by ending it early? */
export function canGiveUp(
  booking: { status: BookingStatus; startDate: Day; endDate: Day; timezone: string },
  actor: 'renter' | 'owner',
  now: Date,
): boolean {
  const isTooLate = actor === 'renter' && booking.status === 'paid' && hasBegun(booking, now)
  return endsEarly(booking, actor, now) || (!isTooLate && canChangeBooking(booking.status, 'cancelled', actor))
}

/** The states of a payment that was taken, whatever became of the money. */
export const TAKEN_STATES: readonly PaymentState[] = ['captured', 'refunding', 'refunded', 'refund_failed']

/** A paid rental that had begun when it ended: the things may have been handed over, whatever its status says now. */
export function wasUsed(booking: {
  status: BookingStatus
  statusReason: string | null
  statusChangedAt: string
  paymentState: PaymentState
  startDate: Day
  timezone: string
}): boolean {
  if (booking.status === 'completed') return true
  if (booking.statusReason === NOT_PAID || booking.statusReason === CANCELLED_UNSENT) return false
  const hadBegun = hasBegun(booking, new Date(booking.statusChangedAt))
  return booking.status === 'cancelled' && TAKEN_STATES.includes(booking.paymentState) && hadBegun
}

export const NewBooking = z.object({
  listingId: z.int('Listing not found'),
  startDate: DayInput,
  endDate: DayInput,
  quantity: z._default(Quantity, 1),
  note: z.optional(
    z.nullable(z.string().check(z.trim(), z.maxLength(NOTE_MAX, 'Please keep the note under 2,000 characters'))),
  ),
  paymentMethodId: z
    .string('Please select a payment method')
    .check(z.minLength(1, 'Please select a payment method'), z.maxLength(255)),
  /** The address to which the owner brings the rental; null or absent when the renter comes for it. */
  deliverTo: z.optional(z.nullable(Address)),
  ...shownFields,
  ...consentField,
  clientId: z.optional(z.uuid()),
})
export type NewBooking = z.infer<typeof NewBooking>

/** The first day that an offer made now can begin on: it must be answered by noon of its first day. */
export function firstBookableDay(zone: string, now: Date): Day {
  const today = todayIn(zone, now)
  return now < noonIn(zone, today) ? today : addDays(today, 1)
}

/** Finds faults in the dates of an offer made `now` for a listing, by field. */
export function bookingDateProblems(
  range: DateRange,
  listing: { timezone: string; minDays?: number | null | undefined; maxDays?: number | null | undefined },
  now: Date,
): Record<string, string> {
  const today = todayIn(listing.timezone, now)
  const problems = rangeProblems(range, bookableWindow(today))
  const first = firstBookableDay(listing.timezone, now)
  if (!problems.startDate && range.startDate < first) problems.startDate = TOO_LATE_TODAY
  const outside = daysProblem(inclusiveDays(range), listing)
  if (outside && Object.keys(problems).length === 0) problems.endDate = outside
  return problems
}

export const BookingAnswer = z.object({ status: z.enum(['approved', 'declined'], 'Choose approved or declined') })

/**
 * When a held offer that nobody answers ends: created + 6 days, the provider's deadline less 12 hours,
 * or noon of the first day in the listing's zone, whichever comes first.
 */
export function offerExpiresAt(offer: {
  createdAt: Date
  captureBefore: Date | null
  startDate: Day
  zone: string
}): Date {
  const ends = [addHours(offer.createdAt, OFFER_ANSWER_DAYS * 24), noonIn(offer.zone, offer.startDate)]
  if (offer.captureBefore) ends.push(subHours(offer.captureBefore, HOLD_MARGIN_HOURS))
  return min(ends)
}

/**
 * A capture that failed must be mended within 24 hours and before the first day begins; one of the first day itself, before that day
 * ends; a later one, before the last day ends. Nobody pays for days that are over.
 */
export function capturePaymentDueBy(
  failedAt: Date,
  { startDate, endDate, timezone }: { startDate: Day; endDate: Day; timezone: string },
): Date {
  const ends = [startOfDayIn(timezone, startDate), endOfDayIn(timezone, startDate), endOfDayIn(timezone, endDate)]
  const end = ends.find((instant) => instant > failedAt) ?? failedAt
  return min([addHours(failedAt, RETRY_PAYMENT_HOURS), end])
}

/** Hours before the first day until which a renter who cancels after approval gets all or half back; null is never. */
export const CANCELLATION_HOURS: Record<CancellationPreset, { full: number | null; half: number | null }> = {
  flexible: { full: 24, half: null },
  standard: { full: 5 * 24, half: 48 },
  strict: { full: null, half: 7 * 24 },
}

/** Share of the total, in percent, that comes back when the renter cancels after approval. */
export function renterRefundPercent(preset: CancellationPreset, startDate: Day, zone: string, now: Date): 0 | 50 | 100 {
  const hoursLeft = (startOfDayIn(zone, startDate).getTime() - now.getTime()) / 3_600_000
  const { full, half } = CANCELLATION_HOURS[preset]
  if (full !== null && hoursLeft >= full) return 100
  return half !== null && hoursLeft >= half ? 50 : 0
}

/** Exact cents returned when `actor` cancels now. Before the money is taken nothing is owed; an owner always returns all. */
export function refundFor(
  booking: {
    status: BookingStatus
    totalAmount: number
    startDate: Day
    zone: string
    cancellationPreset: CancellationPreset
  },
  actor: 'renter' | 'owner',
  now: Date,
): number {
  if (booking.status === 'pending') return booking.totalAmount
  if (actor === 'owner') return booking.totalAmount
  const percent = renterRefundPercent(booking.cancellationPreset, booking.startDate, booking.zone, now)
  return Math.floor((booking.totalAmount * percent) / 100)
}

/** The renter's refunds as dates: up to and with `until` that share comes back, the larger share first; then nothing. */
export function refundSteps(
  preset: CancellationPreset,
  startDate: Day,
  zone: string,
): { percent: 50 | 100; until: Date }[] {
  const { full, half } = CANCELLATION_HOURS[preset]
  const begins = startOfDayIn(zone, startDate)
  return [
    ...(full === null ? [] : [{ percent: 100 as const, until: subHours(begins, full) }]),
    ...(half === null ? [] : [{ percent: 50 as const, until: subHours(begins, half) }]),
  ]
}

export const HistoryEntry = z.object({
  at: z.string(),
  actor: z.enum(['renter', 'owner', 'clock', 'provider', 'operator']),
  status: BookingStatus,
  reason: z.nullable(z.string()),
})

/** The terms agreed by the listing's rules; absent where it had none. Money is cents. */
const agreedRules = {
  pricePerWeek: z.optional(z.int()),
  /** The days after the last one that the owner needs for getting ready. */
  bufferDays: z.optional(z.int()),
  /** The owner brings the thing and fetches it. */
  deliveryFee: z.optional(z.int()),
  /** The renter's; the owner sees it once the money is taken, and only the neighborhood and the city before. */
  deliveryAddress: z.optional(z.nullable(Address)),
  deliveryPlace: z.optional(z.nullable(z.string())),
}

/** A booking as one of its two sides sees it. Money is cents. The renter gets `pickupAddress` and `pickupNote` once the money is taken. */
export const Booking = z.object({
  id: z.int(),
  listingId: z.int(),
  userId: z.int(),
  ownerId: z.int(),
  renterUsername: z.string(),
  ownerUsername: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  quantity: z.int(),
  note: z.nullable(z.string()),
  createdAt: z.string(),
  status: BookingStatus,
  statusReason: z.nullable(z.string()),
  statusChangedAt: z.string(),
  paymentState: PaymentState,
  expiresAt: z.nullable(z.string()),
  payBy: z.nullable(z.string()),
  totalAmount: z.int(),
  refundedAmount: z.int(),
  disputeState: z.optional(DisputeState),
  listingTitle: z.string(),
  listingPhoto: z.string(),
  pricePerDay: z.int(),
  ...agreedRules,
  terms: z.string(),
  cancellationPreset: CancellationPreset,
  timezone: z.string(),
  pickupAddress: z.nullable(z.string()),
  pickupNote: z.nullable(z.string()),
  history: z.array(HistoryEntry),
  /** Oldest first; what only the payee is told is left out for the payer. */
  money: z.optional(z.array(MoneyMoment)),
  clientId: z.nullable(z.string()),
})
export type Booking = z.infer<typeof Booking>

/** A listing's booking as anyone may see it: the blocking ones, three fields. */
export const PublicBooking = z.object({ status: BookingStatus, startDate: z.string(), endDate: z.string() })

export const CreatedBooking = z.object({ booking: Booking, clientSecret: z.string() })
export const CancelPreview = z.object({
  refundAmount: z.int(),
  totalAmount: z.int(),
  percent: z.int(),
  captured: z.boolean(),
  /** The rental is not cancelled but ended early. */
  endsEarly: z.optional(z.boolean()),
})
export type CancelPreview = z.infer<typeof CancelPreview>

/** The refund that a person was shown before they gave a booking up, and whether the money was taken by then; other ones are refused. */
export const CancelWish = z.object({
  expectedRefund: z.optional(z.int().check(z.nonnegative())),
  endsEarly: z._default(z.boolean(), false),
  captured: z.optional(z.boolean()),
})
export type CancelWish = z.infer<typeof CancelWish>

/** Does the owner bring the thing and fetch it? An agreement may be one without a fee. */
export function isDelivered({ deliveryFee }: Pick<Booking, 'deliveryFee'>): boolean {
  return deliveryFee !== undefined
}
