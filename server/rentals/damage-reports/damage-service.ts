import { eq } from 'drizzle-orm'
import {
  canAnswerClaim,
  canReportDamage,
  capProblem,
  type DamageReport,
  type DamageResponse,
  isClaimOpen,
  type NewDamageReport,
  responseDeadline,
} from '#schema/damage-report'
import { Refusal } from '#schema/errors'
import { endOfDayIn } from '#schema/zone'
import type { Written } from '../../db/client'
import { build, type Step, step } from '../../db/steps'
import { damageReports } from '../../db/tables'
import type { Deps } from '../../deps'
import type { SessionUser } from '../../http/session-user'
import { assertPhotosHere } from '../../uploads/photo-access'
import type { BookingRow } from '../bookings/booking-queries'
import { visibleBooking } from '../bookings/booking-service'
import { sweepBookings } from '../bookings/booking-sweep'
import { damageChargeSteps, runDamageCharge } from './damage-payments'
import { type DamageRow, findClaim, findDamageOfBooking, toDamageReport } from './damage-queries'
import { claimSteps, payableAmount, unchangedGuard } from './damage-steps'

type Receipt = (answer: DamageReport) => Step[]

/** The owner's report. The window is judged now; the same `clientId` again answers the first report. */
export async function reportDamage(
  deps: Deps,
  user: SessionUser,
  bookingId: number,
  wanted: NewDamageReport,
  receipt: Receipt,
): Promise<Written<DamageReport>> {
  const booking = await endedBooking(deps, user, bookingId)
  if (booking.ownerId !== user.id) throw new Refusal('forbidden')
  return deps.db.write(async (ids) => {
    const now = deps.now()
    const earlier = await findDamageOfBooking(deps.db, bookingId)
    if (earlier && wanted.clientId && earlier.clientId === wanted.clientId)
      return { steps: [], value: toDamageReport(earlier) }
    if (earlier) throw new Refusal('damage_reported')
    if (!canReportDamage(booking, now)) throw new Refusal('damage_window_closed')
    assertCap(wanted.repairEstimate, booking)
    await assertPhotosHere(deps.db, user, wanted.images)
    const row = newReport(await ids.next('damage_reports'), booking, wanted, now)
    const value = toDamageReport(row)
    const insert = step(build.insert(damageReports).values(row), new Refusal('damage_reported'))
    return { steps: [insert, ...receipt(value)], value }
  })
}

/** The booking, completed if its last day is over: nobody is to wait for the sweep's next round. */
async function endedBooking(deps: Deps, user: SessionUser, bookingId: number): Promise<BookingRow> {
  const row = await visibleBooking(deps, user, bookingId)
  if (row.status !== 'paid' || endOfDayIn(row.timezone, row.endDate) >= deps.now()) return row
  await sweepBookings(deps, user.id)
  return visibleBooking(deps, user, bookingId)
}

function assertCap(cents: number | null | undefined, { totalAmount }: BookingRow): void {
  const problem = capProblem(cents, totalAmount)
  if (problem) throw new Refusal('validation', problem, { repairEstimate: problem })
}

function newReport(id: number, booking: BookingRow, wanted: NewDamageReport, now: Date): DamageRow {
  return {
    id,
    bookingId: booking.id,
    reporterId: booking.ownerId,
    description: wanted.description,
    images: wanted.images,
    repairEstimate: wanted.repairEstimate ?? null,
    repairInvoiceUrl: wanted.repairInvoiceUrl || null,
    status: 'pending_review',
    renterResponse: null,
    renterResponseImages: null,
    finalAmount: null,
    decisionNote: null,
    paymentState: 'none',
    paymentAttempt: 0,
    stripePaymentIntentId: null,
    stripeChargeId: null,
    transferredAt: null,
    heldBecause: null,
    createdAt: now.toISOString(),
    statusChangedAt: now.toISOString(),
    reviewedAt: null,
    resolvedAt: null,
    responseDeadline: responseDeadline(now).toISOString(),
    clientId: wanted.clientId ?? null,
  }
}

