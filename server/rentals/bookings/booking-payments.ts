import {
  capturePaymentDueBy,
  hasReachedOwner,
  NOT_PAID,
  offerExpiresAt,
  type PaymentState,
  TAKEN_STATES,
} from '#schema/booking'
import { splitAmount } from '#schema/earnings'
import { endOfDayIn } from '#schema/zone'
import type { Step } from '../../db/steps'
import type { Deps } from '../../deps'
import type { Intent, ProviderError } from '../../money/gateway'
import { capturedLedger, refundedLedger, rentalOf } from '../../money/ledger/sale-ledger'
import {
  businessKey,
  type CommandOutcome,
  commandStep,
  type PaymentCommand,
  recordOutcome,
} from '../../money/payment-commands'
import { bookingTarget, hasEnded } from '../../money/payment-targets'
import { type PaymentsRead, readPayments } from '../../money/read-payments'
import { reversalDoneSteps } from '../../money/recover-debts'
import { refundOwedSteps, refundStateStep, refundSteps } from '../../money/refund-outcomes'
import { saleStep } from '../../money/sales'
import { logFailedCommand, sendCommand, whyUnsent } from '../../money/send-command'
import { convergeDamageIntent, damageIntentSteps, damageRefusedSteps } from '../damage-reports/damage-payments'
import { findHandoverPage } from '../handovers/handover-queries'
import { freeDaysSteps } from './availability-guard'
import { type BookingRow, findBookingByIntent, findBookingRow, listOpenPayments } from './booking-queries'
import { transferredSteps } from './booking-release'
import { expireSteps, moveSteps, paymentStep } from './booking-steps'

/** Sends a command of a booking and records what came of it. */
export async function sendBookingCommand(deps: Deps, command: PaymentCommand): Promise<void> {
  const row = await findBookingRow(deps.db, command.bookingId ?? 0)
  if (!row) return
  const target = await bookingTarget(deps, row, command)
  const outcome = await sendCommand(
    deps.payments.gateway,
    command,
    { ...target, intentId: leftIntent(command) ?? target.intentId },
    deps.now(),
  )
  await recordOutcome(deps.db, command, outcome, deps.now(), async () =>
    consequences(deps, (await findBookingRow(deps.db, row.id)) ?? row, command, outcome),
  )
}

/** The intent that a booking has left for another one; its release changes nothing about the booking. */
const leftIntent = ({ kind, targetId }: PaymentCommand) => (kind === 'release' ? targetId : null)

async function consequences(
  deps: Deps,
  row: BookingRow,
  command: PaymentCommand,
  outcome: CommandOutcome,
): Promise<Step[]> {
  if (outcome.kind === 'later') return []
  if (isOldCapture(row, command) && (outcome.kind === 'failed' || !outcome.intent)) return []
  if (outcome.kind === 'failed') return failedSteps(deps, row, command, outcome.error)
  const { intent, providerId } = outcome
  const now = deps.now()
  switch (command.kind) {
    case 'refund':
      return [
        refundStateStep({ bookingId: row.id }),
        ...refundedLedger(rentalOf(row), command.amount, providerId ?? command.businessKey, now),
      ]
    case 'transfer':
    case 'damage_transfer':
      return transferredSteps(row, command, providerId ?? command.businessKey, now)
    case 'reversal':
      return reversalDoneSteps(rentalOf(row), command, providerId ?? command.businessKey, now)
    case 'damage':
      return intent ? damageIntentSteps(row, intent, now) : []
    case 'hold':
      return intent
        ? [
            paymentStep(row, { stripePaymentIntentId: intent.id }),
            ...(await convergeSteps(deps, { ...row, stripePaymentIntentId: intent.id }, intent)),
          ]
        : []
    default:
      return intent ? convergeSteps(deps, row, intent) : [paymentStep(row, { paymentState: 'released' })]
  }
}

/** The renter pays anew meanwhile: a capture of the hold before took nothing, and says nothing of the new one. */
function isOldCapture({ id, paymentAttempt }: BookingRow, { kind, businessKey: key }: PaymentCommand): boolean {
  return kind === 'capture' && key !== businessKey({ bookingId: id }, kind, paymentAttempt)
}

