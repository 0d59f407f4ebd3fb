import { addHours, min, subMilliseconds } from 'date-fns'
import * as z from 'zod/mini'
import { type Booking, ENDED_EARLY, wasUsed } from '#schema/booking'
import { visible } from '#schema/edit'
import { formatCents } from '#schema/money'
import { DisputeState } from '#schema/payment'
import type { Lifecycle } from '#schema/state-machine'
import { canMove } from '#schema/state-machine'
import { PhotoUrl } from '#schema/upload'
import { endOfDayIn } from '#schema/zone'

/** The owner may report until this long after the end of the last day. */
export const DAMAGE_WINDOW_HOURS = 24
/** The renter may answer for this long after the report. */
export const DAMAGE_ANSWER_HOURS = 72
export const MAX_DAMAGE_PHOTOS = 12
export const DAMAGE_TEXT_MAX = 5000
/** Nobody's plates are worth more; a typing mistake is. */
export const MAX_DAMAGE_CENTS = 10_000_000
/** A claim about a cheap rental may be this much, about a dear one this many times its total; never more than MAX_DAMAGE_CENTS. */
export const DAMAGE_FLOOR_CENTS = 200_000
export const DAMAGE_TIMES_TOTAL = 10
/** Smaller amounts cannot be charged by card. */
export const MIN_DAMAGE_CENTS = 50

export const DAMAGE_STATUSES = [
  'pending_review',
  'under_review',
  'resolved_approved',
  'resolved_rejected',
  'expired',
] as const
export const DamageStatus = z.enum(DAMAGE_STATUSES)
export type DamageStatus = z.infer<typeof DamageStatus>
export type DamageActor = 'renter' | 'clock' | 'operator'

/** The specification's words for each status. */
export const damageStatusNames: Record<DamageStatus, string> = {
  pending_review: 'Pending Renter Review',
  under_review: 'Under Review',
  resolved_approved: 'Damage Claim Approved',
  resolved_rejected: 'Damage Claim Rejected',
  expired: 'Review Period Expired',
}

const damageLifecycle = {
  pending_review: { resolved_approved: ['renter'], under_review: ['renter'], expired: ['clock'] },
  under_review: { resolved_approved: ['operator'], resolved_rejected: ['operator'] },
  expired: { resolved_approved: ['operator'], resolved_rejected: ['operator'] },
  resolved_approved: {},
  resolved_rejected: {},
} as const satisfies Lifecycle<DamageStatus, DamageActor>

/** May this actor move a claim from one status to another? */
export function canMoveClaim(from: DamageStatus, to: DamageStatus, actor: DamageActor): boolean {
  return canMove<DamageStatus, DamageActor>(damageLifecycle, from, to, actor)
}

/** The place of an approved claim's money. `action_needed`: the bank wants the renter to be there, or refused. */
const DAMAGE_PAYMENT_STATES = ['none', 'charging', 'action_needed', 'charged'] as const
export const DamagePaymentState = z.enum(DAMAGE_PAYMENT_STATES)
export type DamagePaymentState = z.infer<typeof DamagePaymentState>

/** The most that can be claimed for damage to a rental of this total, in cents. */
export function damageCap(totalAmount: number): number {
  return Math.min(MAX_DAMAGE_CENTS, Math.max(DAMAGE_FLOOR_CENTS, DAMAGE_TIMES_TOTAL * totalAmount))
}

/** Why this much cannot be claimed for a rental of this total; null when it can. */
export function capProblem(cents: number | null | undefined, totalAmount: number): string | null {
  const cap = damageCap(totalAmount)
  return (cents ?? 0) > cap ? `Please enter at most ${formatCents(cap)}: more cannot be charged for this rental` : null
}

/** A claim that is not settled keeps the owner's money for this booking on the platform. */
export function isClaimOpen(status: DamageStatus): boolean {
  return status === 'pending_review' || status === 'under_review' || status === 'expired'
}

/** The fields of a booking that tell whether its things were used, and until when the owner checks them. */
export type UsedRental = Pick<
  Booking,
  'status' | 'statusReason' | 'statusChangedAt' | 'paymentState' | 'startDate' | 'endDate' | 'timezone'
>

/**
 * May the owner report damage now? The rental was paid and had begun when it ended, and its last day ended no more than 24
 * hours ago, both judged in the listing's zone.
 */
