import { cardFee, moveMoney, settlesOn } from './balance'
import { askAbout, openDispute } from './disputes'
import type { Charge } from './objects/charge-object'
import type { IntentStatus, PaymentIntent } from './objects/intent-object'
import { behaviourOf } from './payment-methods'
import { refused } from './provider-error'
import type { Work } from './work'

const CANCELLABLE: readonly IntentStatus[] = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
]
const CANCELLABLE_TEXT =
  'requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, expired, processing'
const ALREADY_RELEASED =
  'The remaining amount on this PaymentIntent could not be captured because the remainder of the authorized amount has been released.'

/** Takes money that was just authorised, or was held before. */
export async function captureCharge(
  work: Work,
  intent: PaymentIntent,
  charge: Charge,
  event: 'charge.succeeded' | 'charge.captured',
): Promise<void> {
  const { amount } = charge
  const method = await work.require('payment_method', charge.payment_method ?? '', 'payment_method')
  const { later } = behaviourOf(method)
  const transaction = moveMoney(work, {
    type: 'charge',
    amount,
    currency: charge.currency,
    fee: cardFee(amount),
    source: charge.id,
    availableOn: later === 'available_at_once' ? work.now : settlesOn(work.now),
    description: charge.description,
  })
  charge.captured = true
  charge.amount_captured = amount
  charge.balance_transaction = transaction.id
  intent.status = 'succeeded'
  intent.amount_received = amount
  intent.amount_capturable = 0
  intent.provider_state.capture_before = null
  work.emit(event, charge)
  if (later === 'dispute') openDispute(work, charge)
  if (later === 'inquiry') askAbout(work, charge)
  work.emit('payment_intent.succeeded', intent)
}

/** Captures a hold. */
export async function captureIntent(work: Work, intent: PaymentIntent): Promise<void> {
  if (intent.status === 'succeeded') throw wrongState(intent, ALREADY_RELEASED)
  if (intent.status !== 'requires_capture') {
    throw wrongState(
      intent,
      `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
    )
  }
  const charge = await work.require('charge', intent.latest_charge ?? '', 'charge')
  await captureCharge(work, intent, charge, 'charge.captured')
}

/** Ends an intent that has taken no money; a hold is released. The charge of a released hold stays as it was. */
export function cancelIntent(work: Work, intent: PaymentIntent, reason: string | null): void {
  if (!CANCELLABLE.includes(intent.status)) {
    throw wrongState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELLABLE_TEXT}.`,
    )
  }
  endIntent(work, intent, reason)
}

/** A hold that nobody captured in time. */
export async function lapseHold(work: Work, intent: PaymentIntent): Promise<void> {
  const charge = await work.find('charge', intent.latest_charge ?? '')
  if (charge) work.emit('charge.expired', charge)
  endIntent(work, intent, 'automatic')
}

function endIntent(work: Work, intent: PaymentIntent, reason: string | null): void {
  intent.status = 'canceled'
  intent.canceled_at = work.now
  intent.cancellation_reason = reason
  intent.next_action = null
  intent.amount_capturable = 0
  intent.provider_state.capture_before = null
  work.emit('payment_intent.canceled', intent)
}

/** 400 with the whole intent, so that the caller can converge on what is. */
export function wrongState(intent: PaymentIntent, message: string) {
  return refused(message, { code: 'payment_intent_unexpected_state', payment_intent: intent })
}