async function failedSteps(
  deps: Deps,
  row: BookingRow,
  command: PaymentCommand,
  error: ProviderError,
): Promise<Step[]> {
  if (command.kind === 'capture') return captureFailedSteps(row, deps.now())
  // The bank wants the renter to be there, or refused: they are asked to pay in the page.
  if (command.kind === 'damage') return damageRefusedSteps(row, error.intent)
  if (command.kind === 'refund') return refundOwedSteps(command, error.message, deps.now())
  // The debt stays, and is set off against what they earn next.
  if (command.kind === 'reversal') return []
  // The bank was faster than the end of the booking.
  if (command.kind === 'release' && error.intent) return convergeSteps(deps, row, error.intent)
  logFailedCommand(deps, command, error)
  return command.kind === 'transfer' ? [saleStep({ bookingId: row.id }, { heldBecause: whyUnsent(error) })] : []
}

function captureFailedSteps(row: BookingRow, now: Date): Step[] {
  if (row.status !== 'approved') return []
  return [
    paymentStep(row, {
      paymentState: 'capture_failed',
      payBy: capturePaymentDueBy(now, row).toISOString(),
    }),
  ]
}

/**
 * Brings a booking to where the provider says its payment is. Safe to run any number of times and in any order: it looks
 * at the two states only, and every change is conditional on the row still standing where it was read.
 */
async function convergeSteps(deps: Deps, row: BookingRow, intent: Intent): Promise<Step[]> {
  const now = deps.now()
  if (intent.id !== row.stripePaymentIntentId) return []
  const ended = hasEnded(row)
  if (intent.state === 'held' && ended) return reRelease(row, now)
  if (intent.state === 'held') return heldSteps(row, intent, now)
  if (intent.state === 'captured') return capturedSteps(deps, row, intent)
  if (intent.state === 'released') return releasedSteps(row, now)
  // The offer ended while its intent was being made: nothing may be confirmed on it any more.
  return ended ? reRelease(row, now) : []
}

/** A release that came before its hold was known found nothing to let go: it is due again. One that the provider has done stays done. */
function reRelease(row: BookingRow, now: Date): Step[] {
  // The provider's answer is older than the capture.
  if (TAKEN_STATES.includes(row.paymentState)) return []
  const release = commandStep({ bookingId: row.id, kind: 'release', attempt: row.paymentAttempt, now })
  return [release, ...(row.paymentState === 'released' ? [] : [paymentStep(row, { paymentState: 'releasing' })])]
}

function heldSteps(row: BookingRow, intent: Intent, now: Date): Step[] {
  if (row.paymentState !== 'unconfirmed') return []
  const held = {
    paymentMethodId: intent.cardId ?? row.paymentMethodId,
    captureBefore: intent.captureBefore?.toISOString() ?? null,
    stripeChargeId: intent.chargeId,
    heldAt: row.heldAt ?? now.toISOString(),
  }
  // A second hold, after a capture that failed: the owner has long agreed, so it is taken at once.
  if (row.status === 'approved') {
    // Confirmed when the time to pay was over: the sweep ends the booking and lets the hold go.
    if (row.payBy !== null && (intent.chargedAt ?? now) > new Date(row.payBy)) return []
    return [
      // The deadline has been kept: a capture that is slow is not overtaken by it.
      paymentStep(row, { ...held, paymentState: 'capturing', payBy: null }),
      commandStep({ bookingId: row.id, kind: 'capture', attempt: row.paymentAttempt, now }),
    ]
  }
  const expiresAt = offerExpiresAt({
    createdAt: new Date(row.createdAt),
    captureBefore: intent.captureBefore,
    startDate: row.startDate,
    zone: row.timezone,
  })
  // Confirmed when nobody could answer any more: the owner never hears of the offer.
  if (expiresAt <= now) return expireSteps(row, now)
  return [paymentStep(row, { ...held, paymentState: 'held', expiresAt: expiresAt.toISOString() })]
}

