import type { ChallengeOutcome } from './challenge'
import { nextAction } from './challenge'
import type { PaymentMethod } from './objects/card-object'
import type { Charge } from './objects/charge-object'
import { newCharge } from './objects/charge-object'
import type { PaymentIntent } from './objects/intent-object'
import { captureCharge } from './payment-capture'
import { attach, behaviourOf, cardDeclined } from './payment-methods'
import { docUrl, ProviderError } from './provider-error'
import type { Site } from './site'
import type { Decline } from './test-cards'
import { needsChallenge } from './test-cards'
import { wire } from './wire'
import type { Work } from './work'

const HOLD_SECONDS = 7 * 86_400
/** Visa's shorter window for payments that the card's holder did not start: 4 days and 18 hours. */
const MERCHANT_VISA_HOLD_SECONDS = 4 * 86_400 + 18 * 3600

const NEEDS_HOLDER: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}
const CHALLENGE_FAILED =
  'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.'

export interface AttemptOptions {
  offSession: boolean
  /** The client handles a challenge in its own page. */
  inPage: boolean
}

/**
 * One attempt to hold or take the intent's amount on a card.
 * Answers the refusal when the card declines; a challenge leaves the intent in `requires_action`.
 */
export async function attemptPayment(
  work: Work,
  site: Site,
  intent: PaymentIntent,
  method: PaymentMethod,
  options: AttemptOptions,
): Promise<ProviderError | undefined> {
  const setUp = method.provider_state.set_up
  intent.payment_method = method.id
  intent.next_action = null
  if (!needsChallenge(behaviourOf(method), { offSession: options.offSession, setUp })) {
    return chargeCard(work, intent, method, { offSession: options.offSession, challenged: false })
  }
  if (options.offSession) return decline(work, intent, method, NEEDS_HOLDER)
  intent.status = 'requires_action'
  intent.next_action = nextAction(site, intent, options.inPage)
  work.emit('payment_intent.requires_action', intent)
  return undefined
}

/** The card's holder answered the bank. The intent says how it ended; a decline is not an error of this call. */
export async function answerChallenge(work: Work, intent: PaymentIntent, outcome: ChallengeOutcome): Promise<void> {
  const method = await work.require('payment_method', intent.payment_method ?? '', 'payment_method')
  intent.next_action = null
  if (outcome === 'complete') {
    await chargeCard(work, intent, method, { offSession: false, challenged: true })
    return
  }
  const error = new ProviderError(402, 'invalid_request_error', CHALLENGE_FAILED, {
    code: 'payment_intent_authentication_failure',
    payment_method: method,
    payment_method_type: 'card',
  })
  backToStart(intent, error)
  work.emit('payment_intent.payment_failed', intent)
}

interface CardUse {
  offSession: boolean
  challenged: boolean
}

async function chargeCard(
  work: Work,
  intent: PaymentIntent,
  method: PaymentMethod,
  use: CardUse,
): Promise<ProviderError | undefined> {
  const refusal = behaviourOf(method).decline
  if (refusal) {
    const charge = work.add(newCharge({ intent, method, decline: refusal, challenged: use.challenged }, work.now))
    intent.latest_charge = charge.id
    work.emit('charge.failed', charge)
    return decline(work, intent, method, refusal, charge)
  }
  keepForLater(work, intent, method)
  intent.last_payment_error = null
  if (intent.capture_method === 'manual') hold(work, intent, method, use)
  else await takeNow(work, intent, method, use)
  return undefined
}

function hold(work: Work, intent: PaymentIntent, method: PaymentMethod, use: CardUse): void {
  const shortened = use.offSession && method.card.brand === 'visa'
  const captureBefore = work.now + (shortened ? MERCHANT_VISA_HOLD_SECONDS : HOLD_SECONDS)
  const charge = work.add(newCharge({ intent, method, captureBefore, challenged: use.challenged }, work.now))
  intent.status = 'requires_capture'
  intent.latest_charge = charge.id
  intent.amount_capturable = intent.amount
  intent.provider_state.capture_before = captureBefore
  work.emit('charge.succeeded', charge)
  work.emit('payment_intent.amount_capturable_updated', intent)
}

async function takeNow(work: Work, intent: PaymentIntent, method: PaymentMethod, use: CardUse): Promise<void> {
  const charge = work.add(newCharge({ intent, method, challenged: use.challenged }, work.now))
  intent.latest_charge = charge.id
  await captureCharge(work, intent, charge, 'charge.succeeded')
}

/** A card saved with the payment belongs to the customer; one without a customer is used up. */
function keepForLater(work: Work, intent: PaymentIntent, method: PaymentMethod): void {
  if (intent.setup_future_usage && intent.customer) {
    method.provider_state.set_up ||= intent.setup_future_usage === 'off_session'
    attach(work, method, intent.customer)
  } else if (!method.customer) {
    method.provider_state.spent = true
  }
}

function decline(
  work: Work,
  intent: PaymentIntent,
  method: PaymentMethod,
  refusal: Decline,
  charge?: Charge,
): ProviderError {
  const details = { charge: charge?.id, payment_method: method }
  backToStart(intent, cardDeclined(refusal, details))
  work.emit('payment_intent.payment_failed', intent)
  return cardDeclined(refusal, { ...details, payment_intent: wire(intent) })
}

function backToStart(intent: PaymentIntent, error: ProviderError): void {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.last_payment_error = { ...error.member(), doc_url: docUrl(error.details.code ?? '') }
}
