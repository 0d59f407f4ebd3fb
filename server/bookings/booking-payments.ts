import { capturePaymentDueBy, offerExpiresAt, type PaymentState } from '#schema/booking'
import { splitAmount } from '#schema/earnings'
import { convergeDamageIntent, damageIntentSteps, damageRefusedSteps } from '../damage-reports/damage-payments'
import type { Step } from '../db/steps'
import type { Deps } from '../deps'
import { describeError } from '../http/describe-error'
import type { Intent, ProviderError } from '../payments/gateway'
import { type CommandOutcome, commandStep, outcomeStep, type PaymentCommand } from '../payments/payment-commands'
import { bookingTarget } from '../payments/payment-targets'
import { reversalDoneSteps } from '../payments/recover-debts'
import { refundOwedSteps, refundStateStep } from '../payments/refund-outcomes'
import { capturedLedger, heldBecauseStep, refundedLedger, rentalOf } from '../payments/sale-ledger'
import { logFailedCommand, sendCommand } from '../payments/send-command'
import { convergePurchaseIntent } from '../purchases/purchase-payments'
import { type BookingRow, findBookingByIntent, findBookingRow, listOpenPayments } from './booking-queries'
import { transferredSteps } from './booking-release'
import { moveSteps, paymentStep, releaseSteps } from './booking-steps'
import { freeDaysStep } from './room'

/** Sends a command of a booking and records what came of it. */
export async function sendBookingCommand(deps: Deps, command: PaymentCommand): Promise<void> {
  const row = await findBookingRow(deps.db, command.bookingId ?? 0)
  if (!row) return
  const outcome = await sendCommand(deps.payments.gateway, command, await bookingTarget(deps, row), deps.now())
  await deps.db.write(async () => {
    const fresh = (await findBookingRow(deps.db, row.id)) ?? row
    return {
      steps: [outcomeStep(command, outcome, deps.now()), ...consequences(deps, fresh, command, outcome)],
      value: null,
    }
  })
}

function consequences(deps: Deps, row: BookingRow, command: PaymentCommand, outcome: CommandOutcome): Step[] {
  if (outcome.kind === 'later') return []
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
            ...convergeSteps(deps, { ...row, stripePaymentIntentId: intent.id }, intent),
          ]
        : []
    default:
      return intent ? convergeSteps(deps, row, intent) : [paymentStep(row, { paymentState: 'released' })]
  }
}

function failedSteps(deps: Deps, row: BookingRow, command: PaymentCommand, error: ProviderError): Step[] {
  if (command.kind === 'capture') return captureFailedSteps(row, deps.now())
  // The bank wants the renter to be there, or refused: they are asked to pay in the page.
  if (command.kind === 'damage') return damageRefusedSteps(row, error.intent)
  if (command.kind === 'refund') return refundOwedSteps(command, error.message, deps.now())
  // The debt stays, and is set off against what they earn next.
  if (command.kind === 'reversal') return []
  logFailedCommand(deps, command, error)
  return command.kind === 'transfer' ? [heldBecauseStep({ bookingId: row.id }, 'payout_account')] : []
}

function captureFailedSteps(row: BookingRow, now: Date): Step[] {
  if (row.status !== 'approved') return []
  return [
    paymentStep(row, {
      paymentState: 'capture_failed',
      payBy: capturePaymentDueBy(now, row.startDate, row.timezone).toISOString(),
    }),
  ]
}

/**
 * Brings a booking to where the provider says its payment is. Safe to run any number of times and in any order: it looks
 * at the two states only, and every change is conditional on the row still standing where it was read.
 */
export function convergeSteps(deps: Deps, row: BookingRow, intent: Intent): Step[] {
  const now = deps.now()
  if (intent.id !== row.stripePaymentIntentId) return []
  const ended = row.status === 'declined' || row.status === 'expired' || row.status === 'cancelled'
  if (intent.state === 'held' && ended) return reRelease(row, now)
  if (intent.state === 'held') return heldSteps(row, intent, now)
  if (intent.state === 'captured') return capturedSteps(row, intent, now, deps.env.feeBps)
  if (intent.state === 'released') return releasedSteps(row, now)
  // The offer ended while its intent was being made: nothing may be confirmed on it any more.
  return ended ? reRelease(row, now) : []
}