async function capturedSteps(deps: Deps, row: BookingRow, intent: Intent): Promise<Step[]> {
  const now = deps.now()
  const { fee: feeAmount } = splitAmount(row.totalAmount, deps.env.feeBps)
  const taken: Partial<BookingRow> = {
    paymentState: 'captured' satisfies PaymentState,
    stripeChargeId: intent.chargeId ?? row.stripeChargeId,
    // Damage is charged to the card that paid, whichever one the offer began with.
    paymentMethodId: intent.cardId ?? row.paymentMethodId,
    payBy: null,
    feeAmount,
  }
  const ledger = capturedLedger(rentalOf(row), feeAmount, now)
  const isOver = endOfDayIn(row.timezone, row.endDate) < now
  if (row.status === 'approved' && isOver && !(await wasFetched(deps, row)))
    return takenAfterItsDaysSteps(row, taken, now)
  if (row.status === 'approved')
    return [...moveSteps(row, 'paid', { actor: 'provider', reason: null, now, changes: taken }), ...ledger]
  if (hasEnded(row)) return takenTooLateSteps(row, taken, now)
  return row.paymentState === 'capturing' ? [paymentStep(row, taken), ...ledger] : []
}

/** The bank took the money of a booking that had ended: all of it goes back. */
function takenTooLateSteps(row: BookingRow, taken: Partial<BookingRow>, now: Date): Step[] {
  if (row.paymentState !== 'releasing' && row.paymentState !== 'released') return []
  return [paymentStep(row, { ...taken, ...allGoesBack(row) }), ...giveBackSteps(row, taken, now)]
}

/** Has the renter written down that the thing is theirs? An owner's page alone proves nothing against a renter. */
async function wasFetched({ db }: Deps, { id, userId }: BookingRow): Promise<boolean> {
  return (await findHandoverPage(db, { bookingId: id, userId, moment: 'pickup' })) !== null
}

/** A capture that was known only when the last day was over, of a thing that was not fetched. */
function takenAfterItsDaysSteps(row: BookingRow, taken: Partial<BookingRow>, now: Date): Step[] {
  const changes = { ...taken, ...allGoesBack(row) }
  return [
    ...moveSteps(row, 'cancelled', { actor: 'clock', reason: NOT_PAID, now, changes }),
    ...freeDays(row),
    ...giveBackSteps(row, taken, now),
  ]
}

const allGoesBack = ({ totalAmount }: BookingRow) => ({
  paymentState: 'refunding' as const,
  refundedAmount: totalAmount,
})

function giveBackSteps(row: BookingRow, taken: Partial<BookingRow>, now: Date): Step[] {
  const sale = rentalOf({ ...row, feeAmount: taken.feeAmount ?? 0 })
  return [...capturedLedger(sale, sale.feeAmount, now), ...refundSteps(sale, row.totalAmount, 1, now)]
}

function releasedSteps(row: BookingRow, now: Date): Step[] {
  if (row.paymentState === 'released' || row.paymentState === 'refunded') return []
  if (row.status === 'pending')
    return moveSteps(row, 'expired', {
      actor: 'provider',
      reason: hasReachedOwner(row) ? 'hold_lapsed' : 'not_confirmed',
      now,
      changes: { paymentState: 'released' },
    })
  if (row.status === 'approved') return captureFailedSteps(row, now)
  return [paymentStep(row, { paymentState: 'released' })]
}

/** Reads an intent at the provider and brings its booking or claim there. @returns whether one of ours knows the intent. */
export async function convergeRentalIntent(deps: Deps, intentId: string): Promise<boolean> {
  if (!(await findBookingByIntent(deps.db, intentId))) return convergeDamageIntent(deps, intentId)
  const intent = await deps.payments.gateway.getIntent(intentId)
  await deps.db.write(async () => {
    const row = await findBookingByIntent(deps.db, intentId)
    return row ? convergeSteps(deps, row, intent) : []
  })
  return true
}

/** Re-reads payments that are on their way. */
export async function convergeOpenPayments(deps: Deps, userId?: number): Promise<PaymentsRead> {
  return readPayments(deps, 'booking', await listOpenPayments(deps.db, userId), convergeRentalIntent)
}

/** Does this booking give days back when it is called off now? */
export function holdsDays({ status }: Pick<BookingRow, 'status'>): boolean {
  return status === 'approved' || status === 'paid'
}

/** Steps that give an approved booking's days back. */
export function freeDays(row: BookingRow): Step[] {
  return holdsDays(row) ? freeDaysSteps(row.id) : []
}
