import type { ChallengeOutcome } from './challenge'
import { nextAction } from './challenge'
import type { PaymentMethod } from './objects/card-object'
import type { SetupIntent } from './objects/intent-object'
import { attach, behaviourOf, cardDeclined } from './payment-methods'
import { docUrl, ProviderError } from './provider-error'
import type { Site } from './site'
import type { Decline } from './test-cards'
import type { Work } from './work'

const CHALLENGE_FAILED =
  'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this SetupIntent again.'

/**
 * Tries to save a card: done, waiting for its holder (`requires_action`), or refused.
 * Answers the refusal; the intent is then open for another card.
 */
export function saveCard(
  work: Work,
  site: Site,
  intent: SetupIntent,
  method: PaymentMethod,
): ProviderError | undefined {
  const card = behaviourOf(method)
  intent.payment_method = method.id
  intent.next_action = null
  if (card.decline && !card.savesAnyway) return refuseCard(work, intent, method, card.decline)
  if (card.challenge === 'always' || card.challenge === 'unless_set_up') {
    intent.status = 'requires_action'
    intent.next_action = nextAction(site, intent, false)
    work.emit('setup_intent.requires_action', intent)
    return undefined
  }
  finish(work, intent, method)
  return undefined
}

/** The card's holder answered the bank; true when the card is saved. */
export async function answerSetupChallenge(
  work: Work,
  intent: SetupIntent,
  outcome: ChallengeOutcome,
): Promise<boolean> {
  const method = await work.require('payment_method', intent.payment_method ?? '', 'payment_method')
  intent.next_action = null
  if (outcome === 'complete') {
    finish(work, intent, method)
    return true
  }
  const error = new ProviderError(402, 'invalid_request_error', CHALLENGE_FAILED, {
    code: 'setup_intent_authentication_failure',
    payment_method: method,
    payment_method_type: 'card',
  })
  backToStart(work, intent, error)
  return false
}

function finish(work: Work, intent: SetupIntent, method: PaymentMethod): void {
  intent.status = 'succeeded'
  intent.last_setup_error = null
  method.provider_state.set_up = true
  if (intent.customer) attach(work, method, intent.customer)
  work.emit('setup_intent.succeeded', intent)
}

function refuseCard(work: Work, intent: SetupIntent, method: PaymentMethod, decline: Decline): ProviderError {
  const error = cardDeclined(decline, { param: decline.param, payment_method: method })
  backToStart(work, intent, error)
  return error
}

function backToStart(work: Work, intent: SetupIntent, error: ProviderError): void {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.last_setup_error = { ...error.member(), doc_url: docUrl(error.details.code ?? '') }
  work.emit('setup_intent.setup_failed', intent)
}

/** No card was saved, and none will be. */
export function endSetup(work: Work, intent: SetupIntent): void {
  intent.status = 'canceled'
  intent.next_action = null
  work.emit('setup_intent.canceled', intent)
}