function reRelease(row: BookingRow, now: Date): Step[] {
  const { paymentState, steps } = releaseSteps(row, now)
  return [...steps, ...(paymentState === row.paymentState ? [] : [paymentStep(row, { paymentState })])]
}

function heldSteps(row: BookingRow, intent: Intent, now: Date): Step[] {
  if (row.paymentState !== 'unconfirmed') return []
  const held = {
    captureBefore: intent.captureBefore?.toISOString() ?? null,
    stripeChargeId: intent.chargeId,
    heldAt: row.heldAt ?? now.toISOString(),
  }
  // A second hold, after a capture that failed: the owner has long agreed, so it is taken at once.
  if (row.status === 'approved') {
    return [
      paymentStep(row, { ...held, paymentState: 'capturing' }),
      commandStep({ bookingId: row.id, kind: 'capture', attempt: row.paymentAttempt, now }),
    ]
  }
  const expiresAt = offerExpiresAt({
    createdAt: new Date(row.createdAt),
    captureBefore: intent.captureBefore,
    startDate: row.startDate,
    zone: row.timezone,
  })
  return [paymentStep(row, { ...held, paymentState: 'held', expiresAt: expiresAt.toISOString() })]
}

function capturedSteps(row: BookingRow, intent: Intent, now: Date, feeBps: number): Step[] {
  const { fee: feeAmount } = splitAmount(row.totalAmount, feeBps)
  const taken: Partial<BookingRow> = {
    paymentState: 'captured' satisfies PaymentState,
    stripeChargeId: intent.chargeId ?? row.stripeChargeId,
    payBy: null,
    feeAmount,
  }
  const ledger = capturedLedger(rentalOf(row), feeAmount, now)
  if (row.status === 'approved')
    return [...moveSteps(row, 'paid', { actor: 'provider', reason: null, now, changes: taken }), ...ledger]
  return row.paymentState === 'capturing' ? [paymentStep(row, taken), ...ledger] : []
}

function releasedSteps(row: BookingRow, now: Date): Step[] {
  if (row.paymentState === 'released' || row.paymentState === 'refunded') return []
  if (row.status === 'pending')
    return moveSteps(row, 'expired', {
      actor: 'provider',
      reason: 'hold_lapsed',
      now,
      changes: { paymentState: 'released' },
    })
  if (row.status === 'approved') return captureFailedSteps(row, now)
  return [paymentStep(row, { paymentState: 'released' })]
}

/** Reads an intent at the provider and brings its booking there. @returns whether a booking of ours knows the intent. */
export async function convergeIntent(deps: Deps, intentId: string): Promise<boolean> {
  if (!(await findBookingByIntent(deps.db, intentId)))
    return (await convergeDamageIntent(deps, intentId)) || convergePurchaseIntent(deps, intentId)
  const intent = await deps.payments.gateway.getIntent(intentId)
  await deps.db.write(async () => {
    const row = await findBookingByIntent(deps.db, intentId)
    return { steps: row ? convergeSteps(deps, row, intent) : [], value: null }
  })
  return true
}

/** Re-reads payments that are on their way, so that nothing depends on a webhook having come. One that cannot be read holds up no other. */
export async function convergeOpenPayments(deps: Deps, userId?: number): Promise<void> {
  for (const { id, stripePaymentIntentId } of await listOpenPayments(deps.db, userId)) {
    try {
      if (stripePaymentIntentId) await convergeIntent(deps, stripePaymentIntentId)
    } catch (error) {
      deps.log({ level: 'error', what: 'payment state', booking: id, ...describeError(error) })
    }
  }
}

/** Steps that give an approved booking's days back. */
export function freeDays(row: BookingRow): Step[] {
  return row.status === 'approved' || row.status === 'paid' ? [freeDaysStep(row)] : []
}
