import { addMinutes } from 'date-fns'
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { DamageReport } from '#schema/damage-report'
import { Refusal } from '#schema/errors'
import { type Step, updateStep } from '../../db/steps'
import { bookings, damageReports } from '../../db/tables'
import type { Deps } from '../../deps'
import type { SessionUser } from '../../http/session-user'
import { findLostDamage, hasOpenDispute } from '../../money/dispute-queries'
import { runCommand } from '../../money/drain-commands'
import type { Intent } from '../../money/gateway'
import { damageLedger, rentalOf } from '../../money/ledger/sale-ledger'
import { commandStep, commandsOf } from '../../money/payment-commands'
import { providerCall } from '../../money/provider-call'
import { readPayments } from '../../money/read-payments'
import { REFUSED_PAUSE_MINUTES, whySendingWaits } from '../../money/send-on'
import { workAlone } from '../../money/set-aside'
import { type BookingRow, findBookingRow } from '../bookings/booking-queries'
import { type DamageRow, findDamageOfBooking, toDamageReport } from './damage-queries'

/** The steps that begin to charge the renter for an approved claim; put them into the batch that approves it. */
export function damageChargeSteps(report: DamageRow, amount: number, now: Date): Step[] {
  return [
    updateStep(
      damageReports,
      { finalAmount: amount, paymentState: 'charging', paymentAttempt: 1 },
      and(eq(damageReports.id, report.id), eq(damageReports.paymentState, 'none')),
    ),
    commandStep({ bookingId: report.bookingId, kind: 'damage', attempt: 1, amount, now }),
  ]
}

/** Sends the charge of an approved claim now. The timer tries again when it fails for a while. */
export async function runDamageCharge(deps: Deps, report: Pick<DamageRow, 'bookingId'>): Promise<void> {
  await runCommand(deps, report, 'damage', 1)
}

/** The bank refused, or wants the renter to be there: they pay in the page, on the same intent where there is one. */
export function damageRefusedSteps(row: BookingRow, intent: Intent | null): Step[] {
  const changes = { paymentState: 'action_needed' as const, ...(intent ? { stripePaymentIntentId: intent.id } : {}) }
  return [
    updateStep(
      damageReports,
      changes,
      and(eq(damageReports.bookingId, row.id), eq(damageReports.paymentState, 'charging')),
    ),
  ]
}

/** Brings a claim to where the provider says its payment is; safe to run any number of times. */
export function damageIntentSteps(row: BookingRow, intent: Intent, now: Date): Step[] {
  const report = eq(damageReports.bookingId, row.id)
  if (intent.state !== 'captured') return [updateStep(damageReports, { stripePaymentIntentId: intent.id }, report)]
  return [
    updateStep(
      damageReports,
      { paymentState: 'charged', stripePaymentIntentId: intent.id, stripeChargeId: intent.chargeId },
      report,
    ),
    ...damageLedger(rentalOf(row), intent.amount, now),
  ]
}

/** Reads the intent of a claim and brings the claim there. @returns whether a claim of ours knows the intent */
export async function convergeDamageIntent(deps: Deps, intentId: string): Promise<boolean> {
  const [found] = await deps.db.read
    .select()
    .from(damageReports)
    .where(eq(damageReports.stripePaymentIntentId, intentId))
  const row = found && (await findBookingRow(deps.db, found.bookingId))
  if (!row) return false
  const intent = await deps.payments.gateway.getIntent(intentId)
  // Its renter has not paid yet: there is nothing new to write down.
  if (intent.state !== 'captured') return true
  await deps.db.write(() => damageIntentSteps(row, intent, deps.now()))
  return true
}

/** Re-reads charges that wait for their renter, and sends on what has been charged. */
export async function sweepDamagePayments(deps: Deps): Promise<void> {
  const open = await deps.db.read
    .select()
    .from(damageReports)
    .where(and(eq(damageReports.paymentState, 'action_needed'), isNotNull(damageReports.stripePaymentIntentId)))
  await readPayments(deps, 'claim', open, convergeDamageIntent)
  for (const { report, ownerId } of await listUnsent(deps))
    await workAlone(deps, `payout of claim ${report.id}`, () => sendOn(deps, report, ownerId))
}