export function canReportDamage(booking: UsedRental, now: Date): boolean {
  const { from, until } = damageWindow(booking)
  return wasUsed(booking) && now > from && now <= until
}

/** From the end of the last day, or from an earlier end of the rental, to 24 hours after the last day. */
export function damageWindow(booking: UsedRental): { from: Date; until: Date } {
  const lastDay = endOfDayIn(booking.timezone, booking.endDate)
  const isEarly = booking.statusReason === ENDED_EARLY || booking.status === 'cancelled'
  const ended = isEarly ? new Date(booking.statusChangedAt) : lastDay
  // A moment before the end, so that the owner may report at once.
  const from = isEarly ? min([subMilliseconds(ended, 1), lastDay]) : lastDay
  return { from, until: addHours(lastDay, DAMAGE_WINDOW_HOURS) }
}

/** May the renter still answer? Once, and until the deadline. */
export function canAnswerClaim(report: { status: DamageStatus; responseDeadline: string }, now: Date): boolean {
  return report.status === 'pending_review' && now <= new Date(report.responseDeadline)
}

/** When the renter's time to answer ends. */
export function responseDeadline(reportedAt: Date): Date {
  return addHours(reportedAt, DAMAGE_ANSWER_HOURS)
}

const photos = (least: number) =>
  z
    .array(PhotoUrl, 'At least one damage photo is required')
    .check(
      z.minLength(least, 'At least one damage photo is required'),
      z.maxLength(MAX_DAMAGE_PHOTOS, 'Please use at most 12 photos'),
    )

export const DamageCents = z
  .int('Please enter an amount in whole cents')
  .check(
    z.minimum(MIN_DAMAGE_CENTS, 'Please enter at least $0.50'),
    z.maximum(MAX_DAMAGE_CENTS, 'Please enter at most $100,000.00'),
  )

const longText = (message: string) =>
  z
    .string(message)
    .check(z.trim(), visible(message), z.maxLength(DAMAGE_TEXT_MAX, 'Please keep this under 5,000 characters'))

const INVOICE_MESSAGE = 'Please provide a valid invoice address'
const WebAddress = z.url({ protocol: /^https?$/ })
/** A web address, or nothing. */
const InvoiceAddress = z.string(INVOICE_MESSAGE).check(
  z.trim(),
  z.maxLength(2000, INVOICE_MESSAGE),
  z.refine((text) => text === '' || WebAddress.safeParse(text).success, { error: INVOICE_MESSAGE }),
)

export const NewDamageReport = z.object({
  description: longText('Description is required'),
  images: photos(1),
  repairEstimate: z.optional(z.nullable(DamageCents)),
  repairInvoiceUrl: z.optional(z.nullable(InvoiceAddress)),
  clientId: z.optional(z.uuid()),
})
export type NewDamageReport = z.infer<typeof NewDamageReport>

export const DamageResponse = z.object({
  acceptResponsibility: z.boolean('Please choose whether you accept responsibility'),
  response: z.optional(
    z.nullable(z.string().check(z.trim(), z.maxLength(DAMAGE_TEXT_MAX, 'Please keep this under 5,000 characters'))),
  ),
  images: z._default(photos(0), []),
})
export type DamageResponse = z.infer<typeof DamageResponse>

export const DamageEstimate = z.object({ repairEstimate: DamageCents })

/** A claim as its two sides and the operator see it. Money is cents. */
export const DamageReport = z.object({
  id: z.int(),
  bookingId: z.int(),
  reporterId: z.int(),
  description: z.string(),
  images: z.array(z.string()),
  repairEstimate: z.nullable(z.int()),
  repairInvoiceUrl: z.nullable(z.string()),
  status: DamageStatus,
  paymentState: DamagePaymentState,
  renterResponse: z.nullable(z.string()),
  renterResponseImages: z.array(z.string()),
  finalAmount: z.nullable(z.int()),
  /** About the payment of this claim alone. */
  disputeState: z.optional(DisputeState),
  /** The operator's words with the decision. */
  decisionNote: z.nullable(z.string()),
  createdAt: z.string(),
  reviewedAt: z.nullable(z.string()),
  resolvedAt: z.nullable(z.string()),
  responseDeadline: z.string(),
})
export type DamageReport = z.infer<typeof DamageReport>

/** `GET /api/damage-reports`: booking id -> its report. */
export const DamageReports = z.record(z.string(), DamageReport)
export const DamagePayment = z.object({ report: DamageReport, clientSecret: z.string() })