/** The renter's answer, once and in time. Accepting charges the estimate; contesting hands the claim to the operator. */
export async function respondToDamage(
  deps: Deps,
  user: SessionUser,
  reportId: number,
  answer: DamageResponse,
): Promise<Written<DamageReport>> {
  const { booking, report: claim } = await visibleClaim(deps, user, reportId)
  if (booking.userId !== user.id) throw new Refusal('forbidden')
  const { seq } = await deps.db.write(async () => {
    const { report } = await visibleClaim(deps, user, reportId)
    const steps = answerSteps(report, answer, deps.now())
    await assertPhotosHere(deps.db, user, answer.images)
    return steps
  })
  if (answer.acceptResponsibility) await runDamageCharge(deps, claim)
  return { value: await viewOf(deps, reportId), seq }
}

function answerSteps(report: DamageRow, answer: DamageResponse, now: Date): Step[] {
  if (report.status !== 'pending_review' && report.status !== 'expired') throw new Refusal('damage_answered')
  if (!canAnswerClaim(report, now)) throw new Refusal('damage_not_open', 'The time to answer this report is over.')
  const at = now.toISOString()
  const move = { actor: 'renter' as const, now, refusal: new Refusal('damage_answered') }
  const words = { renterResponse: answer.response || null, renterResponseImages: answer.images, reviewedAt: at }
  if (!answer.acceptResponsibility) return claimSteps(report, 'under_review', { ...move, changes: words })
  const finalAmount = payableAmount(report, null)
  return [
    ...claimSteps(report, 'resolved_approved', { ...move, changes: { ...words, finalAmount, resolvedAt: at } }),
    ...damageChargeSteps(report, finalAmount, now),
  ]
}

/** The owner's estimate, where there is none yet: nothing can be charged without one. */
export async function addEstimate(
  deps: Deps,
  user: SessionUser,
  reportId: number,
  repairEstimate: number,
): Promise<Written<DamageReport>> {
  const { booking } = await visibleClaim(deps, user, reportId)
  if (booking.ownerId !== user.id) throw new Refusal('forbidden')
  assertCap(repairEstimate, booking)
  return deps.db.write(async () => {
    const { report } = await visibleClaim(deps, user, reportId)
    if (report.repairEstimate !== null)
      throw new Refusal('damage_not_open', 'This report already has a repair estimate.')
    if (!isClaimOpen(report.status)) throw new Refusal('damage_not_open')
    const update = build.update(damageReports).set({ repairEstimate }).where(eq(damageReports.id, reportId))
    return {
      steps: [unchangedGuard(report, new Refusal('damage_not_open')), step(update)],
      value: toDamageReport({ ...report, repairEstimate }),
    }
  })
}

/**
 * The operator's decision about a contested or expired claim, with the steps that record it. Approving charges `finalAmount`.
 * @throws Refusal `not_found`, `damage_not_open`, `estimate_required`, `amount_above_estimate`
 */
export async function decideDamage(
  deps: Deps,
  reportId: number,
  decision: { approve: boolean; finalAmount: number | null; note: string },
  record: Step[],
): Promise<DamageReport> {
  const { value: decided } = await deps.db.write(async () => {
    const found = await findClaim(deps.db, reportId)
    if (!found) throw new Refusal('not_found')
    return { steps: [...decisionSteps(found.report, decision, deps.now()), ...record], value: found.report }
  })
  if (decision.approve) await runDamageCharge(deps, decided)
  return viewOf(deps, reportId)
}

function decisionSteps(
  report: DamageRow,
  { approve, finalAmount: wanted, note }: Parameters<typeof decideDamage>[2],
  now: Date,
): Step[] {
  const move = { actor: 'operator' as const, now, refusal: new Refusal('damage_not_open') }
  const words = { decisionNote: note, resolvedAt: now.toISOString() }
  if (!approve) return claimSteps(report, 'resolved_rejected', { ...move, changes: words })
  if (report.status !== 'under_review' && report.status !== 'expired') throw move.refusal
  const finalAmount = payableAmount(report, wanted)
  return [
    ...claimSteps(report, 'resolved_approved', { ...move, changes: { ...words, finalAmount } }),
    ...damageChargeSteps(report, finalAmount, now),
  ]
}

/** A claim that the caller is a side of. @throws Refusal `not_found`, whether it is missing or about others */
async function visibleClaim(deps: Deps, user: SessionUser, reportId: number) {
  const found = await findClaim(deps.db, reportId)
  if (!found || (found.booking.userId !== user.id && found.booking.ownerId !== user.id)) throw new Refusal('not_found')
  return found
}

async function viewOf(deps: Deps, reportId: number): Promise<DamageReport> {
  const found = await findClaim(deps.db, reportId)
  if (!found) throw new Refusal('not_found')
  return toDamageReport(found.report)
}