/** Charged claims whose owner has not been sent the money, with that owner. */
function listUnsent({ db }: Deps): Promise<{ report: DamageRow; ownerId: number }[]> {
  return db.read
    .select({ report: damageReports, ownerId: bookings.ownerId })
    .from(damageReports)
    .innerJoin(bookings, eq(bookings.id, damageReports.bookingId))
    .where(and(inArray(damageReports.paymentState, ['charged']), isNull(damageReports.transferredAt)))
}

/** Asks for the transfer of what was paid for damage, or says on the claim why it waits: as long as a sale's money would. */
async function sendOn(deps: Deps, { bookingId, finalAmount, ...report }: DamageRow, ownerId: number): Promise<void> {
  const last = await commandsOf(deps.db, { bookingId }, 'damage_transfer')
  const now = deps.now()
  const isPausing = last.lastFailedAt !== null && now < addMinutes(last.lastFailedAt, REFUSED_PAUSE_MINUTES)
  const amount = (finalAmount ?? 0) - (await findLostDamage(deps.db, bookingId))
  const isAllGone = amount <= 0
  if (last.isUnderWay || isPausing || (isAllGone && report.heldBecause === null)) return
  const wait = isAllGone ? null : await whySendingWaits(deps, ownerId, amount, last.lastFailedAt !== null)
  await deps.db.write(async () => {
    const heldBecause = (await hasOpenDispute(deps.db, { bookingId })) ? 'dispute' : wait
    if (heldBecause !== null || isAllGone) {
      if (heldBecause === report.heldBecause) return []
      const isReport = eq(damageReports.id, report.id)
      return [updateStep(damageReports, { heldBecause }, isReport)]
    }
    // Somebody may have asked for it since, or a bank may have taken some of it back.
    const { count, isUnderWay } = await commandsOf(deps.db, { bookingId }, 'damage_transfer')
    const isOld = (finalAmount ?? 0) - (await findLostDamage(deps.db, bookingId)) !== amount
    if (isUnderWay || isOld || count !== last.count) return []
    const command = { bookingId, kind: 'damage_transfer' as const, attempt: count + 1, amount, now }
    return [commandStep(command)]
  })
}

/**
 * The secret with which the renter pays an approved claim in the page.
 * @throws Refusal `not_found` for anybody else, `damage_not_open` when nothing is to be paid there
 */
export async function openDamagePayment(
  deps: Deps,
  user: SessionUser,
  reportId: number,
): Promise<{ report: DamageReport; clientSecret: string }> {
  const [found] = await deps.db.read
    .select({ report: damageReports, renterId: bookings.userId })
    .from(damageReports)
    .innerJoin(bookings, eq(bookings.id, damageReports.bookingId))
    .where(eq(damageReports.id, reportId))
  if (found?.renterId !== user.id) throw new Refusal('not_found')
  const { report } = found
  if (report.paymentState !== 'action_needed' || report.finalAmount === null) throw new Refusal('damage_not_open')
  const intentId = report.stripePaymentIntentId ?? (await openIntent(deps, report, report.finalAmount))
  const { clientSecret } = await providerCall(() => deps.payments.gateway.getIntent(intentId))
  return { report: toDamageReport(report), clientSecret }
}

/** The first charge never became an intent (its card is gone, say): one is made for the page, anew where an earlier one has failed too. */
async function openIntent(deps: Deps, { bookingId }: DamageRow, amount: number): Promise<string> {
  const { value: attempt } = await deps.db.write(async () => {
    const { count, isUnderWay } = await commandsOf(deps.db, { bookingId }, 'damage')
    // Another press has made one meanwhile: of two, both could be paid.
    const isMade = Boolean((await findDamageOfBooking(deps.db, bookingId))?.stripePaymentIntentId)
    if (isUnderWay || isMade) return { value: count, steps: [] }
    const command = { bookingId, kind: 'damage' as const, attempt: count + 1, amount, now: deps.now() }
    return { value: count + 1, steps: [commandStep(command)] }
  })
  await runCommand(deps, { bookingId }, 'damage', attempt)
  const intentId = (await findDamageOfBooking(deps.db, bookingId))?.stripePaymentIntentId
  if (!intentId) throw new Refusal('payment_provider_unavailable')
  return intentId
}
